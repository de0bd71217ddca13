import FresnelModel
import FresnelQuery
import FresnelTestSupport
import FresnelText
import Testing

/// Long lists of clauses, which are compiled into sets, against their clauses one by one.
@Suite("Long lists of clauses") struct LongListTests {
  private static let context = EvaluationContext(
    now: Timestamp(secondsSinceReferenceDate: 795_540_600), timeZone: "UTC",
    locale: TextLocale(identifier: ""))

  private static func matches(_ query: Query, _ item: Item) throws -> Bool {
    try CompiledQuery(query, context: context).matches(item)
  }

  @Test(
    "a disjunction holds where a clause does, a conjunction where all do",
    arguments: 0..<12 as Range<UInt64>)
  func clauseByClause(seed: UInt64) throws {
    var random = RandomQuery(seed: seed)
    var items = RandomItems(seed: seed)
    for step in 0..<40 {
      // Few attributes and values, so that many clauses are about the same and some match.
      let count = Int.random(in: 14...60, using: &random.generator)
      let clauses = (0..<count).map { _ in
        random.pick([true, false]) ? Query.comparison(random.comparison()) : random.query(depth: 1)
      }
      var candidates = [items.item(isUpdate: false), random.pick(QueryCases.all).item]
      for clause in clauses {
        guard case .comparison(let comparison) = clause,
          case .pattern(let pattern) = comparison.value,
          case .text(let text)? = pattern.elements.first, pattern.elements.count == 1
        else { continue }
        var item = Item(uniqueIdentifier: text)
        item.attributes[.title] = .string(text)
        candidates.append(item)
      }
      for item in candidates.prefix(8) {
        let answers = try clauses.map { try Self.matches($0, item) }
        let note = "seed \(seed), step \(step): \(item)"
        try #require(
          Self.matches(.or(ClauseList(clauses)), item) == answers.contains(true), "\(note)")
        try #require(
          Self.matches(.and(ClauseList(clauses)), item) == !answers.contains(false), "\(note)")
        let negated = clauses.map { Query.not($0) }
        try #require(
          Self.matches(.and(ClauseList(negated)), item) == !answers.contains(true), "\(note)")
        try #require(
          Self.matches(.or(ClauseList(negated)), item) == answers.contains(false), "\(note)")
        let explained = try CompiledQuery(.or(ClauseList(clauses)), context: Self.context).explain(
          item)
        try #require(explained.isMatch == answers.contains(true), "\(note)")
      }
    }
  }

  @Test(
    "a set of numbers and dates holds what one of its intervals holds",
    arguments: 0..<8 as Range<UInt64>)
  func quantities(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for step in 0..<60 {
      let clauses = (0..<Int.random(in: 16...30, using: &random)).map { _ in
        let value = Double(Int.random(in: -8...8, using: &random)) / 2
        let other = Double(Int.random(in: -8...8, using: &random)) / 2
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return "n < \(value - 6)"
        case 1: return "n >= \(value + 7)"
        case 2: return "InRange(n, \(value), \(other))"
        case 3: return "n == $time.now(\(value))"
        default: return "n == \(value)"
        }
      }
      let queries = try clauses.map { try parseQuery($0) }
      let whole = try CompiledQuery(.or(ClauseList(queries)), context: Self.context)
      for half in -30...30 {
        let seconds = Self.context.now.secondsSinceReferenceDate + Double(half) / 2
        for value in [
          AttributeValue.double(Double(half) / 2), .integer(Int64(half)),
          .date(Timestamp(secondsSinceReferenceDate: seconds)),
        ] {
          var item = Item(uniqueIdentifier: "i")
          item.attributes[.custom(CustomAttributeKey(name: "n"))] = value
          let expected = try queries.contains { try Self.matches($0, item) }
          try #require(
            whole.matches(item) == expected, "seed \(seed), step \(step): \(value) in \(clauses)")
        }
      }
    }
  }

  @Test("highlighting marks what a set found")
  func highlighting() throws {
    let query = (0..<20).map { "title == \"Text \($0)\"c" }.joined(separator: " || ")
    let highlighter = MatchHighlighter(
      try CompiledQuery(try parseQuery(query), context: Self.context))
    #expect(highlighter.ranges(in: "text 7") == [0..<6])
    #expect(highlighter.ranges(in: "text 99").isEmpty)
  }
}
