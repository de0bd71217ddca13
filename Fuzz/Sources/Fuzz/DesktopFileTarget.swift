import FresnelApps
@testable import FresnelCommands
import FresnelLaunching
import FresnelModel

/// Desktop files of applications, and lists of default programs, which have the same syntax.
enum DesktopFileTarget: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    [
      "[Desktop Entry]\nType=Application\nName=Files\nName[de]=Dateien\nName[de_DE@euro]=D\nComment=a\\sb\\n\\t\\\\\n"
        + "Keywords[de]=a;b\\;c;;\nExec=env A=1 files \"--a=\\$b\" %U %i %c %k %%\nIcon=files\nActions=new;new;gone;\n"
        + "Terminal=true\n[Desktop Action new]\nName=New\nExec=files --new\n",
      "# comment\n Name = none\n[Desktop Entry]\r\nName=A\r\nHidden=false\nNoDisplay=0\nOnlyShowIn=GNOME;KDE;\n"
        + "NotShowIn=XFCE\nTryExec=/bin/sh\nName=B\n=c\n[=]\n[Desktop Entry]\nGenericName[=x\nExec=sh -c 'a' %f\n",
      "[Default Applications]\na/b=one.desktop\n[Added Associations]\na/b=two.desktop;one.desktop;../x.desktop;\n"
        + "[Removed Associations]\na/b=two.desktop;\n[MIME Cache]\na/b=three.desktop;kde-four.desktop\n",
    ].map { Array($0.utf8) }
  }

  static func examine(_ input: [UInt8]) {
    let entry = DesktopEntry(parsing: input)
    expect(entry == DesktopEntry(parsing: input), "The same file is read as another.")
    _ = Application.isShown(entry, desktops: ["GNOME"], isInstalled: { $0.hasPrefix("/") })
    for locales in [[], desktopLocales(for: "de_DE.UTF-8@euro")] {
      guard
        let application = Application(
          entry, identifier: "a.desktop", path: "/usr/share/applications/a.desktop",
          locales: locales)
      else { continue }
      expect(
        Set(application.actions.map(\.identifier)).count == application.actions.count,
        "An action is offered twice.")
      expect(application.keywords.allSatisfy { !$0.isEmpty }, "A keyword says nothing.")
      expect(
        (try? ItemCodec.encode(application.item(iconPath: nil))) != nil,
        "An application can be no item.")
      if let command = application.command { examine(command: command) }
    }
    let handlers = SchemeHandlers([.init(lists: [entry], cache: entry), .init(lists: [entry])])
    let identifiers = handlers.identifiers(for: "a/b")
    expect(Set(identifiers).count == identifiers.count, "A program is named twice.")
    expect(identifiers.allSatisfy { DesktopFiles.isValid($0) }, "A program's file lies elsewhere.")
  }

  private static func examine(command: String) {
    guard var exec = ExecLine(command) else { return }
    exec.followLinks { _ in nil }
    let fields = ExecLine.Fields(
      targets: ["https://example.com/"], name: "name", path: "/usr/share/applications/a.desktop")
    guard let arguments = try? exec.arguments(fields) else { return }
    expect(!arguments.isEmpty, "A command line starts nothing.")
  }
}
