package import FresnelModel
package import FresnelQuery
import FresnelPlatform
import FresnelSegments
import FresnelStorage

extension Snapshot {
  /// Finds out which of some items match a query that orders by relevance, however good others are.
  ///
  /// Each costs a look into the lists of the query, so it is for a few items that are worth it.
  ///
  /// - Parameters:
  ///   - items: The items, each once.
  ///   - request: What is asked; its limit counts for nothing.
  ///   - tier: The tier of the reading, which is the highest part of the scores.
  ///   - evaluations: How many of them may be read and compared, where the index proves nothing; what is left of that.
  /// - Returns: Those that match and are shown, with the scores that they have in a search; best first.
  /// - Throws: `QueryError` for a query that is no valid tree.
  package func hits(
    among items: [(scope: IndexScope, identifier: String)], of request: SearchRequest,
    inTier tier: Int = 0, evaluations: inout Int
  ) throws(QueryError) -> [Hit] {
    var budget = SearchBudget(
      deadline: MonotonicClock.deadline(after: request.timeBudget),
      isCancelled: request.isCancelled)
    guard !items.isEmpty,
      let query = try PlannedQuery.planned(request.query, context: request.context, &budget)
    else { return [] }
    var isPartial = false
    var rest = evaluations
    defer { evaluations = rest }
    let found = reading(isPartial: &isPartial) { (state, _) throws(StorageError) -> [Hit] in
      var places: [SegmentsSearch.Place] = []
      for item in items {
        guard let number = state.scopes.number(of: item.scope) else { continue }
        let key = PendingDocuments.DocumentKey(
          scope: number, identifier: Array(item.identifier.utf8)[...])
        guard let place = try state.find(key) else { continue }
        places.append(SegmentsSearch.Place(segment: place.segment, document: place.document))
      }
      if places.isEmpty { return [] }
      var search = SegmentsSearch(
        query, in: state.segments.map(\.view), visibility(request.filter), budget: budget)
      let matches = try search.matches(among: places, evaluations: &rest)
      var compressedHitCount = 0
      return try hits(
        matches, request.detail, state, common: MatchFacts.common(tier: tier, relation: 0),
        &compressedHitCount)
    }
    return (found ?? []).sorted { $0.score > $1.score }
  }
}
