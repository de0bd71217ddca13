import FresnelTestSupport
import FresnelText
import SearchSurface
import Testing

@Suite("Where a title has typed words")
struct TypedWordsTests {
  private func marked(_ typed: String, _ title: String) -> [String] {
    TypedWords(typed, locale: .root).matches(in: title).map { range in
      String(decoding: Array(title.utf8)[range], as: UTF8.self)
    }
  }

  @Test("The beginnings of words are marked, whatever case and marks of letters")
  func words() {
    #expect(marked("tom so", "Tomato soup") == ["Tom", "so"])
    #expect(marked("uber", "Der Über-Koch") == ["Über"])
    #expect(marked("ÜBER", "uber alles") == ["uber"])
    #expect(marked("soup", "Soup, soup and soups") == ["Soup", "soup", "soup"])
    // The longest of several, and nothing inside of a word.
    #expect(marked("t tom", "tomato at") == ["tom"])
    #expect(marked("oup", "Tomato soup").isEmpty)
    #expect(marked("2024", "Invoice 2024-03") == ["2024"])
    #expect(marked("e\u{301}t", "E\u{301}te\u{301} 1999") == ["E\u{301}t"])
    #expect(marked("", "Tomato").isEmpty && marked(" !? ", "Tomato!").isEmpty)
  }

  @Test("Ranges of any texts are whole characters, ascend, and stay inside the title")
  func anyTexts() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "to", "mato", "İ", "ß", "e\u{301}", "北京", "ไทย", "👩‍👩‍👧", "\u{200D}", " ", "-", "ﬁ", "\u{0}",
    ]
    for _ in 0..<2000 {
      func text() -> String {
        (0..<Int.random(in: 0...8, using: &generator))
          .map { _ in pieces[Int.random(in: pieces.indices, using: &generator)] }.joined()
      }
      let (typed, title) = (text(), text())
      var end = 0
      for range in TypedWords(typed, locale: .root).matches(in: title) {
        #expect(range.lowerBound >= end && range.upperBound <= title.utf8.count, "seed \(seed)")
        end = range.upperBound
        let bytes = Array(title.utf8)[range]
        #expect(String(validating: bytes, as: UTF8.self) != nil, "seed \(seed)")
      }
    }
  }
}
