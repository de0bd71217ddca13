@testable import FresnelApps
@testable import FresnelCommands
import FresnelLaunching
import FresnelModel

extension GrowthCase {
  /// What a desktop is made of besides manual pages: packages, applications, icons, default programs.
  static var desktop: [GrowthCase] {
    [
      text(
        "packages of dpkg: packages",
        list {
          "Package: p\($0)\nStatus: install ok installed\nVersion: 1\nInstalled-Size: 7\n"
            + "Description: short\n long\n .\n   as it is\n\n"
        }, packages),
      text(
        "packages of dpkg: fields of one package",
        list("Package: a\nVersion: 1\n") { "X-Field\($0): value\n" }, packages),
      text(
        "packages of dpkg: lines of a description",
        list("Package: a\nVersion: 1\nDescription: b\n") { " line \($0)\n" }, packages),
      text(
        "packages of dpkg: paragraphs of a description",
        list("Package: a\nVersion: 1\nDescription: b\n") { " line \($0)\n .\n" }, packages),
      text(
        "packages of dpkg: spaces", list("Package: a\nVersion: 1\nDescription: b") { _ in "\t " },
        packages),
      text(
        "desktop file: actions",
        { count in
          let actions = (0..<count).map { "a\($0)" }
          return "[Desktop Entry]\nType=Application\nName=A\nActions="
            + actions.joined(separator: ";") + "\n"
            + actions.map { "[Desktop Action \($0)]\nName=N\nExec=a\n" }.joined()
        }, application),
      text(
        "desktop file: keywords",
        list("[Desktop Entry]\nName=A\nKeywords=", "\n") { "k\\;\($0);" }, application),
      text(
        "desktop file: a name of flags", list("[Desktop Entry]\nName=", "\n") { _ in "🇩🇪" },
        application),
      text(
        "desktop file: a comment of escapes",
        list("[Desktop Entry]\nName=A\nComment=", "\n") { _ in "\\s\\\\\\n" }, application),
      text(
        "default programs: of one type",
        list("[Added Associations]\na/b=", "\n") { "p\($0).desktop;" }, handlers),
      text(
        "default programs: removed ones",
        list("[Removed Associations]\na/b=", "\n[Added Associations]\na/b=z.desktop\n") {
          "p\($0).desktop;"
        }, handlers),
      text(
        "default programs: types", list("[Default Applications]\n") { "a/b\($0)=p.desktop;\n" },
        handlers),
      text(
        "icons: names", list(separator: "\n") { "/usr/share/icons/t/48x48/apps/i\($0).png" }, icons),
      text(
        "icons: sizes of one name",
        list(separator: "\n") { "/usr/share/icons/t/\($0)x\($0)/apps/i.png" }, icons),
      text("icons: a deep path", list("/", "/i.svg", separator: "/") { "d\($0)" }, icons),
    ].flatMap { $0 }
  }

  private static func packages(_ text: String) {
    for package in Package.installed(in: Array(text.utf8)) { use(package.item(isOnly: true)) }
  }

  private static func application(_ text: String) {
    let entry = DesktopEntry(parsing: Array(text.utf8))
    guard Application.isShown(entry, desktops: ["GNOME"], isInstalled: { _ in true }) else {
      return
    }
    let application = Application(
      entry, identifier: "a.desktop", path: "/a.desktop", locales: ["de_DE", "de"])
    use(application?.item(iconPath: nil) as Any)
  }

  private static func handlers(_ text: String) {
    let list = DesktopEntry(parsing: Array(text.utf8))
    let handlers = SchemeHandlers([.init(lists: [list], cache: list), .init(lists: [list])])
    use(handlers.identifiers(for: "a/b"))
  }

  private static func icons(_ text: String) {
    var icons = IconIndex()
    for path in text.split(separator: "\n") { icons.add(String(path), ofTheme: 1) }
    use(icons.path(of: "i") as Any)
  }
}
