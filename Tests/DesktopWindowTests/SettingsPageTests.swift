import FresnelApps
import FresnelModel
import FresnelPlatform
import SearchSurface
import SpotlightWire
import Synchronization
import Testing
import WireTestSupport

@testable import DesktopWindow

@Suite("The page of settings", .timeLimit(.minutes(30)))
struct SettingsPageTests {
  private static let usual = WindowSettings(
    states: [.learning: true, .filters: true, .searches: true],
    command: "/p/fresnel-window --toggle")

  /// A window with results, and the page of settings over them.
  private static func opened(_ settings: WindowSettings = usual) -> WindowState {
    var state = WindowState()
    _ = state.toggle(token: nil)
    _ = state.type("so", as: 1, at: 0)
    let row = SurfaceRow(
      identifier: ResultIdentifier(
        kind: .item, scope: IndexScope(app: "app", index: ""), identifier: "a"), title: "a")
    _ = state.take(SurfaceList(number: 1, rows: [row, row]), at: 1)
    #expect(state.apply(.settings, pageLength: 5) == [.readSettings])
    #expect(state.view.page == nil)
    #expect(state.take(settings, nil) == [.focusRow(0)])
    return state
  }

  @Test(
    "Ctrl with a comma shows what is on and off; Enter or a digit changes it, and Esc goes back")
  func keys() {
    var state = Self.opened()
    #expect(state.view.texts.map(\.detail).prefix(3) == ["On", "On", "On"])
    #expect(state.view.texts.count == 4 && state.view.message.contains("Esc goes back"))
    #expect(state.apply(.open, pageLength: 5) == [.change(.learning, isOn: false)])
    // It shows what holds, and not what was wanted.
    #expect(state.view.texts.first?.detail == "On")
    var changed = Self.usual
    changed.states[.learning] = false
    _ = state.take(changed, nil)
    #expect(state.view.texts.first?.detail == "Off")
    #expect(state.apply(.open, pageLength: 5) == [.change(.learning, isOn: true)])
    #expect(state.apply(.move(1), pageLength: 5) == [.focusRow(1)])
    #expect(state.apply(.openPlace(2), pageLength: 5) == [.change(.searches, isOn: false)])
    #expect(state.apply(.last, pageLength: 5) == [.focusRow(3)])
    #expect(state.apply(.openPlace(9), pageLength: 5).isEmpty)
    #expect(state.apply(.escape, pageLength: 5) == [.focusField] && state.isShown)
    #expect(state.view.page == nil && state.view.rows.count == 2)
  }

  @Test("A click does the same; typing goes back to results; the command of a key is copied")
  func clicks() {
    var state = Self.opened()
    state.press(1)
    #expect(state.release(1) == [.change(.filters, isOn: false)])
    state.press(1)
    #expect(state.release(2).isEmpty)
    #expect(
      state.apply(.openPlace(3), pageLength: 5) == [.copy("/p/fresnel-window --toggle"), .hide])
    state = Self.opened()
    _ = state.type("sou", as: 2, at: 2)
    #expect(state.view.page == nil)
    // With a key there is nothing to do about it.
    state = Self.opened(WindowSettings(states: [.web: false], key: "<Super>slash"))
    #expect(state.view.texts.map(\.detail) == ["Off", "<Super>slash"])
    #expect(state.apply(.openPlace(1), pageLength: 5).isEmpty && state.isShown)
  }

  @Test("What is not changed is said on the page, what cannot be read below the results")
  func failures() {
    var state = Self.opened()
    _ = state.take(Self.usual, "It was not changed")
    #expect(state.view.message == "It was not changed" && state.view.page != nil)
    _ = state.take(Self.usual, nil)
    #expect(state.view.message.hasPrefix("Settings"))
    state = WindowState()
    _ = state.toggle(token: nil)
    _ = state.apply(.settings, pageLength: 5)
    #expect(state.take(nil, "The settings are damaged").isEmpty)
    #expect(state.view.page == nil && state.view.message.contains("damaged"))
    // What comes late, when the window is gone, shows nothing.
    _ = state.apply(.settings, pageLength: 5)
    _ = state.apply(.escape, pageLength: 5)
    #expect(state.take(Self.usual, nil).isEmpty && !state.isShown)
  }

  @Test("Called for, the window is shown with its page")
  func calling() {
    var state = WindowState()
    let effects = state.showSettings(token: "t")
    #expect(effects == [.setText(""), .show(token: "t"), .focusField, .readSettings])
    // Which the window does: the empty text is searched for.
    _ = state.type("", as: 1, at: 0)
    #expect(state.take(Self.usual, nil) == [.focusRow(0)] && state.view.page != nil)
    #expect(state.showSettings(token: nil) == [.readSettings])
  }

  @Test("Settings are those of fresnel settings, which is what changes them")
  func keeping() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let program = directory + "/bin/fresnel"
      try FileSystem.createDirectory(directory + "/bin")
      try TestProgram.write(
        script: "echo \"$@\" >>\(directory)/said; case $1 in web) exit 1;; esac", to: program)
      let base = BaseDirectories(
        environment: ["XDG_CONFIG_HOME": directory + "/config"], home: directory)
      let keeper = SettingsKeeper(base, program: program, environment: Environment.all)
      let file = SettingsFile(of: base)
      let told = Mutex<[(WindowSettings?, String?)]>([])
      let done: @Sendable (WindowSettings?, String?) -> Void = { settings, failure in
        told.withLock { $0.append((settings, failure)) }
      }
      keeper.read(done)
      #expect(TestProgram.wait { told.withLock { $0.count } == 1 })
      let usual = told.withLock { $0[0] }
      #expect(usual.0?.states == [.learning: true, .filters: true, .searches: true])
      #expect(usual.1 == nil && usual.0?.key == nil)
      try file.setOffersFilters(false)
      var web = WebSearchSettings()
      web.server = "https://search.example/"
      try file.setWebSearch(web)
      keeper.set(.learning, to: false, done)
      keeper.set(.searches, to: true, done)
      keeper.set(.web, to: true, done)
      #expect(TestProgram.wait { told.withLock { $0.count } == 4 })
      let said = try FileSystem.contents(of: directory + "/said", maximumByteCount: 4096)
      #expect(
        String(decoding: said, as: UTF8.self)
          == "settings --ranking fixed\nsettings --searches on\nweb on\n")
      let all = told.withLock { $0 }
      #expect(all[1].1 == nil && all[1].0?.states[.filters] == false)
      #expect(all[3].1?.contains("fresnel web on") == true && all[3].0?.states[.web] == false)
      try FileSystem.write(Array("{".utf8), to: file.path)
      keeper.read(done)
      #expect(TestProgram.wait { told.withLock { $0.count } == 5 })
      #expect(told.withLock { $0[4].0 == nil && $0[4].1 != nil })
    }
  }
}
