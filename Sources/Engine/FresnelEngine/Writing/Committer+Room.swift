import FresnelModel
import FresnelSegments
import FresnelStorage

// What is done on a full disk. Some room is kept beside the journal; it is given up for a deletion that finds none, and
// for what then gives back the room of what was deleted. It is taken again before anything is put.

extension Committer {
  /// A journal without items of this many bytes is begun anew when the store is empty or room is short.
  private static let leastJournalByteCount: UInt64 = 1 << 17

  /// The room is at most this many times what the options ask for: 8 MiB where these have their defaults.
  private static let largestReserveFactor: UInt64 = 32

  /// The room that is needed: as much as it takes to write anew what is left once half is deleted of the longest thing
  /// that is written as a whole, the journal or a file.
  ///
  /// Both the old and the new one are there for a moment, so that a fixed reserve would let a journal grow that gives
  /// back nothing until nearly all is deleted. An eighth more is for the frames of the deletions, which are given
  /// back last.
  private func reserveByteCount(for longest: UInt64, atLeast kept: UInt64 = 0) -> UInt64 {
    let least = UInt64(options.reserveByteCount)
    let steps = (max(least / 2 + longest / 8 * 5, kept, 1) + least - 1) / max(least, 1)
    return min(steps, Self.largestReserveFactor) * least
  }

  /// The bytes of the longest thing that is written as a whole, without what is deleted of it.
  private var longestByteCount: UInt64 {
    let checkpoint = JournalCheckpoint(state, working.backlog, time: options.clock())
    return state.segments.reduce(UInt64(checkpoint.byteCount)) { longest, segment in
      guard !segment.isUnlisted, segment.segment.documentCount > 0 else { return longest }
      let live = UInt64(segment.view.live.count)
      return max(longest, segment.byteCount * live / UInt64(segment.segment.documentCount))
    }
  }

  /// Sees to it that room is kept for deletions; so many bytes of items are about to be put.
  ///
  /// A commit compares the journal's length with one number. Only a journal that has come to that length has its
  /// content looked at, and the room then grows by half at least: few commits in a store's life wait for that.
  ///
  /// - Throws: ``StorageError`` with code `full` when there is no room for it. What else fails keeps nobody from
  /// writing.
  mutating func takeReserve(
    _ journal: JournalStore, forPutting putByteCount: Int
  ) throws(StorageError) {
    let isKept = journal.hasReserve
    let length = journal.byteCount + UInt64(putByteCount)
    let least = UInt64(options.reserveByteCount)
    guard least > 0, !isKept || length > coveredJournalByteCount else { return }
    // Each try costs a look at all that is stored, and a file that is written for nothing. A shorter journal is another
    // one.
    if let failed = failedReserveByteCount,
      (failed..<failed + max(least, failed / 4)).contains(length)
    {
      return
    }
    let longest = longestByteCount + UInt64(putByteCount)
    let kept = journal.reserveByteCount
    do throws(StorageError) {
      if !isKept || reserveByteCount(for: longest) > kept {
        try journal.takeReserve(of: reserveByteCount(for: longest, atLeast: kept + kept / 2))
      }
      let reserve = journal.reserveByteCount
      // Items take no more of the next journal than of this one.
      let covered = (reserve - least / 2) / 5 * 8
      coveredJournalByteCount =
        reserve < least * Self.largestReserveFactor
        ? length + (covered > longest ? covered - longest : 0) : .max
    } catch  where error.code == .full {
      isRoomShort = true
      throw error
    } catch {
      failedReserveByteCount = length
      return
    }
    failedReserveByteCount = nil
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
    coveredJournalByteCount = 0
    failedReserveByteCount = nil
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
        trimReserve()
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
      try journal.takeReserve(of: reserveByteCount(for: longestByteCount))
      (isRoomShort, failedReserveTime) = (false, nil)
    } catch {
      // Less does for deletions. What is put next asks for all of it again.
      guard error.code == .full, (try? journal.takeReserve(of: 0)) != nil else {
        failedReserveTime = options.clock()
        return
      }
    }
  }

  /// Gives up what is kept beyond what is needed now. It is done where much was given back, and not whenever a journal
  /// begins, after which the room would have to be taken again soon.
  mutating func trimReserve() {
    journal?.trimReserve(to: reserveByteCount(for: longestByteCount))
    coveredJournalByteCount = 0
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
