import FresnelModel
import FresnelQuery
import FresnelTestSupport
import FresnelText
import Testing

/// Long lists as queries spell them, which the parser keeps as texts, against their clauses read one by one.
@Suite("Long lists of texts") struct LiteralListTests {
  private static let context = EvaluationContext(
    now: Timestamp(secondsSinceReferenceDate: 795_540_600), timeZone: "UTC",
    locale: TextLocale(identifier: ""))

  /// A clause as someone may spell it; mostly of the form that a list has.
  private static func clause(_ usual: String, _ random: inout SeededGenerator) -> String {
    func pick(_ choices: [String]) -> String { choices.randomElement(using: &random) ?? "" }
    let values = [
      "a", "b", "ab", "A", "é", "e\u{301}", "", "a b", "\\\"", "\\\\", "a\\*b", "\\?", "\\é", "日本語",
      "longer than eight bytes", "eight by", "'", "||", "&& )",
    ]
    guard Int.random(in: 0..<12, using: &random) == 0 else {
      let space = pick(["", " ", "  ", "\t\n"])
      return usual.replacing("=", with: "\(space)=\(pick(["", "="]))\(space)", maxReplacements: 1)
        .replacing("VALUE", with: pick(values))
    }
    let name = pick(["title", "uniqueIdentifier", "titles", "titl", "*", "**", "n"])
    return pick([
      "\(name) == \"\(pick(values))\"\(pick(["", "c", "cd", "dc", "w", "t"]))",
      "\(name) ==[cd] \"\(pick(values))\"", "\(name) = a", "\(name) == b\\?", "\(name) == \"a*\"",
      "\(name) != \"a\"", "!\(name) == \"b\"", "(\(name) == \"a\")", "\(name) == 'a'cd",
      "(title == \"a\" || title == \"b\"cd)", "\(name) == \"a\" && title == \"a\"", "n == 3",
      "InRange(n, 1, 3)", "\(name)\u{A0}==\u{3000}\"b\"",
    ])
  }

  private static func list(_ random: inout SeededGenerator) -> [String] {
    let name = ["title", "uniqueIdentifier", "*"].randomElement(using: &random) ?? "title"
    let modifiers = ["", "c", "cd", "d", "w"].randomElement(using: &random) ?? ""
    let quote = Int.random(in: 0..<4, using: &random) == 0 ? "'" : "\""
    let usual = "\(name)=\(quote)VALUE\(quote)\(modifiers)"
    let prefix = Int.random(in: 0..<30, using: &random)
    let length = Int.random(in: 1...60, using: &random)
    return (0..<length).map { place in
      // A list that begins with many of one form is what is kept as texts.
      place < prefix
        ? usual.replacing("VALUE", with: "\(place % 7)") : clause(usual, &random)
    }.map { $0.contains("'''") ? "title == \"a\"" : $0 }
  }

  private static func items(_ random: inout SeededGenerator) -> [Item] {
    let texts = [
      "a", "B", "\"", "a*b", "é", "3", "", "日本語", "longer than eight bytes", "\\", "none",
    ]
    return (0..<6).map { _ in
      var item = Item(uniqueIdentifier: texts.randomElement(using: &random) ?? "a")
      if Bool.random(using: &random) {
        item.attributes[.title] = .string(texts.randomElement(using: &random) ?? "a")
      }
      return item
    }
  }

  @Test("mean, equal and print what their clauses do", arguments: 0..<40 as Range<UInt64>)
  func clauseByClause(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for step in 0..<25 {
      let spelled = Self.list(&random)
      let text = spelled.joined(separator: [" || ", "||"].randomElement(using: &random) ?? "||")
      let note: Comment = "seed \(seed), step \(step): \(text)"
      let clauses = try spelled.map { try parseQuery($0) }
      let expected = Query.any(of: clauses)
      let query = try parseQuery(text)
      try #require(query == expected, note)
      try #require(query.hashValue == expected.hashValue, note)
      try #require(query.description == expected.description, note)
      try #require(try parseQuery(query.description) == query, note)
      try #require(try parseQuery("(\(text))") == expected, note)
      try #require(try parseQuery("!(\(text))") == .not(expected).normalized, note)
      let compiled = try CompiledQuery(query, context: Self.context)
      for item in Self.items(&random) {
        let answers = try clauses.map {
          try CompiledQuery($0, context: Self.context).matches(item)
        }
        try #require(compiled.matches(item) == answers.contains(true), note)
        try #require(compiled.explain(item).isMatch == answers.contains(true), note)
      }
    }
  }

  @Test("are refused with the error that a short list has, at its place")
  func errors() throws {
    let start = (0..<20).map { "uniqueIdentifier == \"\($0)\" || " }.joined()
    for wrong in [
      "", "uniqueIdentifier == \"a\"x || a == 1", "uniqueIdentifier == \"a",
      "uniqueIdentifier == \"\\",
      "uniqueIdentifier == \"a\\\"", "uniqueIdentifier \"a\"", "uniqueIdentifier === \"a\"",
      "uniqueIdentifier == \"a\" | a == 1", "uniqueIdentifier == \"a\" ||", "uniqueIdentifier",
      "uniqueIdentifier == \"a\" || )", "uniqueIdentifier == “a”", "uniqueIdentifier < \"a\"",
      "uniqueIdentifier == \"\(String(repeating: "a", count: 1 << 20))a\" || a == 1",
    ] {
      let short = #expect(throws: QueryError.self) { try parseQuery("a == 1 || " + wrong) }
      let long = #expect(throws: QueryError.self) { try parseQuery(start + wrong) }
      #expect(long?.code == short?.code)
      #expect(long?.expected == short?.expected)
      #expect(long?.found == short?.found)
      #expect(long?.column == short.map { $0.column - 10 + start.count })
    }
  }

  @Test("have as many clauses as may be, and no more")
  func limit() throws {
    let limit = QueryLimits.maximumClauseCount
    let list = Array(repeating: "a == \"b\"", count: limit).joined(separator: " || ")
    let query = try parseQuery(list)
    _ = try CompiledQuery(query, context: Self.context)
    let refusal = #expect(throws: QueryError.self) { try parseQuery(list + " || a == \"c\"") }
    #expect(refusal?.code == .tooManyClauses)
    #expect(refusal?.column == list.count + 5)
    let both = Query.all(of: [query, try parseQuery("a == \"b\"")])
    let tree = #expect(throws: QueryError.self) { try CompiledQuery(both, context: Self.context) }
    #expect(tree?.code == .tooManyClauses)
  }
}
