internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import FresnelStorage
internal import SpotlightClient
internal import SpotlightService
internal import SpotlightWire

extension Store: ItemLibrary {
  func indexes() -> [IndexCount] {
    snapshot().scopes().map { IndexCount(scope: $0.scope, itemCount: $0.itemCount) }
  }

  func search(
    _ request: RankedRequest, hiding hidden: HiddenApps,
    _ cancellation: SearchCancellation?
  ) throws(ServiceError) -> LibraryAnswer {
    let snapshot = snapshot(request.isSettled ? .acknowledged : .published)
    var isCancelled: (@Sendable () -> Bool)?
    if let cancellation { isCancelled = { cancellation.isCancelled } }
    let search = SnapshotSearch(
      snapshot, hiding: hidden.fromSearch, suggestingNothingOf: hidden.fromSuggestions)
    switch request.bounded(by: searchBudget) {
    case .search(let request):
      let (results, work) = try search.results(for: request, isCancelled: isCancelled)
      return LibraryAnswer(results: AskAnswer(results), work: work)
    case .ask(let request):
      let (answer, work, _) = try search.answer(to: request, isCancelled: isCancelled)
      return LibraryAnswer(results: answer, work: work)
    }
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

extension RankedRequest {
  /// The request with a bound of its time, unless it has one.
  func bounded(by seconds: Double?) -> RankedRequest {
    var request = self
    request.budgetMilliseconds = milliseconds(boundedBy: seconds)
    return request
  }

  /// The time that the request may take, in milliseconds; 0 for any.
  func milliseconds(boundedBy seconds: Double?) -> UInt16 {
    guard budgetMilliseconds == 0, let seconds else { return budgetMilliseconds }
    return UInt16(clamping: max(1, Int(seconds * 1000)))
  }
}
