internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import FresnelQuery
internal import FresnelStorage

extension Store: ItemLibrary {
  func indexes() -> [IndexCount] {
    snapshot().scopes().map { IndexCount(scope: $0.scope, itemCount: $0.itemCount) }
  }

  func search(
    _ request: SearchRequest, _ freshness: Freshness
  ) throws(QueryError) -> LibraryAnswer {
    var request = request
    request.timeBudget = request.timeBudget ?? searchBudget
    let results = try snapshot(freshness).search(request)
    return LibraryAnswer(
      hits: results.hits, matchCount: results.matchCount, isPartial: results.isPartial,
      work: results.work)
  }

  func countMatches(
    of query: Query, in filter: ScopeFilter, context: EvaluationContext, isCancelled: () -> Bool
  ) throws(QueryError) -> MatchCount? {
    try snapshot().countMatches(
      of: query, in: filter, context: context, timeBudget: searchBudget, isCancelled: isCancelled)
  }

  func forEachItem(
    in filter: ScopeFilter, _ body: (IndexScope, EncodedItem) throws -> Bool
  ) rethrows -> [String] {
    let snapshot = snapshot()
    try snapshot.forEachItem(in: filter, body)
    return snapshot.isPartial ? [StoreSet.partialSentence] : []
  }

  func missingItemCount(in filter: ScopeFilter) -> Int? {
    // What an earlier opening found is known by the names of indexes alone.
    guard !loss.damages.isEmpty else { return lacksItems ? nil : 0 }
    return loss.damages.reduce(0) { sum, damage in
      sum.flatMap { sum in damage.lostItemCount.map { sum + $0 } }
    }
  }

  var hasNotedLoss: Bool { lacksItems }

  func item(_ identifier: String, in scope: IndexScope) -> EncodedItem? {
    snapshot().item(scope: scope, identifier: identifier)
  }

  func clientState(of scope: IndexScope) -> [UInt8]? {
    snapshot().clientState(of: scope)
  }

  func write(_ batch: Batch, whenDone completion: @escaping @Sendable (CommandError?) -> Void) {
    submit(batch) { error in
      completion(error.map { CommandError(.store, $0.message.withoutFullStop) })
    }
  }

  func catchUp() {
    try? refresh()
  }
}
