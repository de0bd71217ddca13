import FresnelEngine
import FresnelModel
import FresnelQuery
import FresnelTestSupport
import Testing

@Suite("Snapshot answering the hand-written query cases")
struct QueryCaseTests {
  /// All items of the table in one store, so that each query must find its own among the others.
  @Test("every row of the table holds")
  func everyRow() async throws {
    try await withTemporaryStore { directory in
      let time = QueryCases.all[0].context.now
      let store = try Store.open(at: directory, options: StoreOptions(clock: { time }))
      var identifiers: [Item: String] = [:]
      for row in QueryCases.all where identifiers[row.item] == nil {
        // The rows' own identifiers are equal; apart they stand in indexes of their own.
        let name = "\(identifiers.count)"
        identifiers[row.item] = name
        try await store.put([row.item], into: IndexScope(app: "org.example", index: name))
      }
      let snapshot = store.snapshot()
      for row in QueryCases.all {
        let name = try #require(identifiers[row.item])
        let query = try parseQuery(row.query)
        var isFound = false
        try snapshot.forEachMatch(of: query, context: row.context) { hit in
          isFound = isFound || hit.scope.index == name
          return true
        }
        #expect(isFound == row.isMatch, "\(row)")
        let ranked = try snapshot.search(
          SearchRequest(query: query, limit: 10_000, context: row.context, countsMatches: true))
        #expect(ranked.hits.contains { $0.scope.index == name } == row.isMatch, "ranked: \(row)")
        #expect(ranked.matchCount == ranked.hits.count)
      }
      store.close()
    }
  }
}
