package import FresnelQuery
import FresnelPlatform
import FresnelSegments
import FresnelStorage

/// Those of some items that match a query.
package struct ItemMatches: Sendable {
  /// Their places among the items, ascending.
  package var places: [Int] = []
  /// The hits of the first of them, with the scores that they have in a search.
  package var hits: [Hit] = []
}

extension Snapshot {
  /// Finds out which of some items match a query that orders by relevance, however good others are.
  ///
  /// Each costs a look into the lists of the query, so it is for some hundreds of items that are worth it.
  ///
  /// - Parameters:
  ///   - items: The items, each once, those that are wanted most first.
  ///   - request: What is asked; its limit counts for nothing.
  ///   - tier: The tier of the reading, which is the highest part of the scores.
  ///   - relation: How the text relates to the names of what the query finds, which is the next part.
  ///   - excluded: What is left out.
  ///   - found: Grows by the matches.
  ///   - evaluations: How many of them may be read and compared, where the index proves nothing; what is left of that.
  ///     The items wanted most are, however they lie in segments.
  ///   - shownCount: Of how many of the matches, whose places it is handed, rows are read: the first ones.
  /// - Returns: Those that match and are shown, with the hits of the first ones.
  /// - Throws: `QueryError` for a query that is no valid tree.
  package func matches(
    among items: [RememberedItem], of request: SearchRequest, inTier tier: Int = 0,
    relation: Int = 0, besides excluded: FoundItems = FoundItems(), _ found: inout FoundItems,
    evaluations: inout Int, shownCount: (_ places: [Int]) -> Int
  ) throws(QueryError) -> ItemMatches {
    var budget = SearchBudget(
      deadline: MonotonicClock.deadline(after: request.timeBudget),
      isCancelled: request.isCancelled)
    guard !items.isEmpty,
      let query = try PlannedQuery.planned(request.query, context: request.context, &budget)
    else { return ItemMatches() }
    var isPartial = false
    var (rest, all) = (evaluations, found)
    defer { (evaluations, found) = (rest, all) }
    let answer = reading(isPartial: &isPartial) {
      (state, _) throws(StorageError) -> ItemMatches in
      let (documents, indices) = try documents(of: items, in: state)
      if documents.isEmpty { return ItemMatches() }
      var search = SegmentsSearch(
        query, in: state.segments.map(\.view),
        visibility(request.filter, besides: excluded.documents), budget: budget)
      let matches = try search.matches(among: documents, evaluations: &rest)
      var answer = ItemMatches(places: matches.map { indices[$0.index] })
      let ranked = matches.map(\.match)
      var compressedHitCount = 0
      answer.hits = try hits(
        Array(ranked.prefix(shownCount(answer.places))), request.detail, state,
        common: MatchFacts.common(tier: tier, relation: relation), &compressedHitCount)
      all.insert(ranked, in: state)
      return answer
    }
    return answer ?? ItemMatches()
  }

  /// Those of some items that are there, to be left out of searches.
  ///
  /// - Complexity: A look at each segment's number for an item; a probe in each segment where it has moved or is gone.
  package func foundItems(_ items: [RememberedItem]) -> FoundItems {
    var isPartial = false
    return reading(isPartial: &isPartial) { (state, _) throws(StorageError) -> FoundItems in
      var found = FoundItems()
      for place in try documents(of: items, in: state).documents {
        found.documents.insert(place.document, of: state.segments[place.segment].segment)
      }
      return found
    } ?? FoundItems()
  }

  /// The documents of those of some items that are there, each with the item's place among them.
  private func documents(
    of items: [RememberedItem], in state: IndexState
  ) throws(StorageError) -> (documents: [SegmentsSearch.Place], indices: [Int]) {
    let remembered = RememberedPlaces(in: state)
    var documents: [SegmentsSearch.Place] = []
    var indices: [Int] = []
    documents.reserveCapacity(items.count)
    indices.reserveCapacity(items.count)
    for (index, item) in items.enumerated() {
      guard let place = try remembered.place(of: item) else { continue }
      documents.append(SegmentsSearch.Place(segment: place.segment, document: place.document))
      indices.append(index)
    }
    return (documents, indices)
  }
}
