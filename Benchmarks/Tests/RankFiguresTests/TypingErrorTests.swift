import RankFigures
import Testing

@Suite("Typing errors")
struct TypingErrorTests {
  @Test("one seed makes the same errors each time, another one others")
  func seeds() {
    func made(_ seed: UInt64) -> [String] {
      var errors = TypingError(seed: seed)
      return (0..<50).map { _ in errors.applied(to: "the godfather").text }
    }
    #expect(made(1) == made(1))
    #expect(made(1) != made(2))
  }

  @Test("an error is one edit in one word, and leaves as many words")
  func oneEdit() {
    var errors = TypingError(seed: 7)
    for text in ["the godfather", "apollo 1", "ab c", "red carpet"] {
      for _ in 0..<500 {
        let (changed, word) = errors.applied(to: text)
        #expect(changed != text)
        #expect(CorrectionCeiling.distance(Array(text), Array(changed)) == 1, "\(changed)")
        let words = changed.split(separator: " ")
        #expect(words.count == 2, "\(changed)")
        let named = String(decoding: Array(changed.utf8)[word], as: UTF8.self)
        #expect(words.contains { $0 == named })
        #expect(!text.split(separator: " ").contains { $0 == named } || words[0] == words[1])
      }
    }
  }

  @Test("each letter may be wrong, the first and the last as well, and a word may grow at its end")
  func places() {
    var errors = TypingError(seed: 3)
    let made = Set((0..<3000).map { _ in errors.applied(to: "abcd").text })
    for text in ["bcd", "acd", "abd", "abc", "bacd", "acbd", "abdc"] {
      #expect(made.contains(text), "\(text)")
    }
    #expect(made.contains { $0.hasPrefix("abcd") } && made.contains { $0.hasSuffix("abcd") })
  }

  @Test("samples have no element twice and are the same for a seed")
  func samples() {
    var (first, second) = (SeededGenerator(seed: 5), SeededGenerator(seed: 5))
    let sample = first.sample(10, of: Array(0..<100))
    #expect(Set(sample).count == 10)
    #expect(sample == second.sample(10, of: Array(0..<100)))
    #expect(first.sample(9, of: [1, 2]).sorted() == [1, 2])
  }
}
