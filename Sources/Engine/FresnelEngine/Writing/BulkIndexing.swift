import FresnelModel
import FresnelSegments
import FresnelStorage

/// When the items of programs that write much go straight to files; tests choose sizes that they reach soon.
///
/// Elsewhere items become in-memory segments, soon after their commit, and these become a file once there are many
/// bytes of them. Whoever hands over large batches, faster than they are indexed, does not watch each item show. So
/// more of them wait together, and each share of them is written as a file at once, by the thread that would have
/// built an in-memory segment. That leaves out the merge of in-memory segments, which takes a quarter of the time.
///
/// Such a file is an unlisted segment, like one in memory: the journal has its items, and no manifest names it. After a
/// crash it is removed, and its items are read from the journal. Once there are many bytes of such files, or nobody
/// waits any more, a manifest lists them, and a journal begins that lacks their items.
///
/// The order of segments is that in which their items were put: in-memory segments that came before such a file become
/// a file first.
///
/// Alternatives. In-memory segments of more items are merged as slowly as smaller ones: a merge costs as much for each
/// posting. A file that its own manifest lists at once needs no second kind of unlisted segment; but then the journal
/// is begun anew for each, with all that waits, and a build has to wait for the disk with the committer's lock.
package struct BulkIndexing: Sendable {
  /// A batch of so many bytes is a large one.
  package var batchByteCount = 256 << 10
  /// As many bytes of items may wait to be indexed while large batches come.
  package var waitingByteCount = 8 << 20
  /// About as many bytes of items go to one file: larger ones take more memory, and smaller ones make more files to
  /// merge.
  package var fileByteCount = 3 << 20

  package init() {}

  func isLarge(_ batchByteCount: Int) -> Bool { batchByteCount >= self.batchByteCount }
}

extension Committer {
  /// Where to write the segments of what waits; `nil` when there is too little of it, or no room.
  func fileTarget() -> SegmentBuild.FileTarget? {
    guard working.backlog.arriving.arrivedByteCount >= options.bulk.fileByteCount, !isRoomShort,
      mayTryAgain(), failedFileTime.map(hasPassedBetweenAttempts) ?? true, unwrittenLosses == nil,
      let journal, (try? journal.checkPlace()) != nil
    else { return nil }
    return SegmentBuild.FileTarget(files: files, firstNumber: nextSegmentNumber)
  }

  /// Removes the files of a build that came to nothing.
  func discardFiles(of build: SegmentBuild) {
    for number in build.fileNumbers { discardFile(number) }
  }

  /// Has the manifest list unlisted files where that is due.
  ///
  /// - Parameter isBusy: Whether writers wait for what is being indexed: then the journal is begun anew less often. But
  ///   in-memory segments that came behind these files can only become a file once they are listed.
  mutating func listFilesIfDue(whileBusy isBusy: Bool) {
    let byteCount = state.segments.reduce(0) { $0 + ($1.unlistedNumber == nil ? 0 : $1.byteCount) }
    let isAwaited = inMemoryByteCount > UInt64(options.flushByteCount)
    guard byteCount > (isBusy && !isAwaited ? UInt64(options.flushByteCount) : 0), !isClosed,
      journal != nil,
      unwrittenLosses == nil, merging[.flush] == nil, mayTryAgain(),
      state.segments.first(where: \.isUnlisted)?.isInMemory == false
    else { return }
    do {
      try listFiles()
    } catch {
      if handleDamageLater(error) { return }
      failedMergeTime = options.clock()
      if (error as? StorageError)?.asksForReopening == true { recover(from: error) }
    }
  }

  /// Has the manifest list the first unlisted segments, which are files, and begins a journal without their items.
  /// Where an in-memory segment comes before them, none is listed.
  mutating func listFiles() throws {
    var (next, visible) = (state, published.state)
    try writeManifest(for: &next, rotating: true)
    state = next
    base.recordListed(asIn: next)
    visible.recordListed(asIn: next)
    published.publish(
      visible, commit: visibleCommit, journalByteCount: journal?.byteCount ?? 0)
  }

  /// Brings all unlisted segments into files that the manifest lists, in their order.
  mutating func flush() throws {
    while let first = state.segments.firstIndex(where: \.isUnlisted) {
      let inMemory = state.segments[first...].prefix(while: \.isInMemory)
      if inMemory.isEmpty {
        try listFiles()
      } else {
        try perform(newMerge(.flush, Array(inMemory)))
      }
    }
  }
}

extension IndexState {
  /// Has the next list name the first unlisted files, up to a segment in memory.
  mutating func listFirstFiles() {
    for index in segments.indices.drop(while: { !segments[$0].isUnlisted }) {
      guard segments[index].unlistedNumber != nil else { return }
      segments[index].recordListed()
    }
  }

  /// Records which unlisted files a list names by now, as another state has it.
  mutating func recordListed(asIn other: IndexState) {
    for index in segments.indices where segments[index].unlistedNumber != nil {
      let now = other.segments.first { $0.segment === segments[index].segment }
      if now?.file != nil { segments[index].recordListed() }
    }
  }
}
