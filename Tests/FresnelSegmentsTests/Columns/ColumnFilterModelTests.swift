import FresnelModel
import FresnelQuery
import FresnelSegments
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("Column filters and the evaluator")
struct ColumnFilterModelTests {
  /// Holds the filter of a comparison against the evaluator, in order, at random and by stepping.
  ///
  /// - Returns: Whether there was a filter.
  private func compare(
    _ clause: CompiledClause, _ query: CompiledQuery, _ fixture: ColumnFixture,
    _ random: inout RandomColumnItems, _ seed: UInt64
  ) throws -> Bool {
    guard case .comparison(let comparison) = clause else { return false }
    let single = try CompiledQuery(comparison.source, context: query.context)
    guard var filter = try fixture.columns.filter(for: comparison) else { return false }
    let expected = fixture.items.map { single.matches($0) }
    let count = UInt32(fixture.items.count)
    for document in 0..<count {
      try #require(
        try filter.matches(document) == expected[Int(document)],
        "seed \(seed), document \(document), \(single.query)")
    }
    #expect((0...1).contains(filter.estimatedShare), "seed \(seed), \(single.query)")

    guard var stepping = try fixture.columns.filter(for: comparison) else { return false }
    var found: [UInt32] = []
    var document: UInt32 = 0
    while document < count {
      document = try stepping.next(from: document)
      guard document < count else { break }
      found.append(document)
      document += 1
      // Other questions in between change nothing.
      let other = UInt32(random.below(Int(count)))
      try #require(
        try stepping.matches(other) == expected[Int(other)],
        "seed \(seed), document \(other), \(single.query)")
    }
    try #require(
      found == (0..<count).filter { expected[Int($0)] }, "seed \(seed), \(single.query)")
    return true
  }

  private func clauses(_ clause: CompiledClause) -> [CompiledClause] {
    switch clause {
    case .comparison: [clause]
    case .not(let inner): clauses(inner)
    case .and(let inner), .or(let inner): inner.flatMap(clauses)
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `a filter says what the evaluator says of every item`(seed: UInt64) throws {
    var random = RandomColumnItems(seed: seed)
    let count = seed % 10 == 0 ? 1_100 + random.below(500) : 1 + random.below(60)
    let fixture = try ColumnFixture(
      (0..<count).map { try random.item($0) }, flushInterval: seed % 2 == 0 ? nil : 7)
    var filters = 0
    let comparisons = count > 60 ? 8 : 60
    for _ in 0..<comparisons {
      let query = try CompiledQuery(random.query(), context: ColumnFixture.context)
      for clause in clauses(query.root)
      where try compare(clause, query, fixture, &random, seed) { filters += 1 }
    }
    #expect(filters > comparisons / 3, "seed \(seed): the evaluator has to decide too much")
  }

  static let texts = [
    "fileSize > 5 && fileSize <= 40960 && fileSize != 1024",
    "pageCount == 0 || pageCount == 1.0 || pageCount < 9007199254740993",
    "InRange(fileSize, 1024, 20480) && InRange(stars, -1, 1)",
    "contentCreationDate == $time.today || contentCreationDate >= $time.this_month(-1)",
    "contentCreationDate > 800000000 && contentCreationDate != $time.this_week",
    "expirationDate < $time.now && expirationDate != 5",
    "allDay == 1 || allDay != 1 || allDay == 0",
    "kind == 'a*'c && kind != 'A'cd && kind == '?'",
    "keywords == 'word'wc || keywords == '*'",
    "domainIdentifier == 'mail*' && domainIdentifier != 'Notes'c",
    "tag == 'straße'cdw && tag != '*a*'",
    "stars == 0.125 || stars >= 1e300",
  ]

  @Test(arguments: texts)
  func `what people write is answered as the evaluator answers`(text: String) throws {
    for seed in 1000..<1003 as Range<UInt64> {
      var random = RandomColumnItems(seed: seed)
      let fixture = try ColumnFixture((0..<300).map { try random.item($0) })
      let query = try CompiledQuery(parseQuery(text), context: ColumnFixture.context)
      for clause in clauses(query.root) {
        _ = try compare(clause, query, fixture, &random, seed)
      }
    }
  }
}
