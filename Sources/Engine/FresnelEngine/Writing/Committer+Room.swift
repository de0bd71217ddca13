import FresnelModel
import FresnelSegments
import FresnelStorage

// What is done on a full disk. Some room is kept beside the journal; it is given up for a deletion that finds none, and
// for what then gives back the room of what was deleted. It is taken again before anything is put.

extension Committer {
  /// A journal without items of this many bytes is begun anew when the store is empty or room is short.
  private static let leastJournalByteCount: UInt64 = 1 << 17

  /// Sees to it that room is kept for deletions; something is about to be put.
  ///
  /// - Throws: ``StorageError`` with code `full` when there is no room for it. What else fails keeps nobody from writing.
  mutating func takeReserve(_ journal: JournalStore) throws(StorageError) {
    if journal.hasReserve { return }
    do throws(StorageError) {
      try journal.takeReserve()
    } catch  where error.code == .full {
      isRoomShort = true
      throw error
    } catch {
      return
    }
    isRoomShort = false
  }

  /// Takes note of what a commit that went through says of the room on the disk.
  mutating func noteRoom(after requests: [CommitRequest]) {
    guard isRoomShort else { return }
    if requests.contains(where: { $0.byteCount > 0 }) {
      isRoomShort = false
    } else if requests.contains(where: \.onlyDeletes) {
      // What failed for want of room may go through now.
      failedMergeTime = nil
    }
  }

  /// Gives up the room that is kept. No merge may be on its way that could take it.
  ///
  /// - Returns: Whether there is more room now.
  @discardableResult
  mutating func giveUpReserve() -> Bool {
    isRoomShort = true
    return journal?.giveUpReserve() ?? false
  }

  /// Does something that gives back more room than it takes; where there is none, with the room that is kept.
  mutating func givingUpReserve<Result>(
    _ body: (inout Committer) throws -> Result
  ) throws -> Result {
    do {
      return try body(&self)
    } catch let error as StorageError where error.code == .full {
      guard giveUpReserve() else { throw error }
      return try body(&self)
    }
  }

  /// Begins the journal anew where that gives back much of what is needed, and keeps room for deletions again.
  mutating func restoreRoom() {
    guard !isClosed, let journal, unwrittenLosses == nil else { return }
    if isJournalWorthBeginning(journal), mayTryAgain() {
      do {
        try settle()
        try renewJournal()
        publish()
      } catch {
        failedMergeTime = options.clock()
        if (error as? StorageError)?.asksForReopening == true { recover(from: error) }
      }
    }
    // A merge under way may have been given this room.
    guard isRoomShort, merging.isEmpty else { return }
    if journal.hasReserve {
      // What found no room, as a large merge, left what is kept. Whether there is room for it now, it finds out itself.
      if let shortRoomTime, hasPassedBetweenAttempts(since: shortRoomTime) { isRoomShort = false }
      return
    }
    // Where there is no room, looking for it fills the disk for a moment.
    if let failedReserveTime, !hasPassedBetweenAttempts(since: failedReserveTime) { return }
    do {
      try journal.takeReserve()
      (isRoomShort, failedReserveTime) = (false, nil)
    } catch {
      failedReserveTime = options.clock()
    }
  }

  /// Whether the journal has little of use: always of a store without items, else where room is short.
  private func isJournalWorthBeginning(_ journal: JournalStore) -> Bool {
    let length = journal.byteCount
    guard length > max(Self.leastJournalByteCount, checkpointByteCount * 2) else { return false }
    let isEmpty =
      working.backlog.liveCount == 0 && state.segments.allSatisfy { $0.view.live.count == 0 }
    guard isEmpty || isRoomShort else { return false }
    let needed = JournalCheckpoint(state, working.backlog, time: options.clock()).byteCount
    return UInt64(needed) < length / 2
  }

  /// Writes each file anew of which something was deleted or has expired, those without items first and then the
  /// smallest, as long as there is room for the next.
  ///
  /// It is what can be done where there is no room for all files as one. No merge may be on its way.
  mutating func compactFileByFile() throws {
    let now = options.clock()
    giveUpReserve()
    // What was deleted of a file that no manifest names leaves the disk with it only.
    if state.segments.contains(where: { $0.unlistedNumber != nil }) { try flush() }
    var isDone: Set<ObjectIdentifier> = []
    while let segment = state.segments.filter({
      !$0.isUnlisted && $0.isWorthRewriting(at: now)
        && !isDone.contains(ObjectIdentifier($0.segment))
    }).min(by: { $0.view.live.count < $1.view.live.count }) {
      isDone.insert(ObjectIdentifier(segment.segment))
      try perform(newMerge(.files, [segment]))
    }
  }
}
