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
  ///   - items: The items, each once, those that are wanted most first.
  ///   - request: What is asked; its limit counts for nothing.
  ///   - tier: The tier of the reading, which is the highest part of the scores.
  ///   - relation: How the text relates to the names of what the query finds, which is the next part.
  ///   - excluded: What is left out.
  ///   - found: Grows by the hits.
  ///   - evaluations: How many of them may be read and compared, where the index proves nothing; what is left of that.
  ///     The items wanted most are, however they lie in segments.
  /// - Returns: Those that match and are shown, with the scores that they have in a search, in the order of the items.
  /// - Throws: `QueryError` for a query that is no valid tree.
  package func hits(
    among items: [(scope: IndexScope, identifier: String)], of request: SearchRequest,
    inTier tier: Int = 0, relation: Int = 0, besides excluded: FoundItems = FoundItems(),
    _ found: inout FoundItems, evaluations: inout Int
  ) throws(QueryError) -> [Hit] {
    var budget = SearchBudget(
      deadline: MonotonicClock.deadline(after: request.timeBudget),
      isCancelled: request.isCancelled)
    guard !items.isEmpty,
      let query = try PlannedQuery.planned(request.query, context: request.context, &budget)
    else { return [] }
    var isPartial = false
    var (rest, all) = (evaluations, found)
    defer { (evaluations, found) = (rest, all) }
    let answer = reading(isPartial: &isPartial) { (state, _) throws(StorageError) -> [Hit] in
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
        query, in: state.segments.map(\.view),
        visibility(request.filter, besides: excluded.documents), budget: budget)
      let matches = try search.matches(among: places, evaluations: &rest)
      var compressedHitCount = 0
      let hits = try hits(
        matches, request.detail, state, common: MatchFacts.common(tier: tier, relation: relation),
        &compressedHitCount)
      for match in matches {
        all.documents.insert(match.document, of: state.segments[match.segment].segment)
      }
      return hits
    }
    return answer ?? []
  }
}
