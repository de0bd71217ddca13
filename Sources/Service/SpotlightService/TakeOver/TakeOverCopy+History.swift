internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

// What an app kept of what the person did in it, while there was no daemon.

extension TakeOverCopy {
  /// Copies the states that the core does not know, behind the items that they belong to.
  ///
  /// None are copied when none are kept of the app, when any were deleted meanwhile, and when they would belong
  /// to a class that is served elsewhere.
  ///
  /// - Throws: ``ServiceError``; some may be copied then.
  func copyHistory(_ snapshot: Snapshot, of owner: String?) throws(ServiceError) {
    let app = peer.app.identifier
    let scope = IndexScope.activities(of: app)
    let rules = core.host.historyRules(of: peer.app)
    guard rules.isKept, let store = core.store(of: rules.protection) else { return }
    let present = try store.snapshot()
    var batches: [[EncodedItem]] = [[]]
    var size = History.Size()
    let owners = Set(
      snapshot.knownScopes.filter {
        $0.index == ScopeName.activities && (owner == nil || $0.app == owner)
      }.map(\.app))
    snapshot.forEachState(of: owners) { _, item in
      // The app may have written anything there: an entry is made anew of what can be read.
      let attributes = item.replacingServiceAttributes()
      guard let entry = StateEntry(item),
        let copy = try? StateEntry.item(
          StateKey.of(entry.record.activity, attributes), entry.record, attributes),
        present.item(scope: scope, identifier: copy.uniqueIdentifier) == nil
      else { return true }
      size.count += 1
      size.byteCount += copy.byteCount
      if size.isTooLarge { return false }
      batches[batches.count - 1].append(copy)
      if batches[batches.count - 1].reduce(0, { $0 + $1.byteCount }) >= Self.batchByteCount {
        batches.append([])
      }
      return true
    }
    for items in batches where !items.isEmpty {
      if let error = put(states: items, into: store) { throw error }
    }
  }

  /// Puts states into a store and waits until they are durable.
  private func put(states: [EncodedItem], into store: ClassStore) -> ServiceError? {
    put(into: store) { [self] done throws(ServiceError) in
      guard core.host.historyRules(of: peer.app).isKept else { return done(nil) }
      // Looked at where what deletes history comes before or after.
      let app = peer.app.identifier
      let ledger = core.home.ledger.state
      let deletions = isAdoption ? ledger.adoptionDeletions(fromHistoryOf: app) : nil
      let isDeleted = deletions?.isAll ?? ledger.hasDeletedHistory(of: app)
      let left = isDeleted ? [] : states.filter { !(deletions?.contains(state: $0) ?? false) }
      guard !left.isEmpty else { return done(nil) }
      let scope = IndexScope.activities(of: app)
      store.history.noteUse(of: scope)
      store.submit(
        Batch(scope: scope, operations: [.putEncoded(left)], keepsStoredItems: true),
        completion: done)
    }
  }
}

extension ServiceCore {
  /// Notes that some history of an app was deleted, if the app has a store that is still to be taken over, or is
  /// being given the items of another: it must not come back with them.
  ///
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/unavailable``; nothing must be deleted then.
  func noteHistoryDeletion(of app: String) throws(ServiceError) {
    guard home.ledger.isDurable else { return }
    let ledger = home.ledger.state
    if ledger.awaitsTakeOver(of: app) { try home.record([PendingTakeOver.historyDeletion(app)]) }
    if ledger.isAdopting(app) { try home.record([PendingAdoption.historyDeletion(app)]) }
  }
}
