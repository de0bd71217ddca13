import Dispatch
import FresnelModel
import FresnelPlatform
import FresnelSegments
import FresnelStorage

// How what was committed becomes searchable: segments are built of the items that wait, and are added
// to the state when they are done. Commits go on meanwhile.

extension Committer {
  /// The most items, and bytes of them, whose segment is built while their commit waits for the disk.
  private static let smallBuild = (itemCount: 16, byteCount: 1 << 15)

  /// Whether readers see everything that was committed.
  var isCurrent: Bool { visibleCommit == commitCount }

  /// Whether so much waits that a commit has to wait too, the largest of whose batches has so many bytes.
  func isBacklogFull(forBatchOf batchByteCount: Int) -> Bool {
    pace.isFull(
      working.backlog.arriving.arrivedByteCount, at: MonotonicClock.nanoseconds,
      batchByteCount: batchByteCount)
  }

  /// Begins to index what waits; `nil` when readers see everything.
  ///
  /// - Returns: The segments to be built, by whoever has time, and then to be given to ``finish(_:)``. One
  ///   build is done at a time: where one is on its way it is that one.
  mutating func beginBuild(isBulk: Bool = false) -> SegmentBuild? {
    if let build { return build }
    if isCurrent { return nil }
    return beginBuild(of: commitCount, isBulk: isBulk)
  }

  private mutating func beginBuild(of commit: UInt64, isBulk: Bool = false) -> SegmentBuild {
    let target = isBulk ? fileTarget() : nil
    let begun = SegmentBuild(
      working.backlog.beginIndexing(), of: state.scopes, commit: commit,
      shareByteCount: target == nil ? SegmentBuild.shareByteCount : options.bulk.fileByteCount,
      target: target)
    nextSegmentNumber += UInt64(begun.fileNumbers.count)
    build = begun
    base = state
    return begun
  }

  /// Begins to index the few items of a commit that is not durable yet, on another thread; readers must
  /// see everything else.
  ///
  /// - Returns: Whether it was begun.
  mutating func beginBuildBesideCommit() -> Bool {
    let (itemCount, byteCount) = (working.backlog.liveCount, working.backlog.byteCount)
    guard itemCount > 0, itemCount <= Self.smallBuild.itemCount,
      byteCount <= Self.smallBuild.byteCount
    else { return false }
    let begun = beginBuild(of: commitCount + 1)
    indexQueue.async { begun.help() }
    return true
  }

  /// Gives up a build of a commit that failed.
  mutating func cancelBuild() {
    endBuild()
    working.backlog = Backlog()
  }

  /// Forgets the build; its base is kept no longer than it is needed.
  private mutating func endBuild() {
    build = nil
    base = IndexState()
  }

  /// Adds the segments of a build to the state and shows them to readers. Does nothing when that was
  /// done already, or when the store was read again from the journal meanwhile.
  ///
  /// - Returns: Whether it went well; otherwise the store was read again from the journal.
  @discardableResult
  mutating func finish(_ finished: SegmentBuild) -> Bool {
    defer { discardFiles(of: finished) }
    guard build === finished else { return true }
    do {
      let built = try finished.segments()
      if finished.hasFailedFiles { failedFileTime = options.clock() }
      var visible = base
      visible.add(built)
      state.add(try built.removing(finished.items.filter(working.backlog.isGone)))
      pace.record(
        byteCount: finished.byteCount,
        nanoseconds: MonotonicClock.nanoseconds - finished.beginning)
      working.backlog.endIndexing()
      endBuild()
      visibleCommit = finished.commit
      published.publish(
        visible, commit: visibleCommit, journalByteCount: journal?.byteCount ?? 0)
      return true
    } catch {
      endBuild()
      working.backlog.abandonIndexing()
      recover(from: error)
      return false
    }
  }

  /// Indexes everything that was committed.
  ///
  /// - Returns: Whether it went well.
  @discardableResult
  mutating func index() -> Bool {
    while let build = beginBuild() {
      guard finish(build) else { return false }
    }
    return true
  }

  /// Indexes everything that was committed, so that readers see the present state.
  ///
  /// - Throws: ``StoreError`` when that failed.
  mutating func settle() throws(StoreError) {
    guard index() else {
      throw StoreError(.writeFailed, "What was committed could not be indexed.")
    }
  }
}

extension [IndexSegment] {
  /// The segments without the documents of some items that they were built of.
  fileprivate func removing(
    _ items: [PendingDocuments.Survivor]
  ) throws(StorageError) -> [IndexSegment] {
    if items.isEmpty { return self }
    var state = IndexState(segments: self)
    for item in items {
      let key = PendingDocuments.DocumentKey(
        scope: item.scope, identifier: item.item.uniqueIdentifierBytes)
      if let place = try state.find(key) { state.remove(place) }
    }
    return state.segments
  }
}
