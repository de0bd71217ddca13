import FresnelModel
import FresnelSegments
import FresnelStorage

/// When the items of programs that write much go straight to files; tests choose sizes that they reach soon.
///
/// Elsewhere items become images in memory, soon after their commit, and images become a file once there are many bytes
/// of them. Whoever hands over large batches, faster than they are indexed, does not watch each item show. So more of
/// them wait together, and each share of them is written as a file at once, by the thread that would have built an image.
/// That leaves out the merge of images, which takes a quarter of the time.
///
/// Such a file is an image in all that concerns durability: the journal has its items, and no manifest names it. After a
/// crash it is removed, and its items are read from the journal. Once there are many bytes of such files, or nobody waits
/// any more, a manifest lists them, and a journal begins that lacks their items.
///
/// The order of segments is that in which their items were put: images in memory that came before such a file become a file
/// first.
///
/// Alternatives. Images of more items are merged as slowly as smaller ones: a merge costs as much for each posting. A
/// file that its own manifest lists at once needs no second kind of image; but then the journal is begun anew for each,
/// with all that waits, and a build has to wait for the disk with the committer's lock.
package struct BulkIndexing: Sendable {
  /// A batch of so many bytes is a large one.
  package var batchByteCount = 256 << 10
  /// As many bytes of items may wait to be indexed while large batches come.
  package var waitingByteCount = 8 << 20
  /// About as many bytes of items go to one file: larger ones take more memory, and smaller ones make more files to merge.
  package var fileByteCount = 3 << 20

  package init() {}

  func isLarge(_ batchByteCount: Int) -> Bool { batchByteCount >= self.batchByteCount }
}

extension Committer {
  /// Where to write the images of what waits; `nil` when there is too little of it, or no room.
  func fileTarget() -> ImageBuild.FileTarget? {
    guard working.backlog.arriving.arrivedByteCount >= options.bulk.fileByteCount, !isRoomShort,
      mayTryAgain(), failedFileTime.map(hasPassedBetweenAttempts) ?? true, unwrittenLosses == nil,
      let journal, (try? journal.checkPlace()) != nil
    else { return nil }
    return ImageBuild.FileTarget(files: files, firstNumber: nextSegmentNumber)
  }

  /// Removes the files of a build that came to nothing.
  func discardFiles(of build: ImageBuild) {
    for number in build.fileNumbers { discardFile(number) }
  }

  /// Has the manifest list the files of images where that is due.
  ///
  /// - Parameter isBusy: Whether writers wait for what is being indexed: then the journal is begun anew less often. But
  ///   images in memory that came behind these files can only become a file once they are listed.
  mutating func listFilesIfDue(whileBusy isBusy: Bool) {
    let byteCount = state.segments.reduce(0) { $0 + ($1.unlistedNumber == nil ? 0 : $1.byteCount) }
    let isAwaited = imageByteCount > UInt64(options.imageByteCount)
    guard byteCount > (isBusy && !isAwaited ? UInt64(options.imageByteCount) : 0), !isClosed,
      journal != nil,
      unwrittenLosses == nil, joining[.images] == nil, mayTryAgain(),
      state.segments.first(where: \.isImage)?.isInMemory == false
    else { return }
    do {
      try listFiles()
    } catch {
      if handleDamageLater(error) { return }
      failedJoinTime = options.clock()
      if (error as? StorageError)?.asksForReopening == true { recover(from: error) }
    }
  }

  /// Has the manifest list the files of the first images, and begins a journal without their items. Images in memory
  /// come first, if there are any: then none is listed.
  mutating func listFiles() throws {
    var (next, visible) = (state, published.state)
    try writeManifest(for: &next, rotating: true)
    state = next
    base.noteListed(asIn: next)
    visible.noteListed(asIn: next)
    published.publish(
      visible, commit: visibleCommit, journalByteCount: journal?.byteCount ?? 0)
  }

  /// Writes all images to files that the manifest lists, in their order.
  mutating func writeImages() throws {
    while let first = state.segments.firstIndex(where: \.isImage) {
      let inMemory = state.segments[first...].prefix(while: \.isInMemory)
      if inMemory.isEmpty {
        try listFiles()
      } else {
        try perform(newJoin(.images, Array(inMemory)))
      }
    }
  }
}

extension IndexState {
  /// Has the next list name the files of the first images, up to one in memory.
  mutating func listFirstFiles() {
    for index in segments.indices.drop(while: { !segments[$0].isImage }) {
      guard segments[index].unlistedNumber != nil else { return }
      segments[index].noteListed()
    }
  }

  /// Notes which files of images a list names, of which another state tells.
  mutating func noteListed(asIn other: IndexState) {
    for index in segments.indices where segments[index].unlistedNumber != nil {
      let now = other.segments.first { $0.segment === segments[index].segment }
      if now?.file != nil { segments[index].noteListed() }
    }
  }
}
