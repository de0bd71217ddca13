import FresnelModel
import FresnelTestSupport
import LocalAnswers
import SearchSurface
import SpotlightWire
import Testing

@testable import DesktopWindow

@Suite("The search window's state")
struct WindowStateTests {
  private static func row(_ title: String) -> SurfaceRow {
    SurfaceRow(
      identifier: ResultIdentifier(
        kind: .item, scope: IndexScope(app: "app", index: ""), identifier: title), title: title)
  }

  private static func list(_ number: UInt64, _ titles: String...) -> SurfaceList {
    SurfaceList(number: number, rows: titles.map(row))
  }

  private static let milliseconds: UInt64 = 1_000_000
  private static let later = 200 * milliseconds

  /// A window that is shown, with a list of what is typed.
  private static func searched(_ titles: String...) -> WindowState {
    var state = WindowState()
    _ = state.toggle(token: nil)
    _ = state.setFocus(true)
    _ = state.type("so", as: 1, at: 0)
    _ = state.take(SurfaceList(number: 1, rows: titles.map(row)), at: milliseconds)
    return state
  }

  private func opened(_ effects: [WindowState.Effect]) -> String? {
    for case .open(let row, _) in effects { return row.title }
    return nil
  }

  @Test("Enter opens the selected row, Ctrl with a digit that row, and the window is gone")
  func opening() {
    var state = Self.searched("a", "b", "c")
    #expect(state.view.selection == 0)
    #expect(state.apply(.move(1), pageLength: 5) == [.focusRow(1)])
    let effects = state.apply(.open, pageLength: 5)
    #expect(effects == [.open(Self.row("b"), typed: "so"), .hide] && !state.isShown)
    state = Self.searched("a", "b", "c")
    #expect(opened(state.apply(.openPlace(2), pageLength: 5)) == "c")
    state = Self.searched("a", "b", "c")
    #expect(state.apply(.openPlace(3), pageLength: 5).isEmpty && state.isShown)
  }

  @Test("Enter on a computed answer copies it, with a daemon and without, and it has no actions")
  func answers() {
    let answer = SurfaceRow(
      identifier: ResultIdentifier(
        kind: .computed, scope: IndexScope(app: "org.fresnel.answers", index: ""),
        identifier: "84"), title: "84", detail: "12 × (3 + 4)")
    for problem in [nil, "No daemon."] {
      var state = WindowState()
      _ = state.toggle(token: nil)
      _ = state.type("12*(3+4)", as: 1, at: 0)
      let rows = [answer] + (problem == nil ? [Self.row("a")] : [])
      _ = state.take(SurfaceList(number: 1, rows: rows, problem: problem), at: Self.milliseconds)
      #expect(state.view.rows.first == answer && state.view.message == problem ?? "")
      #expect(state.apply(.actions, pageLength: 5).isEmpty)
      var other = state
      #expect(state.apply(.open, pageLength: 5) == [.copy("84"), .hide] && !state.isShown)
      other.press(0)
      #expect(other.release(0) == [.copy("84"), .hide])
    }
    // A result is opened as ever, and one that is not there yet is waited for.
    var state = WindowState()
    _ = state.toggle(token: nil)
    _ = state.type("1+1", as: 1, at: 0)
    _ = state.apply(.open, pageLength: 5)
    #expect(
      state.take(SurfaceList(number: 1, rows: [answer]), at: Self.milliseconds)
        == [.copy("84"), .hide])
  }

  @Test(
    "A command of the session is done by Enter; logging out asks once more, and says why it failed")
  func commands() {
    func typed(_ command: SessionCommand) -> WindowState {
      var state = WindowState()
      _ = state.toggle(token: nil)
      _ = state.type("x", as: 1, at: 0)
      let rows = [Self.row("a"), SurfaceRow(command)]
      _ = state.take(SurfaceList(number: 1, rows: rows), at: Self.milliseconds)
      return state
    }
    var state = typed(.lock)
    #expect(opened(state.apply(.open, pageLength: 5)) == "a")
    state = typed(.lock)
    #expect(state.apply(.openPlace(1), pageLength: 5) == [.run(.lock), .hide])
    #expect(state.show(undone: "no logind").contains(.show(token: nil)))
    #expect(state.view.message == "It was not done: no logind")
    state = typed(.logOut)
    #expect(state.apply(.openPlace(1), pageLength: 5).isEmpty && state.isShown)
    #expect(state.view.message.hasPrefix("Log Out?"))
    // Who goes elsewhere did not mean it.
    _ = state.apply(.move(1), pageLength: 5)
    #expect(!state.view.message.hasPrefix("Log Out?"))
    #expect(state.apply(.open, pageLength: 5).isEmpty)
    #expect(state.apply(.actions, pageLength: 5).isEmpty)
    // A key that is held answers nothing.
    for _ in 0..<3 { #expect(state.apply(.open, pageLength: 5).isEmpty) }
    state.outcome.askedAt = 0
    #expect(state.apply(.open, pageLength: 5) == [.run(.logOut), .hide])
    // Typed again it is asked again.
    state = typed(.logOut)
    _ = state.apply(.openPlace(1), pageLength: 5)
    _ = state.type("log out", as: 2, at: Self.later)
    _ = state.take(SurfaceList(number: 2, rows: [SurfaceRow(.logOut)]), at: Self.later)
    #expect(state.apply(.open, pageLength: 5).isEmpty)
  }

  @Test("Arrows and pages move the selection, pass over empty rows, and end at the field")
  func moving() {
    var state = Self.searched("a", "b", "c", "d", "e", "f")
    _ = state.take(Self.list(1, "a", "c", "d", "f"), at: Self.later)
    #expect(state.view.rows.map { $0?.title } == ["a", nil, "c", "d", nil, "f"])
    #expect(state.apply(.move(1), pageLength: 3) == [.focusRow(2)])
    #expect(state.apply(.move(-1), pageLength: 3) == [.focusRow(0)])
    #expect(state.apply(.move(-1), pageLength: 3) == [.focusField])
    #expect(state.apply(.page(1), pageLength: 4) == [.focusRow(3)])
    #expect(state.apply(.page(1), pageLength: 4) == [.focusRow(5)])
    #expect(state.apply(.move(1), pageLength: 4) == [.focusRow(5)])
    #expect(state.apply(.first, pageLength: 4) == [.focusRow(0)])
    #expect(state.apply(.last, pageLength: 4) == [.focusRow(5)])
    #expect(state.apply(.page(-1), pageLength: 40) == [.focusRow(0)])
    // An empty row opens nothing.
    #expect(state.apply(.openPlace(1), pageLength: 4).isEmpty)
  }

  @Test("Enter before the list opens the first of what is typed once it is there, and no other")
  func waiting() {
    var state = Self.searched("a", "b")
    _ = state.type("sou", as: 2, at: Self.later)
    let waits = state.apply(.open, pageLength: 5)
    #expect(waits == [.after(milliseconds: 2000, .answer(2))])
    // Of a list that is late nothing is opened.
    #expect(state.take(Self.list(1, "b"), at: Self.later).isEmpty)
    #expect(opened(state.take(Self.list(2, "x", "y"), at: Self.later)) == "x")
    // Arrows before the list count for it, as far as it goes.
    state = Self.searched("a")
    _ = state.type("sou", as: 2, at: Self.later)
    for _ in 0..<3 { _ = state.apply(.move(1), pageLength: 5) }
    _ = state.apply(.open, pageLength: 5)
    #expect(opened(state.take(Self.list(2, "x", "y"), at: Self.later)) == "y")
    // Another letter takes the Enter back.
    state = Self.searched("a")
    _ = state.type("sou", as: 2, at: Self.later)
    _ = state.apply(.open, pageLength: 5)
    _ = state.type("soup", as: 3, at: Self.later)
    #expect(state.take(Self.list(3, "z"), at: Self.later).isEmpty && state.isShown)
  }

  @Test("Enter that no answer comes to is said to, once, and a later answer opens nothing")
  func noAnswer() {
    var state = Self.searched("a")
    _ = state.type("sou", as: 2, at: 0)
    _ = state.apply(.open, pageLength: 5)
    _ = state.reach(.settle, at: Self.later)
    #expect(state.view.rows.isEmpty)
    _ = state.reach(.answer(1), at: 10 * Self.later)
    #expect(state.view.message.isEmpty)
    _ = state.reach(.answer(2), at: 10 * Self.later)
    #expect(state.view.message == "The search does not answer")
    #expect(state.take(Self.list(2, "x"), at: 11 * Self.later).isEmpty && state.isShown)
    // Now it has answered.
    #expect(state.view.message.isEmpty && state.view.rows.count == 1)
  }

  @Test("A click opens what was under it when it went down, though another row is there by then")
  func clicks() {
    var state = Self.searched("a", "b")
    state.press(1)
    #expect(opened(state.release(1)) == "b")
    state = Self.searched("a", "b")
    state.press(1)
    _ = state.take(Self.list(1, "a", "c"), at: 2 * Self.milliseconds)
    #expect(opened(state.release(1)) == "b")
    state = Self.searched("a", "b")
    state.press(1)
    #expect(state.release(0).isEmpty)
    state.press(1)
    _ = state.type("sou", as: 2, at: Self.later)
    _ = state.take(Self.list(2, "x", "y"), at: Self.later)
    #expect(state.release(1).isEmpty)
    state.press(Int.max)
    #expect(state.release(Int.max).isEmpty)
  }

  @Test("Escape takes the text, then the window; a loss of the focus that lasts hides it")
  func leaving() {
    var state = Self.searched("a")
    #expect(state.apply(.escape, pageLength: 5) == [.setText(""), .focusField])
    _ = state.type("", as: 2, at: Self.later)
    #expect(state.apply(.escape, pageLength: 5) == [.hide])
    state = Self.searched("a")
    #expect(state.setFocus(false) == [.after(milliseconds: 150, .focusLoss(2))])
    // An input method gave it back in time.
    _ = state.setFocus(true)
    #expect(state.reach(.focusLoss(2), at: Self.later).isEmpty && state.isShown)
    _ = state.setFocus(false)
    #expect(state.reach(.focusLoss(2), at: Self.later).isEmpty)
    #expect(state.reach(.focusLoss(3), at: Self.later) == [.hide])
    #expect(state.toggle(token: "t") == [.setText(""), .show(token: "t"), .focusField])
    #expect(state.reach(.focusLoss(3), at: Self.later).isEmpty)
    #expect(state.toggle(token: nil) == [.hide])
  }

  @Test("What is wrong is said below the rows")
  func messages() {
    var state = Self.searched()
    #expect(state.view.message == "Nothing found")
    _ = state.type(" ", as: 2, at: Self.later)
    _ = state.take(Self.list(2), at: Self.later)
    #expect(state.view.message.isEmpty)
    _ = state.type("x", as: 3, at: Self.later)
    _ = state.take(SurfaceList(number: 3, problem: "No daemon."), at: Self.later)
    #expect(state.view.message == "No daemon.")
    // Enter tries again.
    #expect(state.apply(.open, pageLength: 5) == [.setText("x"), .focusField])
    _ = state.hide()
    #expect(state.show(failure: "no app opens it") == [.show(token: nil), .focusField])
    #expect(state.view.message == "It was not opened: no app opens it")
    _ = state.type("xy", as: 4, at: Self.later)
    #expect(state.view.message.isEmpty)
    // Of what was not looked through to the end nobody knows that there is nothing.
    _ = state.take(SurfaceList(number: 4, isPartial: true), at: Self.later)
    #expect(state.view.message == "Nothing found yet: not everything could be searched")
    _ = state.take(SurfaceList(number: 4, rows: [Self.row("a")], isPartial: true), at: Self.later)
    #expect(state.view.message.isEmpty)
  }

  @Test("A search that ends takes its rows along, and the field has the keys that come then")
  func ending() {
    var state = Self.searched("a", "b")
    _ = state.apply(.move(1), pageLength: 5)
    let effects = state.take(SurfaceList(number: 1, problem: "It ended."), at: Self.later)
    #expect(effects == [.focusField] && state.view.rows.isEmpty && state.view.selection == nil)
    #expect(state.view.message == "It ended.")
    let long = "/" + String(repeating: "path", count: 200)
    _ = state.take(SurfaceList(number: 1, problem: long), at: Self.later)
    #expect(state.view.message.count == 200)
  }

  @Test("Rows hold still when the first one goes; those of another search are seen from the top")
  func scrolling() {
    var state = Self.searched("a", "b")
    let number = state.view.number
    _ = state.take(Self.list(1, "b", "c"), at: Self.later)
    #expect(state.view.rows.map { $0?.title } == [nil, "b", "c"] && state.view.number == number)
    // While a search is awaited, the rows of the one before stand there.
    _ = state.type("sou", as: 2, at: Self.later)
    #expect(state.view.number == number)
    _ = state.take(Self.list(2, "b"), at: Self.later)
    #expect(state.view.number != number)
  }

  @Test("What a correction found is said to be that, and what was typed can be searched for")
  func corrections() {
    var state = Self.searched()
    #expect(state.view.offer.isEmpty && state.apply(.exactly, pageLength: 5).isEmpty)
    _ = state.type("suop", as: 2, at: Self.later)
    let list = SurfaceList(number: 2, rows: [Self.row("Soup")], correctedText: "soup")
    _ = state.take(list, at: Self.later)
    #expect(state.view.message == "Showing results for “soup”" && !state.view.offer.isEmpty)
    #expect(state.apply(.exactly, pageLength: 5) == [.searchExactly, .focusField])
    #expect(state.searchExactly() == [.searchExactly, .focusField])
    _ = state.type("suop", as: 3, exactly: true, at: Self.later)
    #expect(state.view.offer.isEmpty)
    _ = state.take(SurfaceList(number: 3), at: Self.later)
    #expect(state.view.message == "Nothing found as it is typed" && state.view.offer.isEmpty)
    // The next letter is searched for as usual.
    _ = state.type("suopx", as: 4, at: Self.later)
    _ = state.take(SurfaceList(number: 4), at: Self.later)
    #expect(state.view.message == "Nothing found")
  }

  @Test(
    "Thirty keys a second for a minute, answers late and out of order: Enter opens what is typed")
  func typing() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    var state = WindowState()
    var answers: [(at: UInt64, list: SurfaceList)] = []
    var (text, number, now, openings, awaited) = ("", UInt64(0), UInt64(0), 0, String?.none)
    func check(_ effects: [WindowState.Effect]) {
      for case .open(let row, let typed) in effects {
        #expect(row.title.hasPrefix("\(text)/") && typed == text, "seed \(seed)")
        #expect(awaited == nil || awaited == text, "seed \(seed)")
        openings += 1
        awaited = nil
      }
      if !state.isShown { _ = state.toggle(token: nil) }
    }
    _ = state.toggle(token: nil)
    for _ in 0..<1800 {
      let end = now + 33 * Self.milliseconds
      // What comes before the next key, in its order.
      for answer in answers.filter({ $0.at <= end }).sorted(by: { $0.at < $1.at }) {
        check(state.take(answer.list, at: answer.at))
      }
      answers.removeAll { $0.at <= end }
      now = end
      _ = state.reach(.settle, at: now)
      switch Int.random(in: 0..<8, using: &generator) {
      case 0:
        if !text.isEmpty { awaited = text }
        check(state.apply(.open, pageLength: 7))
      case 1: check(state.apply(.move(Bool.random(using: &generator) ? 1 : -1), pageLength: 7))
      case 2:
        if !text.isEmpty { awaited = text }
        check(state.apply(.openPlace(Int.random(in: 0..<3, using: &generator)), pageLength: 7))
      default:
        text =
          text.count > 6 ? "" : text + ["a", "b", "c"][Int.random(in: 0..<3, using: &generator)]
        (number, awaited) = (number + 1, nil)
        check(state.type(text, as: number, at: now))
        guard !text.isEmpty else {
          check(state.take(SurfaceList(number: number), at: now))
          continue
        }
        // Each search answers several times, up to 400 ms late.
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          let rows = (0..<Int.random(in: 1...9, using: &generator)).map {
            Self.row("\(text)/\($0)")
          }
          let delay = UInt64.random(in: 0...400, using: &generator) * Self.milliseconds
          answers.append((now + delay, SurfaceList(number: number, rows: rows)))
        }
      }
    }
    #expect(openings > 0, "seed \(seed)")
  }
}
