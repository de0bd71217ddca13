import FresnelEngine
import FresnelModel
import FresnelQuery
import FresnelTestSupport
import Testing

/// Understanding and planning a query are part of what a search may take, before it reads anything.
@Suite("Time budgets of large queries")
struct PlanningBudgetTests {
  /// Queries whose compilation takes far longer than to search a small store.
  private static let queries: [String] = [
    (0..<5_000).map { #"** != "*w\#($0)*"cd"# }.joined(separator: " && "),
    (0..<1_000).map { #"title == "w\#($0) x*""# }.joined(separator: " || "),
    #"** == "\#((0..<5_000).map { "w\($0)" }.joined(separator: " "))"cdt"#,
  ]

  @Test("a query that takes long to plan is given up when the time is over", arguments: 0..<3)
  func noTime(number: Int) async throws {
    let store = try Store.open(at: "/store", storage: FaultyStorage())
    let snapshot = store.snapshot()
    var request = SearchRequest(
      query: try parseQuery(Self.queries[number]), context: EvaluationContext(now: snapshot.time),
      countsMatches: true)
    // The store is empty, so that all that takes time is the query.
    request.timeBudget = 0
    let results = try snapshot.search(request)
    #expect(results.isPartial)
    #expect(results.matchCount == nil)
    request.timeBudget = nil
    #expect(try !snapshot.search(request).isPartial)
    store.close()
  }

  @Test("a query that was called off is not planned to its end", arguments: 0..<3)
  func calledOff(number: Int) async throws {
    let store = try Store.open(at: "/store", storage: FaultyStorage())
    let snapshot = store.snapshot()
    let query = try parseQuery(Self.queries[number])
    let context = EvaluationContext(now: snapshot.time)
    var questions = 0
    #expect(
      try snapshot.countMatches(of: query, context: context) {
        questions += 1
        return false
      } == MatchCount(0, isWhole: true))
    // At least once for each eight patterns of a thousand.
    #expect(questions >= 125)
    questions = 0
    #expect(
      try snapshot.countMatches(of: query, context: context) {
        questions += 1
        return questions > 3
      } == nil)
    #expect(questions == 4)
    store.close()
  }

  @Test("a small query is planned whole, however little time there is")
  func smallQuery() async throws {
    let store = try Store.open(at: "/store", storage: FaultyStorage())
    try await store.put([Item("1", title: "soup")])
    let snapshot = store.snapshot()
    var request = SearchRequest(
      query: try parseQuery(#"** == "soup"cdwt"#), context: EvaluationContext(now: snapshot.time))
    request.timeBudget = 60
    #expect(try snapshot.search(request).hits.count == 1)
    store.close()
  }

  @Test("a query with too many clauses is refused, however little time there is")
  func refused() throws {
    let store = try Store.open(at: "/store", storage: FaultyStorage())
    let snapshot = store.snapshot()
    let comparison = Comparison(
      attribute: .named("title"), comparator: .equal, value: .pattern(Pattern(literal: "x")))
    let query = Query.and(
      ClauseList(
        Array(repeating: .comparison(comparison), count: QueryLimits.maximumClauseCount + 1)))
    var request = SearchRequest(query: query, context: EvaluationContext(now: snapshot.time))
    request.timeBudget = 0
    #expect(throws: QueryError.self) { try snapshot.search(request) }
    store.close()
  }
}
