import FresnelModel
import SpotlightWire
import Testing

@testable import SearchSurface

@Suite("What a person may decide about a result")
struct MarkActionTests {
  private static let scope = IndexScope(app: "app", index: "index")

  private static func mark(pins: [String] = [], aliases: [String] = []) -> PersonalMark {
    PersonalMark(
      scope: scope, identifier: "a", protection: .none,
      pins: pins.map { PersonalMark.Pin(text: $0, date: Timestamp(secondsSinceReferenceDate: 1)) },
      aliases: aliases)
  }

  @Test("a result is pinned for what was typed, or unpinned where it is pinned for that")
  func pins() {
    #expect(MarkAction.of(nil, typed: "Nap") == [.pin("Nap"), .hide, .forget])
    let other = Self.mark(pins: ["naps"])
    #expect(MarkAction.of(other, typed: "nap") == [.pin("nap"), .hide, .forget])
    let pinned = Self.mark(pins: ["other", "Náp two"])
    #expect(MarkAction.of(pinned, typed: " nap  TWO ") == [.unpin("Náp two"), .hide, .forget])
  }

  @Test("nothing is pinned for no word, or for more than may be kept")
  func unfit() {
    #expect(MarkAction.of(nil, typed: " \t") == [.hide, .forget])
    let long = String(repeating: "a", count: MarkAction.textByteCount + 1)
    #expect(MarkAction.of(nil, typed: long) == [.hide, .forget])
  }

  @Test("an alias that was typed can be taken back")
  func aliases() {
    let named = Self.mark(aliases: ["TT"])
    #expect(MarkAction.of(named, typed: "tt") == [.pin("tt"), .removeAlias("TT"), .hide, .forget])
  }

  @Test("each says what it does, in one line, and asks the daemon for that")
  func requests() {
    let actions: [MarkAction] = [
      .pin("a\nb"), .unpin("a"), .removeAlias("a"), .hide, .forget,
    ]
    let verbs: [ChangeMark.Verb] = [.pin, .unpin, .removeAlias, .hide, .forget]
    for (action, verb) in zip(actions, verbs) {
      #expect(!action.title.contains("\n") && !action.outcome.contains("\n"))
      let change = action.change(of: Self.scope, "x")
      #expect(change.verb == verb && change.scope == Self.scope && change.identifier == "x")
    }
    #expect(MarkAction.pin("nap").title == "Pin for “nap”")
    var mark = Self.mark(pins: ["nap"], aliases: ["tt"])
    mark.isHidden = true
    #expect(mark.sentences == ["pinned for “nap”", "alias “tt”", "hidden"])
  }
}
