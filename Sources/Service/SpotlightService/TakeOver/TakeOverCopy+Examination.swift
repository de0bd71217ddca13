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
  ///   - losses: What it has lost.
  ///   - snapshot: What it holds.
  /// - Returns: The keys of the classes to which items have to be sealed.
  /// - Throws: ``ServiceError``, with code ``ServiceError/Code/refused`` where an index can never be taken over. Where a
  ///   key is missing that may be there later, the indexes of its class are not opened before the next try.
  func examine(
    _ indexes: [IndexScope], _ marks: [IndexScope: IndexRecord], _ losses: OwnStoreLosses,
    _ snapshot: Snapshot
  ) throws(ServiceError) -> Keys {
    var waiting: [IndexScope: TakeOverTable.WaitingIndex] = [:]
    do throws(ServiceError) {
      try checkLosses(indexes, losses)
      waiting = try indexesToSeal(indexes, marks, losses, snapshot)
      try noteWaiting(waiting)
    } catch {
      core.takeOvers.setWaiting([:], of: peer.app.identifier)
      throw error
    }
    var keys: Keys = [:]
    let classes = Set(waiting.values.map(\.protection))
    for protection in classes.sorted(by: { $0.rawValue < $1.rawValue }) {
      do throws(ServiceError) {
        keys[protection] = try publicKey(of: protection)
      } catch {
        let cause: TakeOverTable.WaitingIndex.Cause =
          error.code == .classLocked ? .opening(protection) : .key(protection)
        for index in waiting.keys { waiting[index]?.cause = cause }
        core.takeOvers.setWaiting(waiting, of: peer.app.identifier)
        throw error
      }
    }
    return keys
  }

  /// The indexes whose items go to a class that is served elsewhere, and that the core does not know.
  private func indexesToSeal(
    _ indexes: [IndexScope], _ marks: [IndexScope: IndexRecord], _ losses: OwnStoreLosses,
    _ snapshot: Snapshot
  ) throws(ServiceError) -> [IndexScope: TakeOverTable.WaitingIndex] {
    let metadataLog = core.home.metadataLog.state
    var found: [IndexScope: TakeOverTable.WaitingIndex] = [:]
    for index in indexes {
      if let error = ScopeName.fault(of: index.index) { throw error }
      let scope = IndexScope(app: peer.app.identifier, index: index.index)
      if let record = metadataLog.index(scope) {
        if core.isElsewhere(record.protection) { _ = try countSealed(index, scope, snapshot) }
      } else if let mark = marks[index], core.isElsewhere(mark.protection),
        isFilled(index, in: snapshot)
      {
        // Who serves that class cannot be told to ask for the rest.
        guard !losses.concern(index) else {
          throw ServiceError(
            .refused,
            "The index \"\(index.index)\" of the app's own store has lost items, and is to be kept in another "
              + "protection class.", isRetryable: false)
        }
        found[scope] = TakeOverTable.WaitingIndex(protection: mark.protection)
      }
    }
    return found
  }

  /// Notes which indexes wait, before their keys are asked for: another process of the app that opened one meanwhile
  /// would make it known, and the store could never be taken over.
  private func noteWaiting(
    _ indexes: [IndexScope: TakeOverTable.WaitingIndex]
  ) throws(ServiceError) {
    try onIntake(core.home) { () throws(ServiceError) in
      let metadataLog = core.home.metadataLog.state
      guard indexes.keys.allSatisfy({ metadataLog.index($0) == nil }) else {
        throw ServiceError(
          .unavailable, "The app opened an index meanwhile that is to be taken over.",
          isRetryable: true)
      }
      core.takeOvers.setWaiting(indexes, of: peer.app.identifier)
    }
  }

  private func isFilled(_ index: IndexScope, in snapshot: Snapshot) -> Bool {
    snapshot.clientState(of: index) != nil || snapshot.holdsItems(of: index)
  }

  /// Has every search find what was copied, also one that takes what is indexed by then: searches leave the app's own
  /// store out as soon as all of it is copied. Stores that nothing was copied into may be damaged, or have no key.
  func publish() throws(ServiceError) {
    for store in filledStores { _ = try store.snapshot(.acknowledged) }
  }
}
