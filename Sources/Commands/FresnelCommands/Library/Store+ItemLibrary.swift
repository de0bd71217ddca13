internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import FresnelStorage
internal import SpotlightService
internal import SpotlightWire

extension Store: ItemLibrary {
  func indexes() -> [IndexCount] {
    snapshot().scopes().map { IndexCount(scope: $0.scope, itemCount: $0.itemCount) }
  }

  func search(
    _ request: SpotlightWire.SearchRequest, hiding hiddenApps: Set<String>,
    _ cancellation: SearchCancellation?
  ) throws(ServiceError) -> LibraryAnswer {
    let snapshot = snapshot(request.isSettled ? .acknowledged : .published)
    var isCancelled: (@Sendable () -> Bool)?
    if let cancellation { isCancelled = { cancellation.isCancelled } }
    let (results, work) = try SnapshotSearch(snapshot, hiding: hiddenApps).results(
      for: request.bounded(by: searchBudget), isCancelled: isCancelled)
    return LibraryAnswer(results: results, work: work)
  }

  func forEachItem(
    in filter: ScopeFilter, _ body: (IndexScope, EncodedItem) throws -> Bool
  ) rethrows -> [String] {
    let snapshot = snapshot()
    let wasPartial = snapshot.isPartial
    try snapshot.forEachItem(in: filter, body)
    // What failed on the way may be readable again, and is missing all the same. A loss known before may be others'.
    let isMissing = snapshot.isPartial && (!wasPartial || lacksItems(in: filter))
    return isMissing ? [StoreSet.partialSentence] : []
  }

  func missingItemCount(in filter: ScopeFilter) -> Int? {
    guard lacksItems(in: filter) else { return 0 }
    // What an earlier opening found is known by the names of indexes alone.
    guard !loss.damages.isEmpty else { return nil }
    // Whose the items of a damaged file are is not counted.
    if case .named(let scopes) = lossScopes, !scopes.allSatisfy(filter.contains) { return nil }
    return loss.damages.reduce(0) { sum, damage in
      sum.flatMap { sum in damage.lostItemCount.map { sum + $0 } }
    }
  }

  var hasNotedLoss: Bool { lacksItems(in: .everything) }

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

extension SpotlightWire.SearchRequest {
  /// The request with a bound of its time, unless it has one.
  func bounded(by seconds: Double?) -> SpotlightWire.SearchRequest {
    guard budgetMilliseconds == 0, let seconds else { return self }
    var request = self
    request.budgetMilliseconds = UInt16(clamping: max(1, Int(seconds * 1000)))
    return request
  }
}
