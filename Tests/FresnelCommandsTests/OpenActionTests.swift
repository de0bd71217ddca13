import CommandKit
import FresnelApps
import FresnelModel
import Testing

@testable import FresnelCommands

@Suite("Opening a result")
struct OpenActionTests {
  private func action(
    _ attributes: [AttributeID: AttributeValue], app: String = "an.app", id: String = "x",
    entry: String? = nil
  ) -> OpenAction {
    var item = Item(uniqueIdentifier: id)
    for (key, value) in attributes { item.attributes[key] = value }
    if app == ImportSource.manuals.app {
      item.attributes[.custom(ManualPage.sectionKey)] = .string("3p")
    }
    return OpenAction(for: item, app: app) { path in
      entry.flatMap {
        Application(
          DesktopEntry(parsing: Array($0.utf8)), identifier: "x.desktop", path: path, locales: [])
      }
    }
  }

  @Test("an application is launched by its desktop file, in this terminal when it wants one")
  func applications() {
    let app = ImportSource.applications.app
    let path: [AttributeID: AttributeValue] = [.path: .string("/a/x.desktop")]
    #expect(
      action(path, app: app, entry: "[Desktop Entry]\nName=X\nExec=x --open %U\nPath=/tmp\n")
        == .launch(program: "x", arguments: ["--open"], directory: "/tmp"))
    #expect(
      action(path, app: app, entry: "[Desktop Entry]\nName=X\nExec=x\nTerminal=true\n")
        == .runHere(program: "x", arguments: []))
  }

  @Test("a manual page is shown by man, a package by its details")
  func manualsAndPackages() {
    #expect(
      action([.title: .string("printf")], app: ImportSource.manuals.app)
        == .runHere(program: "man", arguments: ["3p", "printf"]))
    #expect(
      action([.url: .url("https://x.org")], app: ImportSource.packages.app) == .showDetails)
  }

  @Test("URLs and paths go to the desktop, anything else shows its details")
  func others() {
    func opening(_ url: String) -> OpenAction {
      .launch(program: "xdg-open", arguments: [url], directory: nil)
    }
    #expect(action([.url: .url("https://x.org")]) == opening("https://x.org"))
    #expect(action([.contentURL: .url("file:///a")]) == opening("file:///a"))
    #expect(action([.path: .string("/a b")]) == opening("file:///a%20b"))
    #expect(action([:], id: "myapp://item/1") == opening("myapp://item/1"))
    #expect(action([:], id: "note:1") == .showDetails)
    #expect(action([:], id: "--evil") == .showDetails)
  }

  @Test("a program that is not installed is named")
  func missingProgram() {
    let expected = CommandError(
      .incomplete, "fresnel-no-such is not installed, which would open it")
    #expect(throws: expected) { try OpenAction.start("fresnel-no-such", [], in: nil) }
  }
}
