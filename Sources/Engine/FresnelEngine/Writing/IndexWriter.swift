import Dispatch
import FresnelModel
import FresnelPlatform
import FresnelSegments
import FresnelStorage
import Synchronization

/// Takes changes from all threads and commits them, one group after the other.
///
/// Requests wait in a list. A serial queue takes all that wait, commits the batches among them, a group
/// with one sync, and calls the completions; then it looks again. What was committed is indexed on
/// other threads. Segments are written to files and merged on another queue, and put in place on this one.
final class IndexWriter: Sendable {
  enum Request: Sendable {
    case commit(CommitRequest)
    case compact(isCancelled: @Sendable () -> Bool, @Sendable (StoreError?) -> Void)
    case change(@Sendable (inout Committer) -> StoreError?, @Sendable (StoreError?) -> Void)
    case finishMerge(MergeTask, Result<MergeTask.Result, any Error>)
    case examine(StorageError)
    case mend(StorageError)
    case finishExaminations(@Sendable (StoreError?) -> Void)
    case reanalyse
    case tidy
    case close(@Sendable () -> Void)
  }

  struct Waiting {
    var requests: [Request] = []
    var isDraining = false
    var isClosed = false
    /// Whether in-memory segments and files will be looked at anyway.
    var isTidying = false
    /// Whether items will be analysed again anyway.
    var isReanalysing = false
  }

  let waiting = Mutex(Waiting())
  private let queue = DispatchQueue(label: "fresnel.index-writer")
  /// There is one merge of each kind at a time.
  let mergeQueue = ParallelQueue(
    label: "fresnel.merge", width: MergeTask.Kind.allCases.count, qos: .utility)
  /// Where merges run that writers wait for.
  let awaitedMergeQueue = ParallelQueue(
    label: "fresnel.awaited-merge", width: MergeTask.Kind.allCases.count)
  /// The merges that run beside the writer; a group is entered until its result waits.
  let memoryMerges = DispatchGroup()
  let fileMerges = DispatchGroup()
  /// Whether merges of files are being called off.
  let mergesAreCancelled = Atomic(false)
  /// Who waits until what was found to be damaged is written anew or set aside.
  let examinations = Mutex<[@Sendable (StoreError?) -> Void]>([])
  let committer: Mutex<Committer>
  let files: SegmentFiles
  let options: StoreOptions
  /// Where it is seen to that what was committed is indexed, and when.
  let indexQueue: ParallelQueue
  /// Where segments are built that nobody waits for.
  let buildQueue: ParallelQueue
  /// Where segments are built that writers wait for.
  let awaitedBuildQueue: ParallelQueue
  let indexing = Mutex(Indexing())
  /// Holds whoever closes until it is done.
  private let closing = DispatchGroup()
  /// Marks the writer's queue, where completions run: waiting there would be for ever.
  private static let queueOwner = DispatchSpecificKey<ObjectIdentifier>()

  init(
    directory: String, storage: any Storage, options: StoreOptions,
    publishingTo published: PublishedIndex
  ) throws(StoreError) {
    self.options = options
    // One sees to what waits, one builds beside a commit, and one releases memory.
    indexQueue = ParallelQueue(label: "fresnel.indexer", width: 3)
    buildQueue = Self.makeBuildQueue(threadCount: options.threadCount)
    awaitedBuildQueue = ParallelQueue(label: "fresnel.awaited-build", width: options.threadCount)
    var committer = try Committer(
      directory: directory, storage: storage, options: options, indexQueue: indexQueue,
      publishingTo: published)
    committer.salvaging = .later
    files = committer.files
    self.committer = Mutex(committer)
    queue.setSpecific(key: Self.queueOwner, value: ObjectIdentifier(self))
    published.setExaminer { [weak self] in self?.enqueue(.examine($0)) }
    published.setMender { [weak self] in self?.enqueue(.mend($0)) }
    // What was recorded before there was anybody to be told.
    self.committer.withLock { committer in
      for damage in committer.notedDamages { committer.recordMend(damage) }
    }
    startMerges()
  }

  /// A queue whose threads get a tenth of what other threads get, where both want a processor, so that those
  /// who search do not wait for those who index: Dispatch makes threads of this service class ten steps nicer.
  static func makeBuildQueue(threadCount: Int) -> ParallelQueue {
    ParallelQueue(label: "fresnel.build", width: threadCount, qos: .background)
  }

  // MARK: - Requests

  func submit(_ batch: Batch, completion: @escaping @Sendable (StoreError?) -> Void) {
    // Checked here, on the caller's thread, so that the writer's is kept for what must be in order.
    let change: Result<JournalRecord, StoreError>
    do throws(StoreError) {
      change = .success(
        .batch(
          try BatchRecord(
            batch, time: options.clock(), largestByteCount: options.largestBatchByteCount)))
    } catch {
      change = .failure(error)
    }
    enqueue(
      .commit(
        CommitRequest(
          change: change, scope: batch.scope, expectedClientState: batch.expectedClientState,
          keepsStoredItems: batch.keepsStoredItems, priority: batch.priority,
          lossAcknowledgement: batch.lossAcknowledgement, completion: completion)))
  }

  func acknowledgeReindex(
    of scope: IndexScope, upTo lossCount: UInt64,
    completion: @escaping @Sendable (StoreError?) -> Void
  ) {
    enqueue(
      .commit(
        CommitRequest(
          change: .success(.lossAcknowledged(scope, lossCount)), scope: scope,
          expectedClientState: .any, completion: completion)))
  }

  /// Changes something that no batch can, after the batches submitted before.
  func change(
    _ body: @escaping @Sendable (inout Committer) -> StoreError?,
    completion: @escaping @Sendable (StoreError?) -> Void
  ) {
    enqueue(.change(body, completion))
  }

  private var isOnQueue: Bool {
    DispatchQueue.getSpecific(key: Self.queueOwner) == ObjectIdentifier(self)
  }

  func compact(isCancelled: @escaping @Sendable () -> Bool) throws(StoreError) {
    if isOnQueue {
      if let error = compactOnQueue(isCancelled) { throw error }
      return
    }
    let done = DispatchSemaphore(value: 0)
    let failure = Mutex<StoreError?>(nil)
    enqueue(
      .compact(isCancelled: isCancelled) { error in
        failure.withLock { $0 = error }
        done.signal()
      })
    done.wait()
    if let error = failure.withLock({ $0 }) { throw error }
  }

  func close() {
    let isFirst = waiting.withLock { waiting in
      defer { waiting.isClosed = true }
      if !waiting.isClosed { closing.enter() }
      return !waiting.isClosed
    }
    if isFirst { enqueue(.close { [closing] in closing.leave() }) }
    if !isOnQueue { closing.wait() }
  }

  func enqueue(_ request: Request) {
    enum Outcome { case start, joined, refused }
    let outcome = waiting.withLock { waiting -> Outcome in
      if waiting.isClosed {
        switch request {
        case .close, .finishMerge: break
        case .commit, .compact, .change, .examine, .mend, .finishExaminations, .reanalyse, .tidy:
          return .refused
        }
      }
      waiting.requests.append(request)
      if waiting.isDraining { return .joined }
      waiting.isDraining = true
      return .start
    }
    switch outcome {
    case .start: queue.async { self.drain() }
    case .joined: break
    case .refused:
      let error = StoreError(.closed, "The store was closed.")
      switch request {
      case .commit(let commit): queue.async { commit.completion(error) }
      case .compact(_, let completion), .change(_, let completion),
        .finishExaminations(let completion):
        queue.async { completion(error) }
      case .close, .finishMerge, .examine, .mend, .reanalyse, .tidy: break
      }
    }
  }

  /// Looks, when its turn comes, whether there are too many in-memory segments.
  func tidyLater() {
    let isFirst = waiting.withLock { waiting in
      defer { waiting.isTidying = true }
      return !waiting.isTidying
    }
    if isFirst { enqueue(.tidy) }
  }

  /// Calls a completion once what was found to be damaged so far is written anew or set aside, or that has to wait.
  func finishExaminations(_ completion: @escaping @Sendable (StoreError?) -> Void) {
    enqueue(.finishExaminations(completion))
  }

  // MARK: - The writer's queue

  private func drain() {
    while true {
      let requests = waiting.withLock { waiting in
        defer { waiting.requests = [] }
        waiting.isDraining = !waiting.requests.isEmpty
        return waiting.requests
      }
      if requests.isEmpty { return }
      // Merges that are done come first: once the store is closed their files may be another's.
      for case .finishMerge(let task, let result) in requests { finish(task, result) }
      var commits: [CommitRequest] = []
      for request in requests {
        switch request {
        case .finishMerge: break
        case .commit(let commit): commits.append(commit)
        case .compact, .change, .examine, .mend, .finishExaminations, .reanalyse, .tidy, .close:
          perform(commits)
          commits = []
          perform(request)
        }
      }
      perform(commits)
    }
  }

  private func perform(_ commits: [CommitRequest]) {
    var rest = commits[...]
    while !rest.isEmpty {
      let group = Self.group(from: rest)
      rest = rest[group.endIndex...]
      if group.contains(where: { $0.byteCount > 0 }) {
        let isForeground = group.contains { $0.priority == .foreground }
        let batchByteCount = group.reduce(0) { max($0, $1.byteCount) }
        waitForMemory(
          isForeground ? .foreground : .background, batchByteCount: batchByteCount)
        waitForBacklog(
          isForeground ? .foreground : .background, batchByteCount: batchByteCount)
      }
      let outcomes = commit(Array(group))
      for (commit, error) in zip(group, outcomes) { commit.completion(error) }
      scheduleIndexing(
        isWatched: group.contains {
          $0.priority == .foreground && !options.bulk.isLarge($0.byteCount)
        })
    }
  }

  /// Commits a group; where there is no room for it, its deletions with the room that is kept for them.
  private func commit(_ group: [CommitRequest]) -> [StoreError?] {
    var outcomes = salvaging { $0.commit(group) }
    let deletions = group.indices.filter {
      group[$0].onlyDeletes && outcomes[$0]?.isDiskFull == true
    }
    if deletions.isEmpty { return outcomes }
    giveUpReserve()
    let again = salvaging { $0.commit(deletions.map { group[$0] }) }
    for (index, outcome) in zip(deletions, again) { outcomes[index] = outcome }
    startMerges()
    return outcomes
  }

  /// Gives up the room that is kept for deletions. No merge goes on that could take it, and no file is written.
  private func giveUpReserve() {
    if let build = committer.withLock({ $0.build }), build.writesFiles { _ = work(on: build) }
    mergesAreCancelled.store(true, ordering: .relaxed)
    waitForMerges()
    mergesAreCancelled.store(false, ordering: .relaxed)
    committer.withLock { _ = $0.giveUpReserve() }
  }

  /// As many commits as are made durable together: so many that the sync hardly counts, and so few that
  /// the first does not wait for long.
  private static func group(from commits: ArraySlice<CommitRequest>) -> ArraySlice<CommitRequest> {
    var byteCount = 0
    let end = commits.firstIndex { commit in
      defer { byteCount += commit.byteCount }
      return byteCount > largestGroupByteCount
    }
    return commits[..<(end ?? commits.endIndex)]
  }

  private static let largestGroupByteCount = 1 << 20

  private func perform(_ request: Request) {
    switch request {
    case .commit, .finishMerge: break
    case .compact(let isCancelled, let completion):
      completion(compactOnQueue(isCancelled))
    case .change(let body, let completion):
      var error = salvaging(body)
      if error?.isDiskFull == true {
        giveUpReserve()
        error = salvaging(body)
        startMerges()
      }
      completion(error)
      scheduleIndexing()
    case .examine(let error):
      committer.withLock { $0.examine(error) }
      salvage()
      startMending()
    case .mend(let error):
      committer.withLock { $0.examineCopied(error) }
      startMending()
    case .finishExaminations(let completion):
      examinations.withLock { $0.append(completion) }
      startMending()
      answerExaminations()
    case .tidy:
      waiting.withLock { $0.isTidying = false }
      startMerges()
    case .reanalyse:
      waiting.withLock { $0.isReanalysing = false }
      committer.withLock { $0.reanalyse() }
      salvage()
      startMerges()
    case .close(let completion):
      mergesAreCancelled.store(true, ordering: .relaxed)
      waitForMerges()
      committer.withLock {
        $0.flushForClosing()
        $0.close()
      }
      answerExaminations(StoreError(.closed, "The store was closed."))
      completion()
    }
  }

  /// Goes on with items whose terms are of other rules, or which lack forms; what was submitted meanwhile has its turn
  /// between the steps.
  func reanalyseOutdatedFiles() {
    guard committer.withLock({ $0.mayReanalyse }) else { return }
    let isFirst = waiting.withLock { waiting in
      defer { waiting.isReanalysing = true }
      return !waiting.isReanalysing
    }
    if isFirst { enqueue(.reanalyse) }
  }

  /// Begins to analyse items again of which the keys lack forms.
  func completeForms() {
    committer.withLock { $0.completesForms = true }
    reanalyseOutdatedFiles()
  }
}
