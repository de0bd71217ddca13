internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

// What the metadata log says of indexes that were first opened after the store had lost something: they lack nothing by
// that. The store itself, which is told of an index by its first change, could not tell them from lost ones.

extension MetadataState {
  /// Whether an index was first opened after a loss of the store.
  ///
  /// - Parameters:
  ///   - scope: The index.
  ///   - lossCount: The number of the store's last loss.
  /// - Returns: Whether that is known, and nothing was lost since.
  func isNew(_ scope: IndexScope, since lossCount: UInt64) -> Bool {
    self[.newIndexes, scope.metadataKey] == MetadataEntry.value(ofLoss: lossCount)
  }

  /// Which losses a change makes good for its index.
  func lossAcknowledgement(by batch: Batch) -> LossAcknowledgement {
    if ScopeName.isInternal(batch.scope) { return .none }
    if batch.isWhole { return .all }
    let count = self[.newIndexes, batch.scope.metadataKey].flatMap(MetadataEntry.lossCount)
    return count.map { .ofNewIndex($0) } ?? .none
  }

  /// Whether an index that nobody knows may have lost items by a loss of the store.
  func mayMissNames(ofLoss lossCount: UInt64) -> Bool {
    self[.losses, MetadataLoss.names] == MetadataEntry.value(ofLoss: lossCount)
  }

  /// Whether an index that has no record may have had one, which was lost, or was written after the copy of the records
  /// that is in use.
  fileprivate var mayLackRecords: Bool {
    [MetadataLoss.unnamed, MetadataLoss.indexes, MetadataLoss.names].contains {
      self[.losses, $0] != nil
    }
  }
}

extension MetadataEntry {
  /// Records that indexes may have lost items by a loss of the store that nobody knows the names of.
  static func missingNames(ofLoss lossCount: UInt64) -> MetadataEntry {
    MetadataEntry(table: .losses, key: MetadataLoss.names, value: value(ofLoss: lossCount))
  }

  /// Records that an index was first opened after a loss.
  fileprivate static func newIndex(_ scope: IndexScope, since lossCount: UInt64) -> MetadataEntry {
    MetadataEntry(
      table: .newIndexes, key: scope.metadataKey, value: value(ofLoss: lossCount))
  }
}

extension Batch {
  /// Whether the index has afterwards what the batch says and nothing else, so that nothing of it is missing.
  var isWhole: Bool {
    operations.contains { if case .deleteAll = $0 { true } else { false } }
  }
}

extension ServiceCore {
  /// What is recorded beside an index that is opened for the first time, in the metadata log of its store; called
  /// before that has a record of it.
  ///
  /// The store is opened for it: a loss that is found later concerns the index, too.
  ///
  /// - Parameters:
  ///   - scope: The index.
  ///   - store: Where it is going to be. The home store's metadata log is open.
  /// - Returns: The entries: none where the index may have been there before, or the store has lost nothing.
  func entriesOfNewIndex(_ scope: IndexScope, in store: ClassStore) -> [MetadataEntry] {
    let recorded = home.metadataLog.state.index(scope)
    // One that leaves another class holds nothing.
    guard store.metadataLog.isDurable,
      !(recorded.map { store.classes.contains($0.protection) } ?? false),
      // Without room, a key or a sound disk it counts as one that was there.
      let snapshot = try? store.openWriter().snapshot(), snapshot.lossCount > 0,
      !snapshot.knows(scope), store.metadataLog.state.index(scope) == nil
    else { return [] }
    // The home store has a record of each index, whatever happened to those of this one; whether it lost some, or was
    // set back itself, is known once it is open.
    let mayBeLost =
      store.metadataLog.state.mayMissNames(ofLoss: snapshot.lossCount)
      && (store === home || (try? home.openWriter()) == nil
        || home.metadataLog.state.mayLackRecords)
    return mayBeLost ? [] : [.newIndex(scope, since: snapshot.lossCount)]
  }
}
