internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

// What is found out about an app's own store before any of it is copied. Where it is not taken over it stays, and
// searches go on to show what is in it: what was copied would be found twice.

extension TakeOverCopy {
  /// The keys to which indexes of an app's own store are sealed, by their classes.
  typealias Keys = [ProtectionClass: [UInt8]]

  /// Checks that every index of an app's own store can be taken over.
  ///
  /// - Parameters:
  ///   - indexes: The indexes, as the store calls them.
  ///   - marks: What the store says of them.
  ///   - snapshot: What it holds.
  /// - Returns: The keys of the classes to which items have to be sealed.
  /// - Throws: ``ServiceError``, with code ``ServiceError/Code/refused`` where an index can never be taken over. Where a
  ///   key is missing that may be there later, the indexes of its class are not opened before the next try.
  func examine(
    _ indexes: [IndexScope], _ marks: [IndexScope: IndexRecord], _ snapshot: Snapshot
  ) throws(ServiceError) -> Keys {
    core.takeOvers.setWaiting([:], of: peer.app.identifier)
    let metadataLog = core.home.metadataLog.state
    var toSeal: [IndexScope: ProtectionClass] = [:]
    for index in indexes {
      if let error = ScopeName.fault(of: index.index) { throw error }
      let scope = IndexScope(app: peer.app.identifier, index: index.index)
      if let record = metadataLog.index(scope) {
        if core.isElsewhere(record.protection) { _ = try countSealed(index, scope, snapshot) }
      } else if let mark = marks[index], core.isElsewhere(mark.protection),
        isFilled(index, in: snapshot)
      {
        toSeal[scope] = mark.protection
      }
    }
    var keys: Keys = [:]
    do throws(ServiceError) {
      for protection in Set(toSeal.values).sorted(by: { $0.rawValue < $1.rawValue }) {
        keys[protection] = try publicKey(of: protection)
      }
      return keys
    } catch {
      let wasLocked = error.code == .classLocked
      core.takeOvers.setWaiting(
        toSeal.mapValues { TakeOverTable.WaitingIndex(protection: $0, wasLocked: wasLocked) },
        of: peer.app.identifier)
      throw error
    }
  }

  private func isFilled(_ index: IndexScope, in snapshot: Snapshot) -> Bool {
    snapshot.clientState(of: index) != nil || snapshot.holdsItems(of: index)
  }

  /// Has every search find what was copied, also one that takes what is indexed by then: searches leave the app's own
  /// store out as soon as all of it is copied.
  func publish() throws(ServiceError) {
    for store in core.stores { _ = try store.snapshot(.acknowledged) }
  }

  /// Records what the core owes the app of the indexes that were taken over, all of them: not before, as an app is
  /// still to be asked for what stays in a store that was refused.
  func settleWhatIsOwed(_ indexes: [IndexScope]) throws(ServiceError) {
    for index in indexes {
      let scope = IndexScope(app: peer.app.identifier, index: index.index)
      guard let record = core.home.metadataLog.state.index(scope),
        let store = core.store(of: record.protection)
      else { continue }
      try onIntake(store) { () throws(ServiceError) in
        // The app alone knows what it has not deleted.
        guard case .all = core.home.metadataLog.state.pendingDeletions(from: scope) else {
          return try store.record([OwedCallback.removal(scope)])
        }
        try store.record([
          OwedCallback.all(scope, "Only part of the app's own index was taken over.")
        ])
      }
    }
  }
}
