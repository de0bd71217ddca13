import FresnelModel
import FresnelStorage

// How the journal is opened, and opened again after a failure.

extension Committer {
  /// Opens the journal and takes over the state that manifest and journal describe.
  mutating func reopen() throws(StoreError) {
    var damages: [StorageError] = []
    while let damage = try reopen(leavingOut: damages) { damages.append(damage) }
    publish()
  }

  /// The same, without segments that turned out to be damaged.
  ///
  /// - Returns: The damage of another segment that the journal's frames met with; `nil` when the store
  ///   is open.
  private mutating func reopen(
    leavingOut damages: [StorageError]
  ) throws(StoreError) -> StorageError? {
    var replay = JournalReplay(files, leavingOut: damages, threadCount: options.threadCount)
    do {
      let journal = try JournalStore.open(
        directory: files.directory, storage: files.storage, mode: .readWrite,
        options: options.journal
      ) { try replay.receive($0) }
      self.journal = journal
      (coveredJournalByteCount, failedReserveByteCount) = (0, nil)
      published.record(journal.droppedTail)
      let outcome = try replay.finish()
      // What is there now may be another store, which counts anew or has counted differently.
      greatestLossCount = max(greatestLossCount, state.lossCount, outcome.state.lossCount)
      working = BatchApplication(
        outcome.state, earliestExpiration: outcome.earliestExpiration)
      build = nil
      base = IndexState()
      needsCheckpoint = false
      nextSegmentNumber = max(nextSegmentNumber, outcome.loaded.nextNumber)
      if let lost = lostPosition, journal.position?.isInSameJournal(after: lost) == true {
        lostPosition = nil
      }
      unwrittenLosses = UnwrittenLosses(outcome.loaded, isAnotherStore: lostPosition != nil)
      do {
        try writeLosses(journal)
      } catch let error as StorageError where !error.asksForReopening {
        // What is left can be read; commits try again, and say why they fail.
      }
      // What no list names is left from a crash, or from merges whose parts were replaced here. Its
      // numbers are not used again, in case some of it can't be removed or is still being written.
      let list = SegmentList(state, nextNumber: nextSegmentNumber)
      let kept = list.fileNames.union(unwrittenLosses?.fileNames ?? [])
      if let found = try? files.removeAll(except: kept) {
        nextSegmentNumber = max(nextSegmentNumber, found.greatest &+ 1)
      }
      for damage in notedDamages { recordMend(damage) }
      return nil
    } catch {
      try? journal?.close()
      journal = nil
      if let damage = replay.segmentDamage(error) { return damage }
      throw StoreError(opening: error)
    }
  }

  /// After a failure the journal may not be trusted: what it holds is read again, and that is what
  /// the store holds from here on.
  ///
  /// A directory that was deleted is made again by the next commit only, not by a merge: nobody may want it.
  ///
  /// - Returns: Whether the directory was deleted or replaced; the store is not opened again then.
  @discardableResult
  mutating func recover(from error: any Error) -> Bool {
    let code = (error as? StorageError)?.code
    if code == .full {
      isRoomShort = true
      return false
    }
    // A loss that can't be written down keeps commits from being made, not the journal from being trusted.
    let isTrusted = (error as? StorageError)?.asksForReopening == false
    if isTrusted, journal != nil, unwrittenLosses != nil { return false }
    // Also when something else was noticed first.
    let isReplaced = code == .replaced || journal?.isReplaced == true
    let position = journal?.position
    if isReplaced { mayLose(position) }
    // Once the journal's lock is gone, the names of files may be another store's.
    build?.abandon()
    // Nothing is lost by that: what waited was refused, and frames that are durable need no mark.
    try? journal?.close()
    journal = nil
    if isReplaced { return true }
    do {
      try reopen()
    } catch {
      // Readers keep what was acknowledged, and the next commit tries again. Until then the directory may be replaced:
      // who opens it has to find out whether it is still the same.
      mayLose(position)
    }
    return false
  }

  /// Keeps in mind how far the store had come and which indexes it knew, for when another one is in its place.
  private mutating func mayLose(_ position: JournalPosition?) {
    guard lostPosition == nil, let position else { return }
    lostPosition = position
    formerScopes = Set(state.scopes.states.lazy.filter { !$0.isDropped }.map(\.scope))
  }
}
