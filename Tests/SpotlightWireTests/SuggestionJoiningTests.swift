import SpotlightWire
import Testing

@Suite("Joining suggestions of several lists")
struct SuggestionJoiningTests {
  private func suggestion(
    _ kind: Suggestion.Kind, _ text: String, _ score: Double, _ key: UInt8
  ) -> Suggestion {
    Suggestion(kind, text: text, score: score, key: [key])
  }

  @Test("a filter of three lists stands behind a completion of one")
  func filters() {
    let lists = [0, 1, 2].map { _ in suggestion(.filter, "photos", 0.5, 1) }
    let joined = Suggestion.joined(lists + [suggestion(.completion, "photosynthesis", 1.1, 2)])
    #expect(joined.map(\.kind) == [.completion, .filter])
    #expect(joined.map(\.score) == [1.1, 0.5])
  }

  @Test("a completion of two lists has both scores, and the text of the better one")
  func completions() {
    let two = [suggestion(.completion, "lens", 1, 1), suggestion(.completion, "Lens", 2, 1)]
    for list in [two, two.reversed()] {
      #expect(Suggestion.joined(list) == [suggestion(.completion, "Lens", 3, 1)])
    }
  }

  @Test("of recent searches of one key the later one is shown, whatever list it is in")
  func recent() {
    let two = [suggestion(.recent, "nap", 10, 1), suggestion(.recent, "Náp", 20, 1)]
    let same = [suggestion(.recent, "NAP", 20, 1), two[0], two[1]]
    for list in [two, two.reversed()] {
      #expect(Suggestion.joined(list) == [two[1]])
    }
    for list in [same, same.reversed()] {
      #expect(Suggestion.joined(list) == [same[0]])
    }
  }
}
