import Dispatch
import FresnelModel
import FresnelPlatform
import FresnelSegments
import FresnelStorage

/// Owns the journal, the segments' files and the state that they describe. Used by one thread at a time.
struct Committer {
  let options: StoreOptions
  let files: SegmentFiles
  let published: PublishedIndex
  let memoryPolicy = MergePolicy(smallestTier: 64)
  /// Which files are merged.
  var filePolicy: MergePolicy { MergePolicy(smallestTier: 1024, leavesFormless: movesFormless) }
  /// Which files are merged while writers wait: so many at once that each item is seldom written again, and not so many
  /// that searches would have to look into more than some dozens.
  var busyFilePolicy: MergePolicy {
    MergePolicy(factor: 32, smallestTier: 1024, leavesFormless: movesFormless)
  }
  /// In-memory segments are merged in memory while they have no more documents than this together.
  static let largestInMemoryMerge = 4096
  /// How long merging waits after a failure.
  static let secondsBetweenAttempts = 10.0

  /// `nil` after a failure that reopening did not mend; each commit tries again.
  var journal: JournalStore?
  /// All that was committed: segments, and items that wait to be indexed.
  var working = BatchApplication(IndexState())
  /// How many groups were committed.
  var commitCount: UInt64 = 0
  /// The number of the commit up to which readers see everything.
  var visibleCommit: UInt64 = 0
  /// The segments that are being built; `nil` when none are.
  var build: SegmentBuild?
  /// What readers will see of the segments once those segments are there: the state as it was when their
  /// items were taken.
  var base = IndexState()
  var pace: BacklogPace
  /// Where segments are built while a commit waits for the disk.
  let indexQueue: ParallelQueue
  /// The merges that are done beside the writer.
  var merging: [MergeTask.Kind: MergeTask] = [:]
  var nextSegmentNumber: UInt64 = 1
  /// The analysis of items whose terms are outdated; `nil` when none was begun.
  var reanalysis: Reanalysis?
  var reanalysisFailed = false
  /// Whether items are analysed again of which the keys lack forms.
  var completesForms = false
  /// When a merge failed last, as on a full disk.
  var failedMergeTime: Timestamp?
  /// When a file of what waits could last not be written.
  var failedFileTime: Timestamp?
  /// When a merge of files last found no room on the disk.
  var fullMergeTime: Timestamp?
  /// When what was left of a damaged file could be read and not written down, as on a full disk.
  var failedSalvageTime: Timestamp?
  /// When what is left of damaged files is read.
  var salvaging = Salvaging.now
  /// The damaged files that are to be read as soon as nobody holds the committer.
  var wantedSalvages: [SalvageReading] = []
  /// The damaged files that are to be written anew, once each.
  var mends: [Mend] = []
  /// What reads met with of damaged files that could not be set aside, once for each of them.
  var postponedDamages: [StorageError] = []
  /// When the first of these was recorded.
  var postponementTime: Timestamp?
  /// Whether the files can't be replaced without a new journal: it does not have items of an in-memory segment.
  var needsCheckpoint = false
  var isClosed = false
  /// What opening found to be lost and could not write down, for the disk is full; `nil` when all is
  /// written down. Nothing else is written before.
  var unwrittenLosses: UnwrittenLosses?
  /// The earliest time at which something in the last checkpoint expires, in seconds since 2001.
  var checkpointExpiration = Double.infinity
  /// When what had expired was last taken off the disk, or begun to be; `nil` when it was not yet.
  var expiryPass: Timestamp?
  /// Whether that is not done yet.
  var isExpiryPassOpen = false
  /// How far the journal had come whose directory was deleted or replaced; `nil` once it turned out to be there
  /// again, or its loss is counted durably.
  var lostPosition: JournalPosition?
  /// The indexes that the store knew then.
  var formerScopes: Set<IndexScope> = []
  /// The greatest number of a loss that anybody may have noted of the directory: of stores that were there before, too.
  var greatestLossCount: UInt64
  /// How long the journal was when compacting it failed, as on a full disk: it is not tried again at
  /// every commit.
  private var failedCompactionByteCount: Int?
  /// The patches in the journal since it was begun or opened.
  var patchCount = 0
  /// Whether there was no room for something lately.
  var isRoomShort = false {
    didSet { if isRoomShort { shortRoomTime = options.clock() } }
  }
  /// When that was.
  private(set) var shortRoomTime: Timestamp?
  /// When there was last no room for what is kept for deletions.
  var failedReserveTime: Timestamp?
  /// The length of the journal up to which the room that is kept is enough; 0 until that is looked at, as room or files
  /// have changed.
  var coveredJournalByteCount: UInt64 = 0
  /// How long the journal was when keeping room failed for another reason than that there is none: it is not tried
  /// again at every commit.
  var failedReserveByteCount: UInt64?
  /// How long the journal was when it was begun; 0 of one that this process has not begun.
  var checkpointByteCount: UInt64 = 0
  /// Replaying a patch takes as long as reading and analysing so many bytes of items.
  private static let byteCountPerPatch = 1536

  init(
    directory: String, storage: any Storage, options: StoreOptions,
    indexQueue: ParallelQueue, publishingTo published: PublishedIndex
  ) throws(StoreError) {
    self.options = options
    greatestLossCount = options.notedLossCount
    self.indexQueue = indexQueue
    pace = BacklogPace(options.bulk)
    files = SegmentFiles(
      directory: directory, storage: storage, cache: options.cache,
      key: options.encryptionKey, itemBlockByteCount: options.itemBlockByteCount,
      noteCopiedDamage: { [weak published] in published?.noteCopiedDamage($0) })
    self.published = published
    try reopen()
  }

  /// The segments, without what was deleted from them by any commit. It equals what readers see once
  /// everything is indexed.
  var state: IndexState {
    get { working.state }
    set { working.state = newValue }
  }

  /// How often what failed for damage is tried again before it is given up: once for each file. A device that fails now
  /// and then would keep it going for ever.
  var retryCount: Int { state.segments.count + 1 }

  /// Shows the state to readers; everything has to be indexed.
  mutating func publish() {
    visibleCommit = commitCount
    published.publish(state, commit: commitCount, journalByteCount: journal?.byteCount ?? 0)
  }

  // MARK: - Committing

  /// Commits requests with one sync.
  ///
  /// They are durable when it returns, and searchable once they are indexed.
  ///
  /// - Returns: For each request its failure, or `nil`.
  mutating func commit(_ requests: [CommitRequest]) -> [StoreError?] {
    if isClosed {
      return requests.map { _ in StoreError(.closed, "The store was closed.") }
    }
    var retries = retryCount
    while true {
      do {
        let outcomes = try write(requests)
        compactIfWorthwhile()
        return outcomes
      } catch {
        // Without the damaged segment, of which nothing was changed yet, it may go through.
        retries -= 1
        if retries >= 0, handleDamage(error) {
          if wantedSalvages.isEmpty { continue }
          // Tried again once these are read.
          return requests.map { _ in StoreError(writing: error) }
        }
        // Those who are asked to index again find a store to index into.
        if recover(from: error) { try? reopen() }
        return requests.map { _ in StoreError(writing: error) }
      }
    }
  }

  /// Applies requests and makes that durable; when it throws, nothing was applied.
  ///
  /// - Returns: For each request why it was refused, or `nil`.
  private mutating func write(_ requests: [CommitRequest]) throws -> [StoreError?] {
    if journal == nil { try reopen() }
    guard let journal else { throw StoreError(.closed, "The store was closed.") }
    try writeLosses(journal)
    let putByteCount = requests.reduce(0) { $0 + $1.byteCount }
    if putByteCount > 0 { try takeReserve(journal, forPutting: putByteCount) }
    let isCurrent = isCurrent
    if isCurrent { pace.recordQuiet(at: MonotonicClock.nanoseconds) }
    let savepoint = working.savepoint()
    let now = options.clock()
    var outcomes: [StoreError?] = []
    var isIndexing = false
    do {
      do {
        for request in requests {
          let wasKnown = state.scopes.number(of: request.scope) != nil
          switch try stage(request, at: now) {
          case .failure(let error):
            outcomes.append(error)
            continue
          case .success(nil): break
          case .success(let record?):
            try append(record, to: journal)
            if case .batch(let batch) = record { patchCount += batch.patchCount }
          }
          try acknowledgeLosses(by: request, wasKnown: wasKnown, journal)
          outcomes.append(nil)
        }
      } catch {
        // The batches before this one will be reported as failed: nothing may write them later.
        try journal.discardWaitingFrames()
        throw error
      }
      isIndexing = isCurrent && beginBuildBesideCommit()
      try journal.commit()
    } catch {
      if isIndexing { cancelBuild() }
      working.rollback(to: savepoint)
      throw error
    }
    working.release()
    commitCount += 1
    noteRoom(after: requests)
    published.acknowledge(commitCount, journalByteCount: journal.byteCount)
    // A segment of a few items is there by now; where nothing was put there is none to wait for.
    if isIndexing || (isCurrent && working.backlog.liveCount == 0) { index() }
    return outcomes
  }

  /// Checks a request and applies it; what was refused has changed nothing.
  ///
  /// - Returns: What to write in the journal, `nil` when the store holds all of it already; or why the
  ///   request is refused.
  private mutating func stage(
    _ request: CommitRequest, at now: Timestamp
  ) throws(StorageError) -> Result<JournalRecord?, StoreError> {
    do {
      var record = try Self.check(request, state)
      // It may have waited; a compaction or a merge since then may have dropped what has expired.
      if case .batch(var batch) = record {
        batch.time = max(batch.time, now)
        record = .batch(batch)
      }
      return .success(
        try working.resolve(
          record, keepsStoredItems: request.keepsStoredItems,
          largestByteCount: options.largestBatchByteCount))
    } catch let error as StorageError {
      throw error
    } catch let error as ModelError {
      return .failure(StoreError(.invalidItem, error.message))
    } catch {
      return .failure(StoreError(writing: error))
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

  func append(_ record: JournalRecord, to journal: JournalStore) throws(StorageError) {
    try journal.append(record.frameKind) { frame in
      frame.append(record.head())
      for item in record.items { frame.append(item.bytes) }
    }
  }

  mutating func close() {
    index()
    isClosed = true
    // What was acknowledged is durable already; the mark that this writes only speeds up opening.
    try? journal?.close()
    journal = nil
    published.recordExpiryPass(nil)
  }

  // MARK: - The journal's length

  private mutating func compactIfWorthwhile() {
    guard let journal else { return }
    let journalByteCount = Int(journal.byteCount) + patchCount * Self.byteCountPerPatch
    guard journalByteCount > options.garbageByteCount else { return }
    if let failed = failedCompactionByteCount,
      journalByteCount - failed < max(options.garbageByteCount, failed / 4)
    {
      return
    }
    let garbage =
      journalByteCount
      - JournalCheckpoint(state, working.backlog, time: options.clock()).byteCount
    guard garbage > options.garbageByteCount, garbage > journalByteCount / 2 else { return }
    do {
      try renewJournal()
      failedCompactionByteCount = nil
    } catch {
      failedCompactionByteCount = journalByteCount
      if (error as? StorageError)?.asksForReopening == true { recover(from: error) }
    }
  }

  /// Begins a journal without what is of no more use.
  mutating func renewJournal() throws {
    var next = state
    try writeManifest(for: &next, rotating: true)
    state = next
    base.recordListed(asIn: next)
  }
}
