internal import FresnelEngine
internal import FresnelQuery
internal import SpotlightWire

extension LadderClimb {
  /// Puts in what the person pinned for the text, or gave it as a name. No plan finds it again.
  ///
  /// - Parameter words: What was typed as a query, by which second lines are chosen; `nil` where there is none.
  /// - Throws: `QueryError` for a filter that is no valid tree.
  mutating func addMarked(_ words: Query?) throws(QueryError) {
    guard let marks = request.marks, request.order == .relevance else { return }
    var search = FresnelEngine.SearchRequest(
      query: AskRun.everything, context: request.context, detail: request.detail,
      isCancelled: isOver)
    for (place, store) in stores.enumerated() {
      search.filter = store.filter
      let marked = try marks.hits(
        for: search, inTier: Int(Reading.asTyped.tier), of: store, &found[place], &known)
      hits += marked.map { ($0, store, plans.count) }
    }
    if hits.isEmpty { return }
    // What they match besides the filters is the person's word.
    asTypedCount += hits.count
    plans.append(ReadingPlan(words ?? AskRun.everything, .asTyped))
    setAside = found
    (markedCount, rankedCount) = (hits.count, hits.count)
    grouped = nil
  }
}
