import FresnelModel
import SearchSurface
import SpotlightWire
import Testing

@testable import DesktopWindow

@Suite("What can be done with a row of the search window")
struct ActionMenuTests {
  private static func row(_ title: String) -> SurfaceRow {
    SurfaceRow(
      identifier: ResultIdentifier(
        kind: .item, scope: IndexScope(app: "app", index: ""), identifier: title), title: title)
  }

  private static let folder = ResultAction(
    kind: .openFolder, title: "Show in Folder", url: "file:///home/me/a.txt",
    target: .url("file:///home/me", app: nil))
  private static let link = ResultAction(
    kind: .openURL, title: "Open example.org", url: "https://example.org/a",
    target: .url("https://example.org/a", app: nil))

  /// A window with two rows, of which the second one is selected, and its menu.
  private static func opened(_ actions: [ResultAction]) -> WindowState {
    var state = WindowState()
    _ = state.toggle(token: nil)
    _ = state.type("so", as: 1, at: 0)
    _ = state.take(SurfaceList(number: 1, rows: [row("a"), row("b")]), at: 1)
    _ = state.apply(.move(1), pageLength: 5)
    #expect(state.apply(.actions, pageLength: 5) == [.findActions(row("b"))])
    #expect(state.view.menu == nil)
    #expect(state.take(actions, for: row("b")) == [.focusRow(0)])
    return state
  }

  @Test("The menu has what can be done, with a digit each, and a link or a place to copy")
  func texts() {
    let both = ActionMenu(Self.row("a"), [Self.link, Self.folder]).texts
    #expect(both.map(\.title) == ["Open", "Open example.org", "Show in Folder", "Copy Link"])
    #expect(both.map(\.badge) == ["1", "2", "3", "4"] && both.allSatisfy { !$0.icon.isEmpty })
    #expect(ActionMenu(Self.row("a"), [Self.folder]).texts.last?.title == "Copy Place")
    #expect(ActionMenu(Self.row("a"), []).texts.map(\.title) == ["Open"])
  }

  @Test(
    "What is decided about a result leaves the window with its list, and says why where it was refused"
  )
  func marks() {
    let marks = MarkAction.of(nil, typed: "so")
    let menu = ActionMenu(Self.row("a"), [Self.folder], marks)
    #expect(menu.texts.map(\.title).suffix(3) == marks.map(\.title))
    #expect(menu.texts.allSatisfy { !$0.icon.isEmpty })
    var state = WindowState()
    _ = state.toggle(token: nil)
    _ = state.type("so", as: 1, at: 0)
    _ = state.take(SurfaceList(number: 1, rows: [Self.row("a"), Self.row("b")]), at: 1)
    _ = state.apply(.move(1), pageLength: 5)
    _ = state.apply(.actions, pageLength: 5)
    _ = state.take([], marks, for: Self.row("b"))
    let effects = state.apply(.openPlace(1), pageLength: 5)
    #expect(effects.first == .mark(.pin("so"), Self.row("b")))
    #expect(!effects.contains(.hide) && state.isShown && state.view.menu == nil)
    state.note(refusal: "the daemon refused")
    #expect(state.view.message.contains("the daemon refused"))
    _ = state.type("son", as: 2, at: 2)
    #expect(!state.view.message.contains("refused"))
  }

  @Test("Keys, digits and clicks choose in it, and the window is gone")
  func choosing() {
    var state = Self.opened([Self.folder])
    #expect(state.view.selection == 0 && state.view.message.contains("“b”"))
    #expect(state.apply(.move(1), pageLength: 5) == [.focusRow(1)])
    let performed: WindowState.Effect = .perform(Self.folder, Self.row("b"), typed: "so")
    #expect(state.apply(.open, pageLength: 5) == [performed, .hide] && !state.isShown)
    #expect(state.view.menu == nil)
    state = Self.opened([Self.folder])
    #expect(state.apply(.last, pageLength: 5) == [.focusRow(2)])
    #expect(state.apply(.move(1), pageLength: 5) == [.focusRow(2)])
    #expect(state.apply(.open, pageLength: 5) == [.copy("file:///home/me/a.txt"), .hide])
    state = Self.opened([Self.folder])
    #expect(state.apply(.openPlace(7), pageLength: 5).isEmpty && state.isShown)
    let opening: WindowState.Effect = .open(Self.row("b"), typed: "so")
    #expect(state.apply(.openPlace(0), pageLength: 5) == [opening, .hide])
    state = Self.opened([Self.folder])
    state.press(1)
    #expect(state.release(0).isEmpty && state.isShown)
    state.press(1)
    #expect(state.release(1) == [performed, .hide])
  }

  @Test("Escape and the same key go back to the row; letters go on with the search")
  func leaving() {
    for key in [KeyMeaning.escape, .actions] {
      var state = Self.opened([Self.folder])
      #expect(state.apply(key, pageLength: 5) == [.focusRow(1)])
      #expect(state.view.menu == nil && state.view.selection == 1 && state.text == "so")
    }
    var state = Self.opened([Self.folder])
    _ = state.type("sou", as: 2, at: 2)
    #expect(state.view.menu == nil)
  }

  @Test("A list that changes below it does not, and one that is not wanted any more is not shown")
  func lateness() {
    var state = Self.opened([Self.folder])
    let later: UInt64 = 200_000_000
    let effects = state.take(SurfaceList(number: 1, rows: [Self.row("a")]), at: later)
    #expect(effects.isEmpty && state.view.menu?.row == Self.row("b"))
    #expect(state.apply(.open, pageLength: 5) == [.open(Self.row("b"), typed: "so"), .hide])
    // It was asked for, and then another letter came, or the window was hidden.
    for isHidden in [false, true] {
      state = WindowState()
      _ = state.toggle(token: nil)
      _ = state.type("so", as: 1, at: 0)
      _ = state.take(SurfaceList(number: 1, rows: [Self.row("a")]), at: 1)
      _ = state.apply(.actions, pageLength: 5)
      _ = isHidden ? state.hide() : state.type("sou", as: 2, at: 2)
      #expect(state.take([Self.folder], for: Self.row("a")).isEmpty && state.view.menu == nil)
    }
    // Before the list is there, nothing can be done.
    state = WindowState()
    _ = state.toggle(token: nil)
    _ = state.type("so", as: 1, at: 0)
    #expect(state.apply(.actions, pageLength: 5).isEmpty)
  }
}
