import FresnelModel
import FresnelSegments
import FresnelStorage

// How segments get into files, are merged, and how the manifest learns of it.

extension Committer {
  /// Whether in-memory segments take so much memory that the writer has to wait until some are in a file.
  var isOverMemoryBudget: Bool {
    inMemoryByteCount > UInt64(options.flushByteCount) * 2
  }

  /// The bytes of all in-memory segments.
  var inMemoryByteCount: UInt64 {
    state.segments.reduce(0) { $0 + ($1.isInMemory ? $1.byteCount : 0) }
  }

  // MARK: - Merging

  /// The segments with the deletions and patches that readers see. Merges take these: what was deleted since may not be
  /// missing before readers see what came with the deletion.
  private var visibleSegments: [IndexSegment] {
    let visible = published.state.segments
    return state.segments.map { segment in
      var segment = segment
      if let shown = visible.first(where: { $0.segment === segment.segment }) {
        segment.view = shown.view
      }
      return segment
    }
  }

  /// The in-memory segments to be merged in memory next, so that their number stays logarithmic; those that are being
  /// written to a file are left alone.
  private func smallSegments(in segments: [IndexSegment]) -> Range<Int>? {
    let busy = segments.lastIndex { segment in
      !segment.isInMemory
        || merging[.flush]?.parts.contains { $0.segment === segment.segment } ?? false
    }
    let first = busy.map { $0 + 1 } ?? 0
    guard let range = memoryPolicy.merge(of: segments[first...]),
      segments[range].reduce(0, { $0 + $1.view.live.count }) <= Self.largestInMemoryMerge
    else { return nil }
    return range
  }

  /// Begins the merge that is due next.
  ///
  /// All in-memory segments are flushed, that is merged into a file, when they take more memory than they may. Small
  /// ones and files are merged as the merge policies say.
  ///
  /// - Parameter isBusy: Whether writers wait for what is being indexed: files are merged only where there are very
  ///   many of them then, and what processors can do goes to the writers.
  /// - Returns: The merge; `nil` when all is well or it is being done.
  mutating func beginMerge(whileBusy isBusy: Bool = false) -> MergeTask? {
    guard !isClosed, journal != nil, unwrittenLosses == nil else { return nil }
    let segments = visibleSegments
    if merging[.inMemory] == nil {
      if merging[.flush] == nil, mayTryAgain() {
        let unlisted = segments.filter(\.isUnlisted)
        let first = unlisted.prefix(while: \.isInMemory)
        if !first.isEmpty,
          first.count < unlisted.count || inMemoryByteCount > UInt64(options.flushByteCount)
        {
          return begin(.flush, Array(first))
        }
      }
      if mayTryAgain(), let range = smallSegments(in: segments) {
        return begin(.inMemory, Array(segments[range]))
      }
    }
    let files = segments.prefix { !$0.isUnlisted }
    if merging[.files] == nil, let (segment, damage) = nextMend(in: files) {
      return begin(.files, [segment], mending: damage)
    }
    if merging[.files] == nil, mayTryAgain(),
      let range = filePolicy.emptySegments(in: files)
    {
      return begin(.files, Array(files[range]))
    }
    if merging[.files] == nil, mayTryAgain(),
      let range = worthMerging(files, isBusy ? busyFilePolicy : filePolicy)
        ?? expiredFile(in: files)
    {
      // What is left of the file is less than what goes with it.
      if isRoomShort, merging.isEmpty { giveUpReserve() }
      return begin(.files, Array(files[range]))
    }
    return nil
  }

  /// The files to be merged as the merge policy says: while room is short, one that needs little.
  private func worthMerging(
    _ files: ArraySlice<IndexSegment>, _ policy: MergePolicy
  ) -> Range<Int>? {
    if isRoomShort { return policy.smallestRewrite(of: files) }
    if let fullMergeTime, !hasPassedBetweenAttempts(since: fullMergeTime) { return nil }
    return policy.merge(of: files)
  }

  /// Begins a merge; `nil` when the directory is not the store's any more, where a new file could take the
  /// place of another store's.
  private mutating func begin(
    _ kind: MergeTask.Kind, _ parts: [IndexSegment], mending damage: StorageError? = nil
  ) -> MergeTask? {
    do {
      if kind != .inMemory { try journal?.checkPlace() }
    } catch {
      recover(from: error)
      return nil
    }
    var task = newMerge(kind, parts)
    task.isTransient = kind == .flush
    task.mend = damage
    merging[kind] = task
    return task
  }

  mutating func newMerge(_ kind: MergeTask.Kind, _ parts: [IndexSegment]) -> MergeTask {
    let isFile = kind != .inMemory
    defer { if isFile { nextSegmentNumber += 1 } }
    return MergeTask(
      kind: kind, parts: parts, number: isFile ? nextSegmentNumber : 0, time: options.clock())
  }

  /// Records that a merge came to nothing.
  mutating func abandon(_ task: MergeTask, _ error: any Error) {
    merging[task.kind] = nil
    // What is wrong with an in-memory segment is mended by making it again from the journal.
    if task.kind == .inMemory {
      recover(from: error)
      return
    }
    discardFile(of: task)
    if let damage = task.mend { return endMending(damage, because: error) }
    // Without a part that is damaged it may be tried again at once.
    if error is CancellationError || handleDamageLater(error) { return }
    failedMergeTime = options.clock()
    guard (error as? StorageError)?.code == .full else { return }
    // The next attempt is one that needs little room, and has it; the same one waits.
    if !isRoomShort { (failedMergeTime, fullMergeTime) = (nil, options.clock()) }
    isRoomShort = true
  }

  /// Puts a merged segment in the place of its parts, if they are still there.
  mutating func install(_ result: MergeTask.Result) {
    merging[result.task.kind] = nil
    do {
      try put(result)
    } catch {
      if let damage = result.task.mend { return endMending(damage, because: error) }
      // Without a part that is damaged it may be tried again at once.
      if handleDamageLater(error) { return }
      failedMergeTime = options.clock()
      if (error as? StorageError)?.asksForReopening == true { recover(from: error) }
    }
  }

  /// Runs a merge on this thread and puts what comes of it in the place of its parts.
  mutating func perform(_ task: MergeTask, isCancelled: () -> Bool = { false }) throws {
    let result: MergeTask.Result
    do {
      result = try task.run(files, isCancelled: isCancelled)
    } catch {
      discardFile(of: task)
      throw error
    }
    try put(result)
  }

  /// Puts a merged segment in the place of its parts, and makes that durable if it is a file.
  ///
  /// Readers go on to see what they saw: in their state, and in the one that segments are being built on, the
  /// parts have had other deletions and patches. Does nothing when the parts are not there any more, as after
  /// reading the journal again.
  mutating func put(_ result: MergeTask.Result) throws {
    // Without the journal's lock another process may write, and the file's name be one of its own.
    guard !isClosed, journal != nil else { return }
    let task = result.task
    guard let range = task.position(in: state.segments) else {
      discardFile(of: task)
      return
    }
    var next = state
    let parts = next.segments[range]
    var nextBase = base
    var visible = published.state
    do {
      try next.replaceParts(of: result)
      try nextBase.replaceParts(of: result)
      try visible.replaceParts(of: result)
      if task.kind != .inMemory {
        try writeManifest(for: &next, rotating: task.kind == .flush || needsCheckpoint)
        nextBase.recordListed(asIn: next)
        visible.recordListed(asIn: next)
      }
    } catch {
      // When the manifest may or may not be in place, opening the store again finds out.
      if (error as? StorageError)?.asksForReopening != true { discardFile(of: task) }
      throw error
    }
    state = next
    if result.segment == nil { discardFile(of: task) }
    let mended = task.mend.flatMap { damage in mends.first { $0.damage.path == damage.path } }
    // As they are now: their live-document files may have been replaced since the merge began.
    keepDamaged(parts, by: task)
    for part in parts { removeFiles(of: part) }
    if task.kind != .inMemory { failedReserveTime = nil }
    // What opening the new file met with, of which nobody was told.
    if let damage = result.segment?.source.notedDamage, recordMend(damage) {
      // A device that damages each new file would have one written after the other.
      postponeMend(of: damage, after: mended)
    }
    base = nextBase
    published.publish(
      visible, commit: visibleCommit, journalByteCount: journal?.byteCount ?? 0)
  }

  // MARK: - Removing files

  /// Removes the file of a merge that came to nothing.
  ///
  /// The number may be that of another store's file when the directory was replaced since the merge began: a file
  /// that the list names stays. So does every file while another process may write.
  private func discardFile(of task: MergeTask) {
    if task.kind != .inMemory { discardFile(task.number) }
  }

  /// Removes the file of a number, if nothing names it.
  func discardFile(_ number: UInt64) {
    let name = SegmentFileName.segment(number)
    guard journal != nil, !namedFiles.contains(name) else { return }
    remove(name)
  }

  private func removeFiles(of segment: IndexSegment) {
    if let number = segment.unlistedNumber { remove(.segment(number)) }
    guard let file = segment.file else { return }
    remove(.segment(file.number))
    if file.liveFileNumber > 0 {
      remove(.live(segment: file.number, number: file.liveFileNumber))
    }
  }

  /// Removes a file that nothing names; what can't be removed now goes with ``removeUnnamedFiles()``, or when the
  /// store is opened.
  ///
  /// In a directory that was replaced, the file may be another store's. Whoever writes next is told of that.
  private func remove(_ name: SegmentFileName) {
    guard let journal, (try? journal.checkPlace()) != nil else { return }
    files.remove(name)
  }

  /// Removes the files of segments that nothing names: what a crash left, and what could not be removed before.
  /// The directory has to be the store's.
  ///
  /// - Throws: ``StorageError`` when the directory can't be read, or something can't be removed; all else is.
  func removeUnnamedFiles() throws(StorageError) {
    // Nothing names yet what a merge is writing.
    var coming = merging.values.filter { $0.kind != .inMemory }.map {
      SegmentFileName.segment($0.number)
    }
    if let build { coming += build.fileNumbers.map { .segment($0) } }
    if let failure = try files.removeAll(except: namedFiles.union(coming)).failure { throw failure }
  }

  /// The files that the present list names, or the next will, or that have to be kept until a loss is written down.
  private var namedFiles: Set<SegmentFileName> {
    SegmentList(state, nextNumber: nextSegmentNumber).fileNames
      .union(state.segments.compactMap(\.unlistedNumber).map { .segment($0) })
      .union(unwrittenLosses?.fileNames ?? [])
  }

  // MARK: - The manifest

  /// Makes a state's list of segments durable, with their deletions and patches.
  ///
  /// Rotating begins a new journal that holds only the items that no file has. Otherwise
  /// the journal stays: its frames say the same of a merged segment as of its parts, for whatever
  /// they delete is gone from it or deleted again, what they patch is patched so again, and what they
  /// put is in no file.
  mutating func writeManifest(for state: inout IndexState, rotating: Bool) throws {
    guard let journal else { throw StoreError(.closed, "The store was closed.") }
    if let losses = unwrittenLosses {
      let reason = losses.failure?.message ?? "There is no room."
      throw StorageError(
        losses.failure?.code ?? .full, "A loss has to be written down first. \(reason)")
    }
    try writeList(of: &state, rotating: rotating, journal)
  }

  /// The same, also while a loss is being written down. Where there is no room, with that which is kept: a list is
  /// replaced for something that gives back room, or that must be known.
  mutating func writeList(
    of state: inout IndexState, rotating: Bool, _ journal: JournalStore
  ) throws {
    var before = state
    // The journal that begins lacks their items, and it takes no reading of them.
    if rotating { before.listFirstFiles() }
    state = try givingUpReserve { committer in
      var next = before
      try committer.writeListOnce(of: &next, rotating: rotating, journal)
      return next
    }
  }

  private mutating func writeListOnce(
    of state: inout IndexState, rotating: Bool, _ journal: JournalStore
  ) throws {
    // Names of files are not used twice, but another store uses them, too.
    try journal.checkPlace()
    var written: [SegmentFileName] = []
    var replaced: [SegmentFileName] = []
    do {
      for index in state.segments.indices
      where state.segments[index].hasUnwrittenChanges
        && (rotating || isNew(state.segments[index]))
      {
        guard let file = state.segments[index].file else { continue }
        if file.liveFileNumber > 0 {
          replaced.append(.live(segment: file.number, number: file.liveFileNumber))
        }
        let name = SegmentFileName.live(segment: file.number, number: file.liveFileNumber + 1)
        written.append(name)
        try files.write(state.segments[index].view.changes, segment: file.number, as: name)
        state.segments[index].recordLiveFile(file.liveFileNumber + 1)
      }
      let list = SegmentList(state, nextNumber: nextSegmentNumber)
      if rotating {
        let time = options.clock()
        for index in state.segments.indices where state.segments[index].isUnlisted {
          try state.segments[index].removeExpired(at: time)
        }
        var earliestExpiration = Double.infinity
        try journal.rotate(content: list.encode()) {
          earliestExpiration = try JournalCheckpoint(state, working.backlog, time: time)
            .write(to: &$0)
        }
        checkpointExpiration = earliestExpiration
        // It has items that no frame put, as those that were moved out of a file with outdated terms.
        working.earliestExpiration = min(working.earliestExpiration, earliestExpiration)
        needsCheckpoint = false
        patchCount = 0
        checkpointByteCount = journal.byteCount
        // The earlier journal gave back its room.
        failedReserveTime = nil
      } else {
        try journal.replaceContent(list.encode())
      }
      coveredJournalByteCount = 0
    } catch {
      if (error as? StorageError)?.asksForReopening != true {
        for name in written { remove(name) }
      }
      throw error
    }
    for name in replaced { remove(name) }
  }

  /// Whether a segment is not in the present state: the manifest does not know it yet.
  private func isNew(_ segment: IndexSegment) -> Bool {
    !state.segments.contains { $0.segment === segment.segment }
  }

  /// After a failure, as on a full disk, merging waits a little.
  func mayTryAgain() -> Bool {
    guard let failedMergeTime else { return true }
    return hasPassedBetweenAttempts(since: failedMergeTime)
  }

  /// Whether enough time has passed since a failure for another attempt.
  func hasPassedBetweenAttempts(since failure: Timestamp) -> Bool {
    let now = options.clock().secondsSinceReferenceDate
    let passed = now - failure.secondsSinceReferenceDate
    return passed < 0 || passed > Self.secondsBetweenAttempts
  }
}
