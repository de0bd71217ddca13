import CommandKit
import FresnelApps
import FresnelModel
import FresnelTestSupport
import Testing

@testable import FresnelCommands

@Suite("Desktop entries")
struct DesktopEntryTests {
  private let entry = DesktopEntry(
    parsing: Array(
      #"""
      # an editor
      [Desktop Entry]
      Type=Application
      Name=Text Editor
      Name[de]=Textbearbeitung
      Name[sr@latin]=Uređivač
      GenericName[de]=Schreibprogramm
      Comment=Edit text\sfiles
      Keywords=plain;note\;pad;editor;
      Keywords[de]=Notiz;
      Icon=text-editor
      Exec=editor --name %c %U
      Terminal=false
      Categories=Utility;TextEditor;
      Actions=new;broken;
      Broken line
      [Desktop Action new]
      Name=New Window
      Name[de]=Neues Fenster
      Exec=editor --new
      """#.utf8))

  private func application(_ locale: String) throws -> Application {
    try #require(
      Application(
        entry, identifier: "editor.desktop", path: "/usr/share/applications/editor.desktop",
        locales: desktopLocales(for: locale)))
  }

  @Test("names, keywords and actions come in the person's language, else untranslated")
  func localized() throws {
    let german = try application("de_AT.UTF-8")
    #expect(german.name == "Textbearbeitung")
    #expect(german.untranslatedName == "Text Editor")
    #expect(german.genericName == "Schreibprogramm")
    #expect(german.keywords == ["Notiz"])
    #expect(german.actions.map(\.name) == ["Neues Fenster"])
    let serbian = try application("sr_RS.UTF-8@latin")
    #expect(serbian.name == "Uređivač")
    let plain = try application("C.UTF-8")
    #expect(plain.name == "Text Editor")
    #expect(plain.untranslatedName == nil)
    #expect(plain.keywords == ["plain", "note;pad", "editor"])
    #expect(plain.comment == "Edit text files")
  }

  @Test("a panel of the settings says that it is one")
  func panel() throws {
    let text = """
      [Desktop Entry]
      Name=Wi-Fi
      Exec=gnome-control-center wifi
      NoDisplay=true
      Categories=GNOME;Settings;X-GNOME-Settings-Panel;
      """
    let panel = Application(
      DesktopEntry(parsing: Array(text.utf8)), identifier: "gnome-wifi-panel.desktop",
      path: "/usr/share/applications/gnome-wifi-panel.desktop", locales: [])
    #expect(panel?.item(iconPath: nil).attributes[.kind] == .string("Settings"))
    #expect(try application("C").item(iconPath: nil).attributes[.kind] == .string("Application"))
  }

  @Test("an application becomes an item with its icon and actions")
  func item() throws {
    let item = try application("de").item(iconPath: "/usr/share/icons/a b.png")
    #expect(item.uniqueIdentifier == "editor.desktop")
    #expect(item.attributes[.title] == .string("Textbearbeitung"))
    #expect(item.attributes[.thumbnailURL] == .url("file:///usr/share/icons/a%20b.png"))
    #expect(item.attributes[.actionIdentifiers] == .array([.string("new")]))
    #expect(
      item.attributes[.alternateNames]
        == .array([.string("Schreibprogramm"), .string("Text Editor")]))
  }

  @Test(
    "hidden entries are left out",
    arguments: [
      ("Name=A", true), ("Name=A\nNoDisplay=true", false), ("Name=A\nHidden=true", false),
      ("Name=A\nType=Link", false), ("Type=Application", false), ("Name=A\nTryExec=gone", false),
      ("Name=A\nTryExec=here", true), ("Name=A\nOnlyShowIn=KDE;", false),
      ("Name=A\nOnlyShowIn=GNOME;KDE;", true), ("Name=A\nNotShowIn=GNOME;", false),
      ("Name=A\nNotShowIn=KDE;", true),
      ("Name=A\nNoDisplay=true\nCategories=GNOME;Settings;X-GNOME-Settings-Panel;", true),
      ("Name=A\nNoDisplay=true\nOnlyShowIn=KDE;\nExec=systemsettings kcm_mouse", false),
      ("Name=A\nNoDisplay=true\nExec=systemsettings kcm_mouse", true),
      ("Name=A\nNoDisplay=true\nExec=systemsettings", false),
      ("Name=A\nNoDisplay=true\nCategories=Settings;", false),
      ("Name=A\nHidden=true\nCategories=X-GNOME-Settings-Panel;", false),
    ])
  func hidden(lines: String, isShown: Bool) {
    let entry = DesktopEntry(parsing: Array("[Desktop Entry]\n\(lines)\n".utf8))
    #expect(
      Application.isShown(entry, desktops: ["ubuntu", "GNOME"], isInstalled: { $0 == "here" })
        == isShown)
  }

  @Test("command lines are split by the specification's quoting and filled in")
  func execLine() throws {
    let fields = ExecLine.Fields(
      targets: ["a.txt", "b.txt"], icon: "pic", name: "My App", path: "/x.desktop")
    func arguments(_ line: String) throws -> [String] {
      try #require(ExecLine(line)).arguments(fields)
    }
    #expect(try arguments("app %f") == ["app", "a.txt"])
    #expect(try arguments("app %U --end") == ["app", "a.txt", "b.txt", "--end"])
    #expect(
      try arguments("app %i %c %k %%") == ["app", "--icon", "pic", "My App", "/x.desktop", "%"])
    #expect(
      try arguments(#""my app" "a \"b\" \$c" --x=%u %d"#) == [
        "my app", #"a "b" $c"#, "--x=a.txt", "",
      ])
    #expect(ExecLine("\"open") == nil)
    #expect(ExecLine("   ") == nil)
  }

  @Test("paths and file URLs turn into each other")
  func fileURLs() {
    let url = fileURL(path: "/home/ä b/50%")
    #expect(url == "file:///home/%C3%A4%20b/50%25")
    #expect(path(ofFileURL: url) == "/home/ä b/50%")
    #expect(path(ofFileURL: "file://host/x") == nil)
    #expect(path(ofFileURL: "file:///a%zz") == nil)
  }

  @Test("any bytes parse", arguments: 0..<40 as Range<UInt64>)
  func anyBytes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let source = "[Desktop Entry]\nName=A\\sB\nName[de]=C\nExec=\"a b\" %U %c\nActions=x;\\;y;\n"
    let bytes = generator.mutate(Array((source + "[Desktop Action x]\nName=D\n").utf8))
    let entry = DesktopEntry(parsing: bytes)
    if let application = Application(entry, identifier: "x", path: "/x", locales: ["de"]) {
      #expect(!application.item(iconPath: nil).uniqueIdentifier.isEmpty, "seed \(seed)")
      _ = try? application.command.flatMap(ExecLine.init)?.arguments(
        ExecLine.Fields(targets: ["c"], name: "a", path: "b"))
    }
  }
}
