internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire
internal import Synchronization

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
    var waiting: [IndexScope: TakeOverTable.WaitingIndex] = [:]
    do throws(ServiceError) {
      waiting = try indexesToSeal(indexes, marks, snapshot)
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
    _ indexes: [IndexScope], _ marks: [IndexScope: IndexRecord], _ snapshot: Snapshot
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

  /// Leaves out what the app has deleted while its own store was still to come, and keeps in mind what that was.
  ///
  /// - Parameters:
  ///   - deletions: What it has deleted.
  ///   - items: Items of its store.
  ///   - scope: The index that they go to.
  /// - Returns: The others.
  func leaveOut(
    _ deletions: PendingDeletions, of items: [EncodedItem], in scope: IndexScope
  ) -> [EncodedItem] {
    var left: [EncodedItem] = []
    var leftOut: Set<String> = []
    for item in items {
      if deletions.contains(item) {
        leftOut.insert(item.uniqueIdentifier)
      } else {
        left.append(item)
      }
    }
    noteLeftOut(leftOut, of: scope)
    return left
  }

  /// Keeps in mind an item that is left out as the core has one called so, where that is another one: the app may have
  /// stored either of them later.
  func compare(_ item: EncodedItem, with known: EncodedItem, in scope: IndexScope) {
    guard !item.bytes.elementsEqual(known.bytes) else { return }
    noteLeftOut([item.uniqueIdentifier], of: scope)
  }

  private func noteLeftOut(_ identifiers: Set<String>, of scope: IndexScope) {
    guard !identifiers.isEmpty else { return }
    beginning.leftOut.withLock { all in
      guard all[scope]?.count ?? 0 <= Self.owedItemLimit else { return }
      all[scope, default: []].formUnion(identifiers)
    }
  }

  /// Whether items were left out of which nobody but the app knows whether they are the newer ones.
  var hasLeftOut: Bool { beginning.leftOut.withLock { !$0.isEmpty } }

  /// Records what the core owes the app of the indexes that were taken over, all of them: not before, as an app is
  /// still to be asked for what stays in a store that was refused.
  ///
  /// It is asked for what was left out, too: it may have stored that again without the core, after it was deleted.
  /// And it is asked for all of an index of which its own store had lost something.
  ///
  /// - Parameters:
  ///   - indexes: The indexes, as its store calls them.
  ///   - losses: Those that have lost items, as far as opening the store found that.
  ///   - snapshot: What the store holds, and what it says of earlier losses.
  /// - Throws: ``ServiceError`` where it cannot be recorded.
  func settleWhatIsOwed(
    _ indexes: [IndexScope], _ losses: LossScopes, _ snapshot: Snapshot
  ) throws(ServiceError) {
    for index in indexes {
      let hasLost = losses.contains(index) || snapshot.needsReindex(index)
      let scope = IndexScope(app: peer.app.identifier, index: index.index)
      guard let record = core.home.metadataLog.state.index(scope),
        let store = core.store(of: record.protection)
      else { continue }
      try onIntake(store) { () throws(ServiceError) in
        try core.forgetUpdates(of: scope)
        if hasLost { return try store.record([OwedCallback.all(scope, Self.isDamaged)]) }
        // The app alone knows what it has not deleted.
        let leftOut = beginning.leftOut.withLock { $0[scope] ?? [] }
        if case .some = core.home.metadataLog.state.pendingDeletions(from: scope),
          leftOut.count <= Self.owedItemLimit
        {
          return try store.record(
            [OwedCallback.removal(scope)] + leftOut.sorted().map { OwedCallback.item(scope, $0) })
        }
        try store.record([OwedCallback.all(scope, Self.isDeleted)])
      }
    }
  }

  /// An app is asked for so many items one by one, and otherwise for all of an index.
  private static let owedItemLimit = 1000
  fileprivate static let isDamaged = "The app's own index had lost items before it was taken over."
  private static let isDeleted = "Only part of the app's own index was taken over."
}

extension LossScopes {
  /// Whether an index may have lost items.
  fileprivate func contains(_ index: IndexScope) -> Bool {
    switch self {
    case .named(let scopes): scopes.contains(index)
    case .all: true
    }
  }
}

extension MetadataState {
  /// Whether an app has not indexed again what its own store had lost.
  func lacksItemsOfOwnStore(of app: String) -> Bool {
    self[.owedCallbacks].contains { key, reason in
      !reason.isEmpty && OwedCallback.scope(ofKey: key)?.app == app
        && reason.elementsEqual(TakeOverCopy.isDamaged.utf8)
    }
  }
}
