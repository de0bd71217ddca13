import FresnelModel
import FresnelQuery
import FresnelTestSupport
import FresnelText
@testable import SpotlightService
import SpotlightWire
import Testing

@Suite("Suggestions from names", .timeLimit(.minutes(30)))
struct SuggestionTests {
  /// What is suggested for a text where items have some titles, the best first.
  private func suggestions(_ text: String, _ titles: String..., limit: Int = 10) throws
    -> [Suggestion]
  {
    let context = QueryContext().context(at: Timestamp(secondsSince1970: 0))
    guard var names = NameSuggestions(for: UserQuery(text), in: context) else { return [] }
    for (number, title) in titles.enumerated() {
      names.add(try encoded(item("\(number)", title: title)))
    }
    return names.best(limit)
  }

  private func texts(_ suggestions: [Suggestion]) -> [String] { suggestions.map(\.text) }

  @Test("a word is completed to the white space behind it, less the signs there")
  func completion() throws {
    #expect(texts(try suggestions("he", "Hello, world!")) == ["Hello", "Hello, world!"])
    #expect(texts(try suggestions("c", "C++")) == ["C++"])
    #expect(texts(try suggestions("fin", "invoice_2024_final.pdf")) == ["final.pdf"])
    #expect(texts(try suggestions("北京", "北京大学")) == ["北京大学"])
    #expect(texts(try suggestions("ca", "Café", "CAFE", "cafe\u{301}")) == ["Café"])
  }

  @Test("what stands in more names comes first, then what stands in a better one")
  func order() throws {
    let found = try suggestions("le", "Lettuce", "Lens", "LENS cap", "Lemon")
    #expect(texts(found) == ["Lens", "Lettuce", "LENS cap", "Lemon"])
    #expect(found.map(\.score) == found.map(\.score).sorted(by: >))
    #expect(texts(try suggestions("le", "Lettuce", "Lens", limit: 1)) == ["Lettuce"])
  }

  @Test("a word that is over is gone on from, and not completed")
  func nextWord() throws {
    let found = try suggestions(
      "lens ", "Lens cap", "Lensbaby one", "The lens - new", "my lens, old")
    #expect(texts(found) == ["Lens cap", "lens - new", "lens, old"])
    let next = try suggestions("old lens ", "Lens cap")
    #expect(next.map(\.kind) == [.nextWord] && texts(next) == ["old Lens cap"])
    #expect(next.first?.typed == [0..<3, 4..<8])
  }

  @Test(
    "nothing is suggested for no word, and behind a quote",
    arguments: ["", " ", "\"lens cap\"", "*", "..."])
  func nothing(text: String) throws {
    #expect(try suggestions(text, "Lens cap", "lens, cap").isEmpty)
  }

  @Test("in the middle of a text nothing is suggested")
  func caret() {
    let context = QueryContext().context(at: Timestamp(secondsSince1970: 0))
    #expect(NameSuggestions(for: UserQuery("lens cap", caret: 2), in: context) == nil)
    #expect(NameSuggestions(for: UserQuery("lens cap", caret: 8), in: context) != nil)
  }

  @Test("any text and any name give suggestions whose typed parts lie on characters")
  func total() throws {
    var random = SeededGenerator(seed: 7)
    let parts = [
      "a", "ß", "İ", "e\u{301}", " ", "\t", "\"", "*", "-", "한", "👩‍👩‍👧", "c++", "_", ".", "x",
    ]
    for _ in 0..<3000 {
      func text() -> String {
        (0..<Int.random(in: 0..<8, using: &random)).map { _ in
          parts.randomElement(using: &random) ?? ""
        }.joined()
      }
      let typed = text()
      for suggestion in try suggestions(typed, text() + typed + text(), text()) {
        let utf8 = Array(suggestion.text.utf8)
        for range in suggestion.typed {
          #expect(range.upperBound <= utf8.count && !range.isEmpty)
          #expect(String(validating: utf8[range], as: UTF8.self) != nil)
        }
        let pairs = zip(suggestion.typed, suggestion.typed.dropFirst())
        #expect(pairs.allSatisfy { $0.upperBound <= $1.lowerBound })
      }
    }
  }
}
