import Testing

@testable import FresnelText

@Suite struct WordSegmenterTests {
  static let wordTable: [(String, [String])] = [
    ("Hello, world!", ["Hello", "world"]),
    ("don't 3.14 1,000 foo_bar", ["don't", "3.14", "1,000", "foo_bar"]),
    ("__ -- !!", []), ("_a_", ["_a_"]), ("a_b.c:d", ["a_b.c", "d"]), ("", []), (" \n", []),
    ("l’été à Paris", ["l’été", "à", "Paris"]), ("東京に行きます。", ["東京", "に", "行き", "ます"]),
    ("カタカナと漢字", ["カタカナ", "と", "漢字"]), ("我是中国人", ["我是", "中国人"]),
    ("สวัสดีครับ", ["สวัสดี", "ครับ"]), ("ພາສາລາວ", ["ພາສາ", "ລາວ"]), ("서울 여행", ["서울", "여행"]),
    ("naïve‿x 👍 ok", ["naïve‿x", "ok"]), ("שלום עולם", ["שלום", "עולם"]),
    ("хорошо", ["хорошо"]), ("١٢٣ ٤", ["١٢٣", "٤"]), ("可口可乐Cola", ["可口", "可乐", "Cola"]),
  ]

  @Test(arguments: wordTable)
  func `words are segments with letters or digits`(text: String, expected: [String]) {
    #expect(parts(of: text, WordSegmenter.words(in: text, locale: .root)) == expected)
  }

  @Test(arguments: ["", "sv"], 0..<20 as Range<UInt64>)
  func `ASCII breaks where ICU breaks`(identifier: String, seed: UInt64) {
    let locale = TextLocale(identifier: identifier)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      var text = generator.asciiText(maximumCount: 24)
      let found = text.withUTF8 { utf8 in
        let rules = ASCIIWords(utf8, joinsAtColon: locale.joinsAtColon)
        return utf8.indices.dropFirst().filter(rules.isBoundary)
      }
      let expected = text.withUTF8 { utf8 in
        var offsets: [Int] = []
        WordIterator.forEachBoundary(in: utf8, locale: locale) { offset, _ in offsets.append(offset)
        }
        return Array(offsets.dropLast())
      }
      #expect(found == expected, "seed \(seed): \(text.debugDescription)")
      // A letter that is not ASCII takes the other path; the words before it stay the same.
      let words = WordSegmenter.words(in: text, locale: locale)
      #expect(WordSegmenter.words(in: text + "\né", locale: locale).dropLast() == words[...])
    }
  }

  @Test func `the iterator for any text ends at its end`() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<300 {
      var text = generator.text(maximumCount: 60)
      text.withUTF8 { utf8 in
        var last = 0
        WordIterator.forEachBoundary(in: utf8, locale: .root) { offset, _ in
          #expect(offset > last)
          last = offset
        }
        #expect(last == utf8.count)
      }
    }
  }

  @Test(
    .timeLimit(.minutes(30)),
    arguments: ["\u{301}", "漢", "ก", "\u{200D}", "👩\u{200D}", "a.", "\u{E000}"])
  func `long hostile texts are segmented`(piece: String) {
    let text = "x" + String(repeating: piece, count: 100_000) + " end"
    let words = WordSegmenter.words(in: text, locale: .root)
    #expect(parts(of: text, words.suffix(1)) == ["end"])
  }
}
