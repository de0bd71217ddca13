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
/// other threads. Segments are written to files and joined on another queue, and put in place on this one.
final class IndexWriter: Sendable {
  private enum Request: Sendable {
    case commit(CommitRequest)
    case compact(@Sendable (StoreError?) -> Void)
    case change(@Sendable (inout Committer) -> StoreError?, @Sendable (StoreError?) -> Void)
    case finishJoin(SegmentJoin, Result<SegmentJoin.Result, any Error>)
    case examine(StorageError)
    case mend(StorageError)
    case finishExaminations(@Sendable (StoreError?) -> Void)
    case reanalyse
    case tidy
    case close(@Sendable () -> Void)
  }

  private struct Waiting {
    var requests: [Request] = []
    var isDraining = false
    var isClosed = false
    /// Whether images and files will be looked at anyway.
    var isTidying = false
  }

  private let waiting = Mutex(Waiting())
  private let queue = DispatchQueue(label: "fresnel.index-writer")
  /// There is one join of each kind at a time.
  private let joinQueue = ParallelQueue(
    label: "fresnel.join", width: SegmentJoin.Kind.allCases.count, qos: .utility)
  /// Where joins run that writers wait for.
  private let awaitedJoinQueue = ParallelQueue(
    label: "fresnel.awaited-join", width: SegmentJoin.Kind.allCases.count)
  /// The joins that run beside the writer; a group is entered until its result waits.
  private let imageJoins = DispatchGroup()
  private let fileJoins = DispatchGroup()
  /// Whether joins of files are being called off.
  let joinsAreCancelled = Atomic(false)
  /// Who waits until what was found to be damaged is written anew or set aside.
  private let examinations = Mutex<[@Sendable (StoreError?) -> Void]>([])
  let committer: Mutex<Committer>
  private let files: SegmentFiles
  let options: StoreOptions
  /// Where it is seen to that what was committed is indexed, and when.
  let indexQueue: ParallelQueue
  /// Where images are built that nobody waits for.
  let imageQueue: ParallelQueue
  /// Where images are built that writers wait for.
  let awaitedImageQueue: ParallelQueue
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
    imageQueue = Self.makeImageQueue(threadCount: options.threadCount)
    awaitedImageQueue = ParallelQueue(label: "fresnel.awaited-images", width: options.threadCount)
    let committer = try Committer(
      directory: directory, storage: storage, options: options, indexQueue: indexQueue,
      publishingTo: published)
    files = committer.files
    self.committer = Mutex(committer)
    queue.setSpecific(key: Self.queueOwner, value: ObjectIdentifier(self))
    published.setExaminer { [weak self] in self?.enqueue(.examine($0)) }
    published.setMender { [weak self] in self?.enqueue(.mend($0)) }
    // What was noted before there was anybody to be told.
    self.committer.withLock { committer in
      for damage in committer.notedDamages { committer.noteMend(damage) }
    }
    startJoins()
    reanalyseOutdatedTerms()
  }

  /// A queue whose threads get a tenth of what other threads get, where both want a processor, so that those
  /// who search do not wait for those who index: Dispatch makes threads of this service class ten steps nicer.
  static func makeImageQueue(threadCount: Int) -> ParallelQueue {
    ParallelQueue(label: "fresnel.images", width: threadCount, qos: .background)
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
          keepsStoredItems: batch.keepsStoredItems, priority: batch.priority, completion: completion
        )))
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

  func compact() throws(StoreError) {
    if isOnQueue {
      if let error = compactOnQueue() { throw error }
      return
    }
    let done = DispatchSemaphore(value: 0)
    let failure = Mutex<StoreError?>(nil)
    enqueue(
      .compact { error in
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

  private func enqueue(_ request: Request) {
    enum Outcome { case start, joined, refused }
    let outcome = waiting.withLock { waiting -> Outcome in
      if waiting.isClosed {
        switch request {
        case .close, .finishJoin: break
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
      case .compact(let completion), .change(_, let completion),
        .finishExaminations(let completion):
        queue.async { completion(error) }
      case .close, .finishJoin, .examine, .mend, .reanalyse, .tidy: break
      }
    }
  }

  /// Looks, when its turn comes, whether there are too many images.
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
      // Joins that are done come first: once the store is closed their files may be another's.
      for case .finishJoin(let join, let result) in requests { finish(join, result) }
      var commits: [CommitRequest] = []
      for request in requests {
        switch request {
        case .finishJoin: break
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
    var outcomes = committer.withLock { $0.commit(group) }
    let deletions = group.indices.filter {
      group[$0].onlyDeletes && outcomes[$0]?.isDiskFull == true
    }
    if deletions.isEmpty { return outcomes }
    giveUpReserve()
    let again = committer.withLock { $0.commit(deletions.map { group[$0] }) }
    for (index, outcome) in zip(deletions, again) { outcomes[index] = outcome }
    startJoins()
    return outcomes
  }

  /// Gives up the room that is kept for deletions. No join goes on that could take it, and no file is written.
  private func giveUpReserve() {
    if let build = committer.withLock({ $0.build }), build.writesFiles { _ = work(on: build) }
    joinsAreCancelled.store(true, ordering: .relaxed)
    waitForJoins()
    joinsAreCancelled.store(false, ordering: .relaxed)
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
    case .commit, .finishJoin: break
    case .compact(let completion):
      completion(compactOnQueue())
    case .change(let body, let completion):
      var error = committer.withLock { body(&$0) }
      if error?.isDiskFull == true {
        giveUpReserve()
        error = committer.withLock { body(&$0) }
        startJoins()
      }
      completion(error)
      scheduleIndexing()
    case .examine(let error):
      committer.withLock { $0.examine(error) }
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
      startJoins()
    case .reanalyse:
      committer.withLock { $0.reanalyse() }
      startJoins()
      reanalyseOutdatedTerms()
    case .close(let completion):
      joinsAreCancelled.store(true, ordering: .relaxed)
      waitForJoins()
      committer.withLock {
        $0.flushForClosing()
        $0.close()
      }
      answerExaminations(StoreError(.closed, "The store was closed."))
      completion()
    }
  }

  /// Goes on with items whose terms are of other rules; what was submitted meanwhile has its turn
  /// between the steps.
  private func reanalyseOutdatedTerms() {
    if committer.withLock({ $0.hasOutdatedTerms }) { enqueue(.reanalyse) }
  }

  // MARK: - Joins

  /// Compacts, while no join is under way: one that began before would write what is to go to another file.
  private func compactOnQueue() -> StoreError? {
    // Joins of files are called off, and no other join begins when one is done.
    joinsAreCancelled.store(true, ordering: .relaxed)
    waitForJoins()
    joinsAreCancelled.store(false, ordering: .relaxed)
    let error = committer.withLock { $0.compact() }
    startJoins()
    return error
  }

  /// Starts the joins that are due, and takes what has expired off the disk.
  ///
  /// While writers wait for what is being indexed, most joins of files are put off: they would take processors from it.
  func startJoins() {
    let isBusy = isAwaited
    committer.withLock { committer in
      committer.examinePostponed()
      committer.beginExpiryPassIfDue()
      committer.listFilesIfDue(whileBusy: isBusy)
    }
    while let join = committer.withLock({ $0.beginJoin(whileBusy: isBusy) }) {
      if options.mergesInBackground {
        let group = join.kind == .files ? fileJoins : imageJoins
        group.enter()
        let work: @Sendable () -> Void = {
          self.enqueue(.finishJoin(join, self.run(join)))
          group.leave()
        }
        // Writers wait for images to become files, but nobody for files to become fewer.
        if join.kind != .files || !DetachedThread.start(priority: .background, work) {
          (isAwaited ? awaitedJoinQueue : joinQueue).async(work)
        }
      } else {
        finish(join, run(join))
      }
    }
    committer.withLock { committer in
      committer.endExpiryPass()
      committer.restoreRoom()
      committer.published.noteExpiryPass(committer.nextExpiryPass)
    }
    if isBusy { tidyOnceIdle() }
    answerExaminations()
  }

  private func run(_ join: SegmentJoin) -> Result<SegmentJoin.Result, any Error> {
    Result {
      // Images have to be in a file before the store is closed; files may stay as they are.
      try join.run(files) {
        join.kind == .files && joinsAreCancelled.load(ordering: .relaxed)
      }
    }
  }

  private func finish(_ join: SegmentJoin, _ result: Result<SegmentJoin.Result, any Error>) {
    committer.withLock { committer in
      switch result {
      case .success(let result): committer.install(result)
      case .failure(let error): committer.abandon(join, error)
      }
    }
    if !joinsAreCancelled.load(ordering: .relaxed) { startJoins() }
  }

  /// Starts to write damaged files anew, where there are any.
  private func startMending() {
    if committer.withLock({ !$0.mends.isEmpty }) { startJoins() }
  }

  /// Tells those who wait for it that no damaged file is being written anew, or that none will be.
  private func answerExaminations(_ error: StoreError? = nil) {
    if examinations.withLock(\.isEmpty) { return }
    guard error != nil || committer.withLock({ !$0.isMending }) else { return }
    let completions = examinations.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for completion in completions { completion(error) }
  }

  private func waitForJoins() {
    imageJoins.wait()
    fileJoins.wait()
    finishJoins()
  }

  /// Puts the joins that are done in place before their turn.
  private func finishJoins() {
    let done = waiting.withLock { waiting in
      let isDone = { (request: Request) in
        if case .finishJoin = request { true } else { false }
      }
      defer { waiting.requests.removeAll(where: isDone) }
      return waiting.requests.filter(isDone)
    }
    for case .finishJoin(let join, let result) in done { finish(join, result) }
  }

  /// When images take far more memory than they may, waits until some are in a file: programs that
  /// write faster than segments are made wait for their completions.
  private func waitForMemory(_ priority: Batch.Priority, batchByteCount: Int) {
    guard committer.withLock({ $0.isOverMemoryBudget }) else { return }
    if priority == .foreground { noteWait(isBulk: options.bulk.isLarge(batchByteCount)) }
    startJoins()
    imageJoins.wait()
    finishJoins()
  }
}
