import FresnelModel
import FresnelQuery
import FresnelTestSupport
import Testing

@Suite struct UserQueryPieceTests {
  /// The pieces as `kind:text`, with a star where one may go on.
  private func pieces(_ query: UserQuery) -> [String] {
    query.pieces.map { "\($0.kind):\(query.text(of: $0))\($0.mayGoOn ? "*" : "")" }
  }

  private func pieces(_ text: String, caret: Int? = nil) -> [String] {
    pieces(UserQuery(text, caret: caret))
  }

  @Test("White space alone cuts, and the last word is being typed")
  func words() {
    #expect(pieces("abc de") == ["word:abc", "prefix:de*"])
    #expect(pieces("  Ab\u{3000}c\t") == ["word:Ab", "word:c"])
    #expect(pieces("don't 北京大学 café") == ["word:don't", "word:北京大学", "prefix:café*"])
  }

  @Test("The piece at the caret is being typed, wherever it is")
  func caret() {
    #expect(pieces("ab cd", caret: 1) == ["prefix:ab*", "word:cd"])
    #expect(pieces("ab cd", caret: 2) == ["prefix:ab*", "word:cd"])
    #expect(pieces("ab cd", caret: 3) == ["word:ab", "word:cd"])
    #expect(pieces("ab cd", caret: 99) == ["word:ab", "prefix:cd*"])
    #expect(pieces("ab cd", caret: -1) == ["word:ab", "word:cd"])
  }

  @Test("Signs that matter make a code, others are left away")
  func codes() {
    #expect(pieces("c++ c# .net AC/DC ") == ["code:c++", "code:c#", "code:.net", "code:AC/DC"])
    #expect(pieces("(node.js), 1,000!") == ["code:node.js", "code:1,000*"])
    #expect(
      pieces("foo, ...bar $5 50% -v a+++ ")
        == ["foo", "bar", "5", "50", "v", "a"].map { "word:\($0)" })
    #expect(pieces("ｃ＋＋ ") == ["code:ｃ＋＋"])
    #expect(pieces("boys' o’hare ") == ["word:boys", "word:o’hare"])
  }

  @Test(
    "Quotes of any style make a phrase",
    arguments: [
      "\"a b\"", "“a b”", "„a b“", "«a b»", "« a b »", "»a b«", "'a b'", "‘a b’", "‚a b‘", "「a b」",
      "『a b』", "‹a b›", "(\"a b\")", "＂a b＂",
    ])
  func phrases(quoted: String) {
    #expect(pieces(quoted) == ["phrase:a b"])
    #expect(pieces("x \(quoted), y ") == ["word:x", "phrase:a b", "word:y"])
  }

  @Test("A quote that nothing closes is a sign, and an apostrophe is no quote")
  func noPhrase() {
    #expect(pieces("\"a b") == ["word:a", "prefix:b*"])
    #expect(pieces("5\" disk 3\" ") == ["word:5", "word:disk", "word:3"])
    #expect(pieces("'90s to '80s ") == ["word:90s", "word:to", "word:80s"])
    #expect(pieces("rock 'n' roll ") == ["word:rock", "phrase:n", "word:roll"])
    #expect(pieces("\"\" \"!\" ").isEmpty)
  }

  @Test(
    "Signs and operators alone ask for nothing",
    arguments: [
      "", " ", "\n", "!?", "*", "\"\"", "|| &&", "--- ...", "( )", "\u{301}", "\u{200D}", "ـ",
    ])
  func nothing(text: String) {
    #expect(pieces(text).isEmpty)
  }

  @Test("A token is a piece, and what it covers is no word")
  func tokens() throws {
    let filter = try parseQuery("kind == \"x\"")
    func query(_ kind: UserQuery.Token.Kind, _ ranges: Range<Int>...) -> UserQuery {
      UserQuery("budget photos 2024", tokens: ranges.map { .init(kind, range: $0, filter: filter) })
    }
    let whole = query(.kind, 7..<13)
    #expect(pieces(whole) == ["word:budget", "token:photos", "prefix:2024*"])
    #expect(whole.conditions == [filter])
    let dismissed = query(.dismissed, 7..<13)
    #expect(pieces(dismissed) == ["word:budget", "word:photos", "prefix:2024*"])
    #expect(dismissed.conditions.isEmpty)
    // A token beside the text, one at the place of another and one behind the end only filter.
    let odd = query(.size, 0..<0, 7..<13, 8..<14, 14..<99)
    #expect(pieces(odd) == ["word:budget", "token:photos", "prefix:2024*"])
    #expect(odd.conditions.count == 4)
  }

  @Test("A token whose end is inside a character only filters")
  func tokenInCharacter() {
    for range in [0..<1, 1..<4, 1..<2, 4..<5] {
      let query = UserQuery("é bé c", tokens: [.init(.kind, range: range, filter: nil)])
      #expect(pieces(query) == ["word:é", "word:bé", "prefix:c*"], "\(range)")
    }
  }

  @Test("Of long texts and of many pieces the beginning is heeded")
  func limits() {
    let many = UserQuery(String(repeating: "a ", count: 100))
    #expect(many.pieces.count == UserQuery.mostPieces)
    let long = UserQuery(String(repeating: "é", count: UserQuery.mostBytes))
    #expect(long.pieces.map(\.range) == [0..<UserQuery.mostBytes])
  }

  @Test(
    "Random text gives pieces in order, none of which is an operator",
    arguments: 0..<8 as Range<UInt64>)
  func randomText(seed: UInt64) throws {
    let parts = [
      "*", "**", "?", "\"", "“", "”", "'", "’", "||", "&&", "==", "(", ")", "\\", "「", "」", " ",
      "\u{3000}",
      "a", "é", "\u{301}", "1", "c++", ".", "#", "北", "ـ", "\u{200D}", "👨‍👩‍👧", "\u{0}", "ㅤ", "Ⅷ", "²",
    ]
    var generator = SeededGenerator(seed: seed)
    var signs = Item(uniqueIdentifier: "signs")
    signs.attributes[.title] = .string("— § …")
    let context = EvaluationContext(now: Timestamp(secondsSinceReferenceDate: 0))
    for step in 0..<300 {
      let count = Int.random(in: 0...24, using: &generator)
      let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      let text =
        step.isMultiple(of: 4)
        ? String(decoding: bytes, as: UTF8.self)
        : (0..<count).map { _ in parts[generator.below(parts.count)] }.joined()
      let tokens = (0..<generator.below(3)).map { _ in
        let start = generator.below(30)
        return UserQuery.Token(.kind, range: start..<start + generator.below(9), filter: nil)
      }
      let query = UserQuery(
        text, caret: Int.random(in: -1...40, using: &generator), tokens: tokens)
      var end = 0
      for piece in query.pieces {
        try #require(piece.range.lowerBound >= end && !piece.range.isEmpty, "\(text)")
        end = piece.range.upperBound
        if piece.kind == .token { continue }
        let comparison = Comparison(
          attribute: .metadataAndText, comparator: .equal,
          value: .pattern(query.pattern(of: piece)),
          modifiers: [.caseInsensitive, .diacriticInsensitive, .words])
        let compiled = try CompiledQuery(.comparison(comparison), context: context)
        try #require(!compiled.matches(signs), "\(text)")
        try #require(
          try parseQuery(Query.comparison(comparison).description) == .comparison(comparison))
      }
      try #require(end <= text.utf8.count)
    }
  }
}
