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
  func copyHistory(_ snapshot: Snapshot) throws(ServiceError) {
    let app = peer.app.identifier
    let scope = IndexScope.activities(of: app)
    let rules = core.host.historyRules(of: peer.app)
    guard rules.isKept, let store = core.store(of: rules.protection) else { return }
    if core.home.ledger.state.hasDeletedHistory(of: app) { return }
    let present = try store.snapshot()
    var batches: [[EncodedItem]] = [[]]
    var size = History.Size()
    let owners = Set(
      snapshot.knownScopes.filter { $0.index == ScopeName.activities }.map(\.app))
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
      if let error = put(Batch(scope: scope, operations: [.putEncoded(items)]), into: store) {
        throw error
      }
    }
  }

  /// Puts states into a store and waits until they are durable.
  private func put(_ states: Batch, into store: ClassStore) -> ServiceError? {
    put(into: store) { [core, peer] done throws(ServiceError) in
      guard core.host.historyRules(of: peer.app).isKept else { return done(nil) }
      store.history.noteUse(of: states.scope)
      store.submit(states, completion: done)
    }
  }
}

extension ServiceCore {
  /// Notes that some history of an app was deleted, if the app has a store that is still to be taken over: it must
  /// not come back with it.
  ///
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/unavailable``; nothing must be deleted then.
  func noteHistoryDeletion(of app: String) throws(ServiceError) {
    guard home.ledger.isDurable, home.ledger.state.awaitsTakeOver(of: app) else { return }
    try home.record([PendingTakeOver.historyDeletion(app)])
  }
}
