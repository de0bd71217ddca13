import FresnelText
import Testing

@Suite struct FoldedTextTests {
  static func fold(_ text: String, _ locale: String = "") -> FoldedText {
    TextFolder(
      options: [.caseInsensitive, .diacriticInsensitive], locale: TextLocale(identifier: locale)
    ).fold(text)
  }

  /// The offsets of a folded text that are word boundaries.
  static func boundaries(_ text: FoldedText) -> [Int] {
    (0...text.bytes.count).filter { text.isWordBoundary(at: $0) }
  }

  @Test func `a found range leads back to the original with its marks`() {
    let text = Self.fold("Le cafe\u{301} Straße")
    #expect(String(decoding: text.bytes, as: UTF8.self) == "le cafe strasse")
    #expect(text.originalRange(of: 3..<7) == 3..<9)
    #expect(text.originalRange(of: 6..<7) == 6..<9)
    #expect(text.originalRange(of: 8..<15) == 10..<17)
    // Half of an expansion covers the whole letter.
    #expect(text.originalRange(of: 12..<13) == 14..<16)
    #expect(text.originalRange(of: 13..<14) == 14..<16)
    #expect(text.originalRange(of: 15..<15) == 17..<17)
  }

  @Test func `ranges outside the text are cut to it`() {
    let text = Self.fold("né")
    #expect(text.originalRange(of: -5..<99) == 0..<3)
    #expect(text.originalRange(of: 7..<9) == 3..<3)
    #expect(Self.fold("").originalRange(of: 0..<3) == 0..<0)
    #expect(!text.isWordBoundary(at: -1) && !text.isWordBoundary(at: 3))
    #expect(text.graphemeEnd(after: -1) == nil && text.graphemeEnd(after: 2) == nil)
  }

  static let boundaryTable: [(String, [Int])] = [
    ("MyWindowClass", [0, 2, 8, 13]), ("NSWindow", [0, 8]), ("don't stop", [0, 5, 6, 10]),
    ("foo_bar 3.14", [0, 7, 8, 12]), ("a  b", [0, 1, 3, 4]), ("", [0]),
    ("Straße", [0, 7]), ("étéÉté", [0, 3, 6]), ("«été»", [0, 2, 5, 7]),
    ("東京都", [0, 6, 9]), ("Καλημέρα κόσμε", [0, 16, 17, 27]),
    ("סה\"כ x", [0, 7, 8, 9]), ("e\u{301}T", [0, 1, 2]),
  ]

  @Test(arguments: boundaryTable)
  func `word boundaries are those of the original`(text: String, expected: [Int]) {
    #expect(Self.boundaries(Self.fold(text)) == expected)
  }

  @Test func `Thai breaks by dictionary`() {
    let text = Self.fold("สวัสดีครับ")
    #expect(Self.boundaries(text) == [0, 18, 30])
  }

  @Test func `a Turkish text breaks like any other`() {
    #expect(Self.boundaries(Self.fold("ILIK Su", "tr")) == [0, 6, 7, 9])
    #expect(Self.boundaries(Self.fold("ılık İnce", "tr")) == [0, 6, 7, 11])
  }

  @Test func `a colon joins in Swedish only`() {
    #expect(Self.boundaries(Self.fold("EU:s", "sv")) == [0, 4])
    #expect(Self.boundaries(Self.fold("EU:s", "en")) == [0, 2, 3, 4])
    #expect(Self.boundaries(Self.fold("ÉU:s", "fi_FI")) == [0, 4])
    #expect(Self.boundaries(Self.fold("ÉU:s", "en")) == [0, 2, 3, 4])
  }

  @Test func `nothing is divided inside an expansion`() {
    let text = Self.fold("ßß")
    #expect(Self.boundaries(text) == [0, 4])
    #expect(text.graphemeEnd(after: 0) == 2)
    #expect(text.graphemeEnd(after: 1) == nil)
    #expect(text.graphemeEnd(after: 2) == 4)
    #expect(text.graphemeEnd(after: 4) == nil)
  }

  @Test func `a grapheme is what a reader counts as one character`() {
    let table: [(String, [Int])] = [
      ("abc", [1, 2, 3]), ("a\r\nb", [1, 3, 4]), ("e\u{301}x", [1, 2]), ("🇸🇪🇳🇴", [8, 16]),
      ("👩‍👩‍👧!", [18, 19]), ("がか", [3, 6]), ("한\u{1112}\u{1161}", [3, 6]), ("ﾊﾟ", [3]),
    ]
    for (original, ends) in table {
      let text = Self.fold(original)
      var found: [Int] = []
      var offset = 0
      while let end = text.graphemeEnd(after: offset) {
        found.append(end)
        offset = end
      }
      #expect(found == ends, "\(original)")
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `ASCII among other letters divides as the whole text says`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "a", "b", "Q", "x1", "7", ".", ",", "'", ":", ";", "_", "-", " ", "  ", "@", "\r\n", "ñ", "Ω",
      "я",
      "\u{AD}", "日本", "ไทย", "א", "한", "🇸🇪", "\u{323}", "©",
    ]
    for _ in 0..<60 {
      let count = Int.random(in: 1...12, using: &generator)
      let text =
        (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined() + "é"
      for locale in ["", "sv"] {
        let textLocale = TextLocale(identifier: locale)
        let folded = TextFolder(options: [], locale: textLocale).fold(text)
        // Only where folding changes no offset can both be compared.
        guard folded.bytes == Array(text.utf8) else { continue }
        let utf8 = folded.bytes
        for word in WordSegmenter.words(in: text, locale: textLocale) {
          let note: Comment = "seed \(seed), \(locale): \(text.debugDescription)"
          try #require(folded.isWordBoundary(at: word.lowerBound), note)
          try #require(folded.isWordBoundary(at: word.upperBound), note)
          for offset in word.dropFirst() where utf8[offset] < 0x80 && utf8[offset - 1] < 0x80 {
            let changesCase =
              0x61...0x7A ~= utf8[offset - 1] && 0x41...0x5A ~= utf8[offset]
            try #require(folded.isWordBoundary(at: offset) == changesCase, note)
          }
        }
      }
    }
  }

  @Test func `boundaries may be asked from several threads`() async {
    let text = Self.fold(String(repeating: "Straße東京", count: 200))
    let counts = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<4 { group.addTask { Self.boundaries(text).count } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(counts).count == 1)
  }
}
