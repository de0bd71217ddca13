internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire
internal import Synchronization

// What an app's own store had lost before it is taken over, and what of it is left out. The app alone has these items,
// so it is asked for them. Where the core cannot tell how many they are, they are missing until the app has answered.

/// Whether indexes of an app's own store lack items.
struct OwnStoreLosses {
  /// What opening the store found.
  let found: LossScopes
  /// What is left of the store, and what it says of earlier losses.
  let snapshot: Snapshot

  /// Whether an index may have lost items.
  func concern(_ index: IndexScope) -> Bool {
    snapshot.needsReindex(index) || areNew(of: index)
  }

  /// Whether opening the store found that an index has lost items. Earlier losses may be older than the index.
  func areNew(of index: IndexScope) -> Bool {
    switch found {
    case .named(let scopes): scopes.contains(index)
    case .all: true
    }
  }

  /// Whether items may be lost of indexes that the store does not name any more.
  var concernUnnamed: Bool {
    found == .all || snapshot.lossCount > 0 && snapshot.knownScopes.isEmpty
  }
}

extension TakeOverCopy {
  /// Checks that somebody can be asked for what an app's own store has lost.
  ///
  /// - Parameters:
  ///   - indexes: The indexes that are left, as the store calls them.
  ///   - losses: What it has lost.
  /// - Throws: ``ServiceError`` where nothing is left, and the core knows no index of the app either.
  func checkLosses(
    _ indexes: [IndexScope], _ losses: OwnStoreLosses
  ) throws(ServiceError) {
    guard losses.concernUnnamed, indexes.isEmpty, knownIndexes.isEmpty else { return }
    throw ServiceError(
      .unavailable,
      "The app's own store has lost all its items, and nothing tells of which indexes they were.",
      isRetryable: false)
  }

  /// The app's indexes that the core knows.
  private var knownIndexes: Set<IndexScope> {
    Set(
      core.home.metadataLog.state[.indexes].keys.compactMap(IndexScope.init(metadataKey:)).filter {
        $0.app == peer.app.identifier && !ScopeName.isInternal($0)
      })
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
    noteLeftOut(leftOut, of: scope, isKnown: false)
    return left
  }

  /// Keeps in mind an item that is left out as the core has one called so, where that is another one: the app may have
  /// stored either of them later. Of an item that the app has only updated the core does not have the rest.
  func compare(
    _ item: EncodedItem, with known: EncodedItem, _ updates: PendingUpdates, in scope: IndexScope
  ) {
    guard !item.bytes.elementsEqual(known.bytes) else { return }
    let identifier = item.uniqueIdentifier
    noteLeftOut([identifier], of: scope, isKnown: !updates.contains(identifier))
  }

  private func noteLeftOut(_ identifiers: Set<String>, of scope: IndexScope, isKnown: Bool) {
    guard !identifiers.isEmpty else { return }
    beginning.leftOut.withLock { $0[scope, default: LeftOut()].add(identifiers, isKnown: isKnown) }
  }

  /// How many items were left out of which nobody but the app knows whether they are the newer ones.
  var leftOutCount: Int { beginning.leftOut.withLock { $0.values.reduce(0) { $0 + $1.count } } }

  /// Records what the core owes the app of the indexes that were taken over, all of them: not before, as an app is
  /// still to be asked for what stays in a store that was refused.
  ///
  /// It is asked for what was left out, too: it may have stored that again without the core, after it was deleted.
  /// And it is asked for all of an index of which its own store had lost something; only what is found to be lost now
  /// counts as missing, as earlier losses may be older than the index. What it was owed before stays owed,
  /// unless that was for the index being new.
  ///
  /// - Parameters:
  ///   - indexes: The indexes, as its store calls them.
  ///   - losses: What the store has lost.
  /// - Throws: ``ServiceError`` where it cannot be recorded.
  func settleWhatIsOwed(
    _ indexes: [IndexScope], _ losses: OwnStoreLosses
  ) throws(ServiceError) {
    func scope(_ index: IndexScope) -> IndexScope {
      IndexScope(app: peer.app.identifier, index: index.index)
    }
    var lacking = Set(indexes.filter(losses.concern).map(scope))
    var lost = Set(indexes.filter(losses.areNew).map(scope))
    if losses.concernUnnamed {
      lacking.formUnion(knownIndexes)
      lost.formUnion(knownIndexes)
    }
    for scope in lacking.union(indexes.map(scope)).sorted() {
      guard let record = core.home.metadataLog.state.index(scope),
        let store = core.store(of: record.protection)
      else { continue }
      try onIntake(store) { () throws(ServiceError) in
        let metadataLog = core.home.metadataLog.state
        let hasUnnotedUpdates = metadataLog.pendingUpdates(of: scope).isAll
        try core.forgetUpdates(of: scope)
        let leftOut = beginning.leftOut.withLock { $0[scope] } ?? LeftOut()
        let deletions = metadataLog.pendingDeletions(from: scope)
        // Nothing is missing of what the app has emptied since; it may have stored something again without the core.
        if case .all(isEmptied: true) = deletions, leftOut.count > 0 || lacking.contains(scope) {
          return try store.oweAll(scope, OwedCallback.isChanged)
        }
        if lost.contains(scope) { return try store.oweAll(scope, OwedCallback.isDamaged) }
        if case .all = deletions, leftOut.unknownCount > 0 {
          return try store.oweAll(scope, OwedCallback.isLeftOut)
        }
        if lacking.contains(scope) { return try store.oweAll(scope, OwedCallback.hadLosses) }
        if leftOut.isTooMuch || hasUnnotedUpdates {
          return try store.oweAll(scope, OwedCallback.isChanged)
        }
        let owed = store.metadataLog.state[.owedCallbacks, OwedCallback.key(scope)]
        let isNew = owed?.elementsEqual(OwedCallback.isNew.utf8) == true
        try store.record(
          (isNew ? [OwedCallback.removal(scope)] : [])
            + leftOut.identifiers.sorted().map { OwedCallback.item(scope, $0) })
      }
    }
  }
}

/// The items of an index that are left out.
struct LeftOut {
  /// How many they are.
  private(set) var count = 0
  /// How many of them the core does not have, in whichever version.
  private(set) var unknownCount = 0
  /// Which they are, as far as they are asked for one by one.
  private(set) var identifiers: Set<String> = []
  private static let limit = 1000

  /// Whether they are so many that the app is asked for all of the index.
  var isTooMuch: Bool { count > Self.limit }

  /// Adds some, which the core has in another version or not at all. Beyond the limit one that was left out before
  /// counts again.
  mutating func add(_ others: Set<String>, isKnown: Bool) {
    let newCount = others.subtracting(identifiers).count
    count += newCount
    if !isKnown { unknownCount += newCount }
    if !isTooMuch { identifiers.formUnion(others) }
  }
}
