import FresnelModel
import FresnelSegments
import FresnelStorage

/// Owns the journal and the state that it describes. Used by one thread at a time.
struct Committer {
  private let directory: String
  private let storage: any Storage
  private let options: StoreOptions
  private let published: PublishedIndex
  private let policy = MergePolicy()
  /// Merges of no more documents than this are done at once.
  private static let smallMerge = 4096

  /// `nil` after a failure that reopening did not mend; each commit tries again.
  private var journal: JournalStore?
  private var state = IndexState()
  /// The last of the segments that are being joined beside the writer.
  private var lastMerging: MemorySegment?
  private var isClosed = false
  /// How long the journal was when compacting it failed, as on a full disk: it is not tried again at
  /// every commit.
  private var failedCompactionByteCount: Int?

  init(
    directory: String, storage: any Storage, options: StoreOptions,
    publishingTo published: PublishedIndex
  ) throws(StoreError) {
    self.directory = directory
    self.storage = storage
    self.options = options
    self.published = published
    try reopen()
  }

  // MARK: - Opening

  /// Opens the journal and takes over the state that it describes.
  private mutating func reopen() throws(StoreError) {
    var replay = JournalReplay(threadCount: options.threadCount)
    do {
      let journal = try JournalStore.open(
        directory: directory, storage: storage, mode: .readWrite, options: options.journal
      ) { try replay.receive($0) }
      state = replay.finish()
      self.journal = journal
      if journal.loss.extent != .none {
        // First written down in the index's own terms, then acknowledged to the journal: a crash
        // between the two counts the loss twice, which only asks the apps once more.
        published.report(journal.loss)
        // What was lost may be the note of an earlier loss. Each loss begins a generation, so its
        // number keeps the count from repeating.
        state.lossCount = max(state.lossCount &+ 1, journal.generation)
        let record = JournalRecord.lossFound(state.lossCount)
        try journal.append(record.frameKind, records: [record.head()])
        try journal.commit()
        try journal.acknowledgeLoss()
      }
    } catch {
      try? journal?.close()
      journal = nil
      throw StoreError(opening: error)
    }
    publish()
  }

  private func publish() {
    published.publish(state, journalByteCount: journal?.byteCount ?? 0)
  }

  // MARK: - Committing

  /// Commits requests with one sync.
  ///
  /// - Returns: For each request its failure, or `nil`.
  mutating func commit(_ requests: [CommitRequest]) -> [StoreError?] {
    if isClosed {
      return requests.map { _ in StoreError(.closed, "The store was closed.") }
    }
    var outcomes: [StoreError?] = []
    do {
      outcomes = try write(requests)
    } catch {
      let failure = StoreError(writing: error)
      recover(from: error)
      return requests.map { _ in failure }
    }
    mergeSmallSegments()
    publish()
    compactIfWorthwhile()
    return outcomes
  }

  /// Applies requests to a copy of the state, which replaces the state once the journal has them.
  ///
  /// - Returns: For each request why it was refused, or `nil`.
  private mutating func write(_ requests: [CommitRequest]) throws -> [StoreError?] {
    if journal == nil { try reopen() }
    guard let journal else { throw StoreError(.closed, "The store was closed.") }
    var application = BatchApplication(state)
    let now = options.clock()
    var outcomes: [StoreError?] = []
    for request in requests {
      switch stage(request, at: now, in: &application) {
      case .failure(let error): outcomes.append(error)
      case .success(nil): outcomes.append(nil)
      case .success(let record?):
        do {
          try Self.append(record, to: journal)
        } catch {
          // The batches before this one will be reported as failed: nothing may write them later.
          try journal.discardWaitingFrames()
          throw error
        }
        outcomes.append(nil)
      }
    }
    try journal.commit()
    state = application.finish(threadCount: options.threadCount)
    return outcomes
  }

  /// Checks a request and applies it; what was refused has changed nothing.
  ///
  /// - Returns: What to write in the journal; nothing when the store holds all of it already.
  private func stage(
    _ request: CommitRequest, at now: Timestamp, in application: inout BatchApplication
  ) -> Result<JournalRecord?, StoreError> {
    do throws(StoreError) {
      var record = try Self.check(request, application.state)
      // It may have waited; a compaction or a merge since then may have dropped what has expired.
      if case .batch(var batch) = record {
        batch.time = max(batch.time, now)
        record = .batch(batch)
      }
      return .success(try resolve(record, in: &application))
    } catch {
      return .failure(error)
    }
  }

  /// What a request asks to be written, if its condition holds.
  private static func check(
    _ request: CommitRequest, _ state: IndexState
  ) throws(StoreError) -> JournalRecord {
    let record = try request.change.get()
    if case .exactly(let expected) = request.expectedClientState,
      state.scopes.clientState(of: request.scope) != expected
    {
      throw StoreError(
        .clientStateMismatch, "The client state of the index is not the one that was expected.")
    }
    return record
  }

  private func resolve(
    _ record: JournalRecord, in application: inout BatchApplication
  ) throws(StoreError) -> JournalRecord? {
    do throws(ModelError) {
      return try application.resolve(record, largestByteCount: options.largestBatchByteCount)
    } catch {
      throw StoreError(.invalidItem, error.message)
    }
  }

  private static func append(
    _ record: JournalRecord, to journal: JournalStore
  ) throws(StorageError) {
    try journal.append(record.frameKind) { frame in
      frame.append(record.head())
      for item in record.items { frame.append(item.bytes) }
    }
  }

  /// After a failure the journal may not be trusted: what it holds is read again, and that is what
  /// the store holds from here on.
  private mutating func recover(from error: any Error) {
    if let error = error as? StorageError, error.code == .full { return }
    try? journal?.close()
    journal = nil
    // If this fails too, readers keep the last state and the next commit tries again.
    try? reopen()
  }

  mutating func close() {
    isClosed = true
    // What was acknowledged is durable already; the mark that this writes only speeds up opening.
    try? journal?.close()
    journal = nil
  }

  // MARK: - Merging

  /// Joins segments that are quickly joined. While a larger merge is under way, only those behind it.
  private mutating func mergeSmallSegments() {
    let busy = state.segments.lastIndex { $0.segment === lastMerging }
    let first = busy.map { $0 + 1 } ?? 0
    while let range = policy.merge(of: state.segments[first...]), isSmall(range) {
      let merge = SegmentMerge(Array(state.segments[range]))
      replace(range, by: SegmentView(merge.merged))
    }
  }

  private func isSmall(_ range: Range<Int>) -> Bool {
    state.segments[range].reduce(0) { $0 + $1.live.count } <= Self.smallMerge
  }

  private mutating func replace(_ range: Range<Int>, by view: SegmentView) {
    state.segments.replaceSubrange(range, with: view.live.count > 0 ? [view] : [])
  }

  /// The segments to join next beside the writer; `nil` when none are or a merge is under way.
  mutating func beginMerge() -> [SegmentView]? {
    guard lastMerging == nil, !isClosed, let range = policy.merge(of: state.segments[...]) else {
      return nil
    }
    lastMerging = state.segments[range.upperBound - 1].segment
    return Array(state.segments[range])
  }

  /// Puts a joined segment in the place of its parts, if they are still there.
  mutating func install(_ merge: SegmentMerge) {
    lastMerging = nil
    guard !isClosed,
      let position = state.segments.firstIndex(where: { $0.segment === merge.firstPart }),
      merge.applies(to: state.segments, at: position)
    else { return }
    let range = position..<position + merge.partCount
    replace(range, by: merge.view(present: state.segments[range]))
    mergeSmallSegments()
    publish()
  }

  // MARK: - Compaction

  private mutating func compactIfWorthwhile() {
    guard let journal else { return }
    let journalByteCount = Int(journal.byteCount)
    guard journalByteCount > options.garbageByteCount else { return }
    if let failed = failedCompactionByteCount,
      journalByteCount - failed < max(options.garbageByteCount, failed / 4)
    {
      return
    }
    let garbage = journalByteCount - JournalCheckpoint(state, time: options.clock()).byteCount
    guard garbage > options.garbageByteCount, garbage > journalByteCount / 2 else { return }
    if compact() != nil { failedCompactionByteCount = journalByteCount }
  }

  /// Rewrites the journal with what the state holds.
  ///
  /// - Returns: The failure, after which the store holds what it held.
  mutating func compact() -> StoreError? {
    do {
      if isClosed { throw StoreError(.closed, "The store was closed.") }
      if journal == nil { try reopen() }
      guard let journal else { throw StoreError(.closed, "The store was closed.") }
      let time = options.clock()
      try journal.rotate { try JournalCheckpoint(state, time: time).write(to: &$0) }
      failedCompactionByteCount = nil
      dropExpired(at: time)
      publish()
      return nil
    } catch {
      if (error as? StorageError)?.code == .untrusted { recover(from: error) }
      return StoreError(writing: error)
    }
  }

  /// Deletes in memory what compaction left out of the journal.
  private mutating func dropExpired(at time: Timestamp) {
    let now = time.secondsSinceReferenceDate
    for index in state.segments.indices
    where state.segments[index].segment.documents.earliestExpiration <= now {
      let expirations = state.segments[index].segment.documents.expirations
      for document in expirations.indices where expirations[document] <= now {
        state.segments[index].remove(document)
      }
    }
    state.segments.removeAll { $0.live.count == 0 }
  }
}
