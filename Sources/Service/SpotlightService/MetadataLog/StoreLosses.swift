internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

/// What a person may miss of a store although it can be read.
struct StoreLosses {
  /// The indexes that may lack items, which their apps have not indexed again, and of which the person was not told.
  var scopes: [IndexScope] = []
  /// The indexes that have items and are hidden from all but their apps until those open them, as the records are lost
  /// that say whether they are private.
  var hidden: [IndexScope] = []
  /// Whether the store does not even know whose items it had.
  var hasUnknown = false
  /// Whether nothing is known to be lost, and the store may just be an older copy of itself.
  var isDoubtful = false
}

extension MetadataState {
  /// Whether all that is known of losses up to one is that the store may be an older copy, as records about it were
  /// lost.
  func isDoubtful(_ lossCount: UInt64) -> Bool {
    self[.losses, MetadataLoss.doubt] == MetadataEntry.value(ofLoss: lossCount)
  }
}

extension Snapshot {
  /// What was lost and not indexed again, and what is hidden.
  ///
  /// - Parameters:
  ///   - metadataLog: What is known beside the store.
  ///   - doubtful: The indexes that are taken for private, where that was found out already.
  /// - Returns: The losses but for those that the person was told of by mending: whether the app ever comes to index
  /// its items again is not known, and what searches find is whole as far as anybody can make it.
  /// - Complexity: O(*n*) in the number of indexes.
  func losses(_ metadataLog: MetadataState, doubtful: Set<IndexScope>? = nil) -> StoreLosses {
    let hidden = (doubtful ?? metadataLog.doubtfulIndexes(among: knownScopes)).filter(holdsItems)
    guard lossCount > 0 else { return StoreLosses(hidden: hidden.sorted()) }
    let isToldOfAll = metadataLog.isTold(lossCount, of: nil)
    let isDoubtful = metadataLog.isDoubtful(lossCount)
    let known = knownScopes.filter { !ScopeName.isInternal($0) }
    let lacking = known.filter { scope in
      needsReindex(scope) && !hidden.contains(scope) && !metadataLog.isTold(lossCount, of: scope)
    }
    // An app that has come since may know of its own items alone.
    let hasUnknown =
      known.isEmpty && !isToldOfAll && !isDoubtful
      || metadataLog[.losses, MetadataLoss.unnamed] != nil
    return StoreLosses(
      scopes: lacking, hidden: hidden.sorted(), hasUnknown: hasUnknown, isDoubtful: isDoubtful)
  }

  /// The indexes that have items and are hidden as records about them are lost.
  func hiddenIndexes(_ metadataLog: MetadataState) -> Set<IndexScope> {
    metadataLog.doubtfulIndexes(among: knownScopes).filter(holdsItems)
  }

  /// How many items each index has that is hidden as records about it are lost.
  func hiddenItemCounts(_ metadataLog: MetadataState) -> [IndexScope: Int] {
    let hidden = hiddenIndexes(metadataLog)
    if hidden.isEmpty { return [:] }
    return scopes().reduce(into: [:]) { counts, entry in
      if hidden.contains(entry.scope) { counts[entry.scope] = entry.itemCount }
    }
  }

  /// Whether an index has items.
  func holdsItems(of scope: IndexScope) -> Bool {
    var isFound = false
    forEachItem(in: .scope(scope)) { _, _ in
      isFound = true
      return false
    }
    return isFound
  }
}

extension ServiceCore {
  /// Whether items of an app are among those that a store may lack.
  ///
  /// Where the store does not know whose items it had, those apps may lack some that have opened an index of it before
  /// the loss and not indexed all again. If it is the home store, that is not known of apps that have opened none
  /// since, as the records are lost, too.
  ///
  /// - Parameters:
  ///   - app: The app's identifier.
  ///   - losses: What the store may lack.
  ///   - snapshot: What it has.
  ///   - store: The store.
  /// - Returns: Whether some may be.
  func mayLackItems(
    of app: String, _ losses: StoreLosses, _ snapshot: Snapshot, in store: ClassStore
  ) -> Bool {
    if losses.scopes.contains(where: { $0.app == app }) { return true }
    guard losses.hasUnknown else { return false }
    let (records, stored) = (home.metadataLog.state, store.metadataLog.state)
    let opened = records[.indexes].compactMap { key, value in
      IndexScope(metadataKey: key).flatMap { scope in
        scope.app == app && IndexRecord(value).map { store.classes.contains($0.protection) } == true
          ? scope : nil
      }
    }
    if opened.isEmpty {
      return store === home || records[.losses, MetadataLoss.indexes] != nil
    }
    return opened.contains { scope in
      !stored.isNew(scope, since: snapshot.lossCount)
        && !(snapshot.knows(scope) && !snapshot.needsReindex(scope))
    }
  }
}
