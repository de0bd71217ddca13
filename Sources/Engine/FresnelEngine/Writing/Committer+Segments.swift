import FresnelModel
import FresnelSegments
import FresnelStorage

// How segments get into files, are joined, and how the manifest learns of it.

extension Committer {
  /// Whether images take so much memory that the writer has to wait until some are in a file.
  var isOverMemoryBudget: Bool {
    imageByteCount > UInt64(options.imageByteCount) * 2
  }

  /// The bytes of all images in memory.
  var imageByteCount: UInt64 {
    state.segments.reduce(0) { $0 + ($1.isImage ? $1.byteCount : 0) }
  }

  // MARK: - Joining images in memory

  /// Joins small images, so that their number stays logarithmic; those that are being written to a file
  /// are left alone.
  mutating func joinSmallImages() {
    guard !isClosed, smallImages != nil else { return }
    do {
      try settle()
      while let range = smallImages {
        let merge = SegmentMerge(state.segments[range])
        let image = try merge.image(&state.scopes)
        state.segments.replaceSubrange(range, with: image.map { [$0] } ?? [])
      }
      publish()
    } catch {
      recover(from: error)
    }
  }

  /// The images to be joined next.
  private var smallImages: Range<Int>? {
    let busy = state.segments.lastIndex { segment in
      !segment.isImage
        || joining[.images]?.parts.contains { $0.segment === segment.segment } ?? false
    }
    let first = busy.map { $0 + 1 } ?? 0
    guard let range = imagePolicy.merge(of: state.segments[first...]),
      state.segments[range].reduce(0, { $0 + $1.view.live.count }) <= Self.smallJoin
    else { return nil }
    return range
  }

  // MARK: - Joining into files

  /// What should be written to a file next; `nil` when all is well or it is being done.
  ///
  /// Images go to a file when they take more memory than they may. Files are joined as the merge
  /// policy says.
  mutating func beginJoin() -> SegmentJoin? {
    guard !isClosed, journal != nil else { return nil }
    if joining[.images] == nil, imageByteCount > UInt64(options.imageByteCount),
      mayTryAgain()
    {
      return begin(.images, state.segments.filter(\.isImage))
    }
    let files = state.segments.prefix { !$0.isImage }
    if joining[.files] == nil, mayTryAgain(), let range = filePolicy.merge(of: files) {
      return begin(.files, Array(files[range]))
    }
    return nil
  }

  private mutating func begin(_ kind: SegmentJoin.Kind, _ parts: [IndexSegment]) -> SegmentJoin {
    let join = newJoin(kind, parts)
    joining[kind] = join
    return join
  }

  mutating func newJoin(_ kind: SegmentJoin.Kind, _ parts: [IndexSegment]) -> SegmentJoin {
    defer { nextSegmentNumber += 1 }
    return SegmentJoin(
      kind: kind, parts: parts, number: nextSegmentNumber, time: options.clock())
  }

  /// Notes that a join came to nothing.
  mutating func abandon(_ join: SegmentJoin, _ error: any Error) {
    joining[join.kind] = nil
    // Without a part that is damaged it may be tried again at once.
    if error is CancellationError || handleDamage(error) { return }
    failedJoinTime = options.clock()
  }

  /// Puts a joined segment in the place of its parts, if they are still there.
  mutating func install(_ result: SegmentJoin.Result) {
    joining[result.join.kind] = nil
    do {
      try put(result)
    } catch {
      // Without a part that is damaged it may be tried again at once.
      if handleDamage(error) { return }
      failedJoinTime = options.clock()
      if (error as? StorageError)?.code == .untrusted { recover(from: error) }
    }
  }

  /// Puts a joined segment in the place of its parts and makes that durable.
  ///
  /// Does nothing when the parts are not there any more, as after reading the journal again.
  mutating func put(_ result: SegmentJoin.Result) throws {
    // Without the journal's lock another process may write, and the file's name be one of its own.
    guard !isClosed, journal != nil else { return }
    try settle()
    let join = result.join
    guard let range = join.position(in: state.segments) else {
      files.remove(.segment(join.number))
      return
    }
    var next = state
    let parts = next.segments[range]
    do {
      let joined = try result.joined(present: parts, &next.scopes)
      next.segments.replaceSubrange(range, with: joined.map { [$0] } ?? [])
      try writeManifest(for: &next, rotating: join.kind == .images || needsCheckpoint)
    } catch {
      // When the manifest may or may not be in place, opening the store again finds out.
      if (error as? StorageError)?.code != .untrusted { files.remove(.segment(join.number)) }
      throw error
    }
    state = next
    // As they are now: their live-document files may have been replaced since the join began.
    for part in parts { removeFiles(of: part) }
    publish()
  }

  private func removeFiles(of segment: IndexSegment) {
    guard let file = segment.file else { return }
    files.remove(.segment(file.number))
    if file.liveFileNumber > 0 {
      files.remove(.live(segment: file.number, number: file.liveFileNumber))
    }
  }

  // MARK: - The manifest

  /// Makes a state's list of segments durable, with their deletions and patches.
  ///
  /// Rotating begins a new journal that holds only the items of the images that are left. Otherwise
  /// the journal stays: its frames say the same of a joined segment as of its parts, for whatever
  /// they delete is gone from it or deleted again, what they patch is patched so again, and what they
  /// put is in no file.
  mutating func writeManifest(for state: inout IndexState, rotating: Bool) throws {
    guard let journal else { throw StoreError(.closed, "The store was closed.") }
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
        state.segments[index].noteLiveFile(file.liveFileNumber + 1)
      }
      let list = SegmentList(state, nextNumber: nextSegmentNumber)
      if rotating {
        let time = options.clock()
        for index in state.segments.indices where state.segments[index].isImage {
          try state.segments[index].removeExpired(at: time)
        }
        try journal.rotate(content: list.encode()) {
          try JournalCheckpoint(state, time: time).write(to: &$0)
        }
        needsCheckpoint = false
      } else {
        try journal.replaceContent(list.encode())
      }
    } catch {
      if (error as? StorageError)?.code != .untrusted {
        for name in written { files.remove(name) }
      }
      throw error
    }
    for name in replaced { files.remove(name) }
  }

  /// Whether a segment is not in the present state: the manifest does not know it yet.
  private func isNew(_ segment: IndexSegment) -> Bool {
    !state.segments.contains { $0.segment === segment.segment }
  }

  /// After a failure, as on a full disk, joining waits a little.
  private func mayTryAgain() -> Bool {
    guard let failedJoinTime else { return true }
    let now = options.clock().secondsSinceReferenceDate
    let passed = now - failedJoinTime.secondsSinceReferenceDate
    return passed < 0 || passed > Self.secondsBetweenAttempts
  }
}
