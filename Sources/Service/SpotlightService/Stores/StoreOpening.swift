internal import Dispatch
internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import FresnelStorage
internal import SpotlightWire
internal import Synchronization

/// What is done with a store between its opening and its first use: it is found out whether it was set back,
/// and what a crash left half done is finished.
struct StoreOpening: Sendable {
  let positions: StorePositions?
  /// The classes that had a metadata log before anything was opened.
  let earlierClasses: Set<ProtectionClass>
  let log: @Sendable (LogEvent) -> Void
  /// Whether history is kept of an app.
  let keepsHistory: @Sendable (String) -> Bool
  /// Names the program that writes to the store, see ``CoreOptions/noteProgram``.
  let noteProgram: (@Sendable () -> String?)?

  /// Prepares a store that was just opened. Nothing was written to it yet.
  ///
  /// - Throws: ``ServiceError`` when that fails; the store is then not to be used.
  func prepare(_ store: Store, _ owner: ClassStore) throws(ServiceError) {
    let loss = store.loss
    if loss.extent != .none || !loss.damages.isEmpty {
      log(.damage(loss.extent == .none ? loss.damages[...] : [], in: owner.protection))
    }
    if let tail = store.droppedTail {
      log(LogEvent(.journalCut, protection: owner.protection, message: tail.message))
    }
    try noticeMetadataLoss(of: store, owner)
    try noticeRollback(of: store, owner)
    nameLosses(of: store, owner)
    try finishWhatWasBegun(store, owner)
    owner.history.storeWasOpened(with: store.snapshot().knownScopes)
    owner.engagement.forget(nil)
    log(LogEvent(.storeOpened, protection: owner.protection, message: "The store is open."))
  }

  /// Records how far a store has come, before it is closed.
  func willClose(_ store: Store, _ owner: ClassStore) {
    notePosition(of: store, owner)
  }

  /// Records how far a store has come, if that can be written.
  func notePosition(of store: Store, _ owner: ClassStore) {
    try? note(store, owner)
  }

  /// Records that a store holds something, before it takes the first items: nothing would be missed of it otherwise,
  /// whenever its process ends.
  ///
  /// - Throws: ``ServiceError`` when that cannot be written; the items are not to be taken then.
  func noteFilling(of store: Store, _ owner: ClassStore) throws(ServiceError) {
    guard positions?.isNotedEmpty(owner.protection) == true else { return }
    do throws(StorageError) {
      try note(store, owner)
    } catch {
      throw ServiceError(
        .unavailable,
        "Nothing can be stored in the class \(owner.protection), since it cannot be noted that the class holds "
          + "something from now on. \(error.message)")
    }
  }

  private func note(_ store: Store, _ owner: ClassStore) throws(StorageError) {
    guard let positions, let position = store.position,
      let identifier = owner.metadataLog.state[.identity, ""]
    else { return }
    try positions.note(
      identifier, position, of: owner.protection,
      isEmpty: !owner.isFilling && isEmpty(store, owner))
  }

  /// Whether a store holds nothing, and nothing is missed of what it held.
  func isEmpty(_ store: Store, _ owner: ClassStore) -> Bool {
    let snapshot = store.snapshot()
    guard owner.metadataLog.state[.losses].keys.allSatisfy({ $0 == MetadataLoss.names }),
      !snapshot.knownScopes.contains(where: snapshot.needsReindex)
    else { return false }
    // What cannot be read may hold something.
    return !snapshot.hasDocuments && !snapshot.isPartial
  }

  /// Notes which program is going to write to a store, whose lock this process holds by now; called before its first
  /// change. A program that only reads has nothing in the store.
  ///
  /// - Throws: ``ServiceError`` when that cannot be written; the change must not be made then.
  func noteWriting(to store: Store, _ owner: ClassStore) throws(ServiceError) {
    guard let noteProgram else { return }
    let snapshot = store.snapshot()
    let isWhole = store.loss.extent == .none && store.loss.damages.isEmpty && !snapshot.isPartial
    do throws(SystemError) {
      try StorePrograms.record(
        noteProgram(), in: SharedDescriptor(openingDirectory: owner.directory),
        isNew: snapshot.knownScopes.isEmpty && isWhole)
    } catch {
      throw ServiceError(
        .unavailable, "It cannot be noted which program writes to the store. \(error.message)")
    }
  }

  // MARK: - Inside

  private func noticeMetadataLoss(
    of store: Store, _ owner: ClassStore
  ) throws(ServiceError) {
    guard owner.metadataLog.state[.losses, MetadataLoss.items] != nil else { return }
    log(
      LogEvent(
        .storeDamaged, protection: owner.protection,
        message:
          "Part of the records about the store is lost; its owners are asked to index again, and "
          + "their indexes are not shown to others until they open them."))
    try noteLoss(of: store, owner, isDoubtful: true)
    try owner.metadataLog.record([
      MetadataEntry(table: .losses, key: MetadataLoss.items, value: nil)
    ])
  }

  /// Finds out whether a store, or its metadata log, was removed, set back or replaced since it was last used.
  ///
  /// A store without an identifier is the first one of its class only where no other one was ever noted. The loss is
  /// noted before the identifier: a crash in between has it found once more.
  private func noticeRollback(
    of store: Store, _ owner: ClassStore
  ) throws(ServiceError) {
    guard let positions, owner.metadataLog.isDurable, let position = store.position else { return }
    let identifier = owner.metadataLog.state[.identity, ""]
    let knowsIndexes = !store.snapshot().knownScopes.isEmpty
    let standing = positions.standing(
      of: identifier, at: position, owner.protection,
      mayBeNew: earlierClasses.isSubset(of: owner.classes), isBlank: !knowsIndexes)
    // A store without a metadata log that lacks everything was removed with it.
    let isDoubtful = standing == .unknown && (identifier != nil || knowsIndexes)
    // In doubt there is nothing to be missed of a class in which nothing ever was.
    let isUnused = !knowsIndexes && recordedIndexes(of: owner).isEmpty
    guard standing != .whole, !(isDoubtful && isUnused) else {
      if identifier == nil { try owner.metadataLog.record([.newIdentity]) }
      // A store may be there before the daemon comes: the command line's. One that an earlier version noted has no
      // class, so that its removal would go unnoticed. One that held nothing may have begun anew.
      notePosition(of: store, owner)
      return
    }
    log(
      LogEvent(
        .storeRolledBack, protection: owner.protection,
        message: isDoubtful
          ? "Records about the store are lost, and it may be an older copy; its owners are asked to index again."
          : identifier == nil
            ? "The store or its records were removed; its owners are asked to index again."
            : "The store is older than it was, or from elsewhere; its owners are asked to index "
              + "again."))
    if identifier == nil {
      // Without the store nobody knows whose items they were; without the metadata log, who was to see them. Written
      // before the store knows any index: after a crash it would not look as if it were new.
      let key = knowsIndexes ? MetadataLoss.indexes : MetadataLoss.unnamed
      try owner.metadataLog.record([MetadataEntry(table: .losses, key: key, value: [])])
    }
    try noteLoss(of: store, owner, isDoubtful: isDoubtful)
    try nameLostIndexes(of: store, owner)
    if identifier == nil { try owner.metadataLog.record([.newIdentity]) }
    notePosition(of: store, owner)
  }

  /// Has all owners asked for their items.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - owner: What it is the store of.
  ///   - isDoubtful: Whether it may just be an older copy. That is not said where anything is known to be lost besides.
  /// - Throws: ``ServiceError`` when it cannot be noted.
  private func noteLoss(
    of store: Store, _ owner: ClassStore, isDoubtful: Bool
  ) throws(ServiceError) {
    let before = store.snapshot()
    let isAllDoubtful =
      isDoubtful
      && (owner.metadataLog.state.isDoubtful(before.lossCount)
        || !before.knownScopes.contains(where: before.needsReindex))
    try wait { store.recordLoss(completion: $0) }
    let lossCount = store.snapshot().lossCount
    let value = isAllDoubtful ? MetadataEntry.value(ofLoss: lossCount) : nil
    // An index that was made since the copy was, or whose record is lost, is not known any more.
    try owner.metadataLog.record([
      MetadataEntry(table: .losses, key: MetadataLoss.doubt, value: value),
      .missingNames(ofLoss: lossCount),
    ])
  }

  /// Makes the indexes known to a store that it does not know any more since it was damaged, and notes where there may
  /// be others. Where there is no room for either, the loss is known without them.
  private func nameLosses(of store: Store, _ owner: ClassStore) {
    let (state, lossCount) = (owner.metadataLog.state, store.snapshot().lossCount)
    guard lossCount > 0 else { return }
    let lacksRecords =
      state[.losses, MetadataLoss.indexes] != nil || state[.losses, MetadataLoss.unnamed] != nil
    var mayMissNames = lacksRecords && state[.losses, MetadataLoss.names] == nil
    if store.loss.extent != .none, store.lossScopes == .all {
      let areNamed = (try? nameLostIndexes(of: store, owner)) != nil
      mayMissNames = mayMissNames || lacksRecords || !areNamed
    }
    if mayMissNames { try? owner.metadataLog.record([.missingNames(ofLoss: lossCount)]) }
  }

  /// Makes the indexes known to a store that its metadata log knows and that are gone with what the store had, so that
  /// it is told whose items are missing.
  private func nameLostIndexes(
    of store: Store, _ owner: ClassStore
  ) throws(ServiceError) {
    let known = Set(store.snapshot().knownScopes)
    for scope in recordedIndexes(of: owner).subtracting(known).sorted() {
      try wait { store.submit(Batch(scope: scope, operations: []), completion: $0) }
    }
  }

  /// The indexes of a store as its metadata log has them.
  private func recordedIndexes(of owner: ClassStore) -> Set<IndexScope> {
    Set(
      owner.metadataLog.state[.indexes].compactMap { key, value in
        guard let scope = IndexScope(metadataKey: key), let record = IndexRecord(value),
          owner.classes.contains(record.protection), !ScopeName.isInternal(scope)
        else { return nil }
        return scope
      })
  }

  private func finishWhatWasBegun(
    _ store: Store, _ owner: ClassStore
  ) throws(ServiceError) {
    let removed = owner.metadataLog.state.removedApps
    // History that was switched off while the store was closed, or just before a crash.
    let unwanted = Set(
      store.snapshot().knownScopes.filter { $0.isAboutPerson && !keepsHistory($0.app) })
    guard
      !removed.isEmpty || !unwanted.isEmpty
        || store.snapshot().knownScopes.contains(where: ScopeName.isStaging)
    else { return }
    try wait { completion in
      store.dropScopes(
        { ScopeName.isStaging($0) || removed.contains($0.app) || unwanted.contains($0) },
        completion: completion)
    }
    let metadataLog = owner.metadataLog.state
    try owner.metadataLog.record(
      removed.flatMap {
        metadataLog.forgetting($0) + [MetadataEntry(table: .appRemovals, key: $0, value: nil)]
      })
  }

  /// Waits for a change of a store. The store's own threads make it, so this is the one place where waiting
  /// for them is right: nobody else uses the store yet.
  private func wait(
    _ body: (@escaping @Sendable (StoreError?) -> Void) -> Void
  ) throws(ServiceError) {
    let done = DispatchSemaphore(value: 0)
    let failure = Mutex<StoreError?>(nil)
    body { error in
      failure.withLock { $0 = error }
      done.signal()
    }
    done.wait()
    if let error = failure.withLock({ $0 }) { throw ServiceError(error) }
  }
}

extension MetadataState {
  /// The entries that take out all that is known of an app, apart from its removal.
  func forgetting(_ app: String) -> [MetadataEntry] {
    forgetting(app, in: [.owedCallbacks, .indexes, .takeOvers, .toldLosses, .newIndexes])
      + forgettingAdoptions(of: app) + forgettingMarks(of: app)
  }

  /// The entries that take out what some tables say of an app and its indexes.
  func forgetting(_ app: String, in tables: [MetadataTable]) -> [MetadataEntry] {
    tables.flatMap { table in
      self[table].keys.filter { $0 == app || OwedCallback.scope(ofKey: $0)?.app == app }
        .map { MetadataEntry(table: table, key: $0, value: nil) }
    }
  }

  /// The apps whose items are being removed.
  var removedApps: Set<String> { Set(self[.appRemovals].keys) }
}

extension LogEvent {
  /// That a store was found to be damaged.
  ///
  /// - Parameters:
  ///   - damages: The places, where they are known; of each it is known whether items were lost with it.
  ///   - protection: The class of the store.
  /// - Returns: The event.
  static func damage(
    _ damages: ArraySlice<LossReport.Damage>, in protection: ProtectionClass
  ) -> LogEvent {
    let isWhole = !damages.isEmpty && damages.allSatisfy { $0.lostItemCount == 0 }
    return LogEvent(
      .storeDamaged, protection: protection,
      message: isWhole
        ? "A file of the store was damaged; all its items could be read and are kept."
        : "Part of the store is lost; its owners are asked to index again.")
  }
}
