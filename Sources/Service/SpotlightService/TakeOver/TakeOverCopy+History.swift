internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

// What an app kept of what the person did in it, while there was no daemon.

extension TakeOverCopy {
  /// Copies the states that the core does not know, behind the items that they belong to.
  ///
  /// None are copied when none are kept of the app. Of an app's own store none are copied either when any were
  /// deleted meanwhile, and when they would belong to a class that is served elsewhere; those that cannot be read are
  /// left out, and what is more than is kept of an app. What another app left is taken whole, as it is: it goes from
  /// there, and too much of it is forgotten from the oldest on as ever.
  ///
  /// - Throws: ``ServiceError``; some may be copied then.
  func copyHistory(_ snapshot: Snapshot, of owner: String?) throws(ServiceError) {
    if isAdoption, let owner { try checkHistoryPlace(snapshot, of: owner) }
    let app = peer.app.identifier
    let scope = IndexScope.activities(of: app)
    let rules = core.host.historyRules(of: peer.app)
    guard rules.isKept, let store = core.store(of: rules.protection) else { return }
    let present = try store.snapshot()
    var batches: [[EncodedItem]] = [[]]
    var size = History.Size()
    var byteCount = 0
    snapshot.forEachState(of: historyOwners(in: snapshot, owner)) { _, item in
      guard let copy = isAdoption ? item : Self.madeAnew(item),
        present.item(scope: scope, identifier: copy.uniqueIdentifier) == nil
      else { return true }
      size.count += 1
      size.byteCount += copy.byteCount
      if size.isTooLarge, !isAdoption { return false }
      batches[batches.count - 1].append(copy)
      byteCount += copy.byteCount
      if byteCount >= Self.batchByteCount {
        batches.append([])
        byteCount = 0
      }
      return true
    }
    for items in batches where !items.isEmpty {
      if let error = put(states: items, into: store) { throw error }
    }
  }

  /// Checks that what another app left of history can become the heir's here: it goes from where it is.
  ///
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/refused``.
  func checkHistoryPlace(_ snapshot: Snapshot, of owner: String) throws(ServiceError) {
    let rules = core.host.historyRules(of: peer.app)
    guard rules.isKept, core.store(of: rules.protection) == nil else { return }
    var hasStates = false
    snapshot.forEachState(of: historyOwners(in: snapshot, owner)) { _, _ in
      hasStates = true
      return false
    }
    guard hasStates else { return }
    throw ServiceError(
      .refused,
      "The places at which you were in \(owner) would have to go to another protection class, that of "
        + "\(peer.app.identifier). Delete them first: fresnel history delete --app \(owner)")
  }

  /// The apps whose history in a store is copied.
  private func historyOwners(in snapshot: Snapshot, _ owner: String?) -> Set<String> {
    Set(
      snapshot.knownScopes.filter {
        $0.index == ScopeName.activities && (owner == nil || $0.app == owner)
      }.map(\.app))
  }

  /// The entry of a state, made of what can be read of one in an app's own store: the app may have written anything
  /// there.
  private static func madeAnew(_ item: EncodedItem) -> EncodedItem? {
    let attributes = item.replacingServiceAttributes()
    return StateEntry(item).flatMap { entry in
      try? StateEntry.item(
        StateKey.of(entry.record.activity, attributes), entry.record, attributes)
    }
  }

  /// Puts states into a store and waits until they are durable.
  private func put(states: [EncodedItem], into store: ClassStore) -> ServiceError? {
    put(into: store) { [self] done throws(ServiceError) in
      guard core.host.historyRules(of: peer.app).isKept else { return done(nil) }
      // Looked at where what deletes history comes before or after.
      let app = peer.app.identifier
      let metadataLog = core.home.metadataLog.state
      let deletions = isAdoption ? metadataLog.adoptionDeletions(fromHistoryOf: app) : nil
      let isDeleted = deletions?.isAll ?? metadataLog.hasDeletedHistory(of: app)
      let left = isDeleted ? [] : states.filter { !(deletions?.contains(state: $0) ?? false) }
      guard !left.isEmpty else { return done(nil) }
      let scope = IndexScope.activities(of: app)
      store.history.noteUse(of: scope)
      // What is too much then goes with the next change.
      let growth = History.Size(
        count: left.count, byteCount: left.reduce(0) { $0 + $1.byteCount })
      _ = store.history.noteGrowth(of: app, by: growth)
      begin()
      store.submit(
        Batch(scope: scope, operations: [.putEncoded(left)], keepsStoredItems: true),
        completion: done)
    }
  }
}

extension ServiceCore {
  /// Records that some history of an app was deleted, if the app has a store that is still to be taken over, or is
  /// being given the items of another: it must not come back with them.
  ///
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/unavailable``; nothing must be deleted then.
  func noteHistoryDeletion(of app: String) throws(ServiceError) {
    guard home.metadataLog.isDurable else { return }
    if try notesDeletions(of: app) {
      try home.record([PendingTakeOver.historyDeletion(app)])
    }
    if home.metadataLog.state.isAdopting(app) {
      try home.record([PendingAdoption.historyDeletion(app)])
    }
  }
}
