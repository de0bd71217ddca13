import Dispatch
import FresnelPlatform
import FresnelStorage
import Synchronization

// How segments are written to files and merged beside the writer.

extension IndexWriter {
  /// Compacts, while no merge is under way: one that began before would write what is to go to another file.
  func compactOnQueue(_ isCancelled: @Sendable () -> Bool) -> StoreError? {
    // Merges of files are called off, and no other merge begins when one is done.
    mergesAreCancelled.store(true, ordering: .relaxed)
    waitForMerges()
    mergesAreCancelled.store(false, ordering: .relaxed)
    let error = salvaging { $0.compact(isCancelled: isCancelled) }
    startMerges()
    return error
  }

  /// Starts the merges that are due, and takes what has expired off the disk.
  ///
  /// While writers wait for what is being indexed, most merges of files are put off: they would take processors from
  /// it.
  func startMerges() {
    let isBusy = isAwaited
    committer.withLock { committer in
      committer.examinePostponed()
      committer.beginExpiryPassIfDue()
      committer.listFilesIfDue(whileBusy: isBusy)
    }
    salvage()
    while let task = committer.withLock({ $0.beginMerge(whileBusy: isBusy) }) {
      if options.mergesInBackground {
        let group = task.kind == .files ? fileMerges : memoryMerges
        group.enter()
        let work: @Sendable () -> Void = {
          self.enqueue(.finishMerge(task, self.run(task)))
          group.leave()
        }
        // Writers wait for in-memory segments to become files, but nobody for files to become fewer.
        if task.kind != .files || !DetachedThread.start(priority: .background, work) {
          (isAwaited ? awaitedMergeQueue : mergeQueue).async(work)
        }
      } else {
        finish(task, run(task))
      }
    }
    committer.withLock { committer in
      committer.endExpiryPass()
      committer.restoreRoom()
      committer.published.recordExpiryPass(committer.nextExpiryPass)
    }
    salvage()
    if isBusy { tidyOnceIdle() }
    // A file that was written made room in memory for more.
    reanalyseOutdatedFiles()
    answerExaminations()
  }

  private func run(_ task: MergeTask) -> Result<MergeTask.Result, any Error> {
    Result {
      // In-memory segments have to be in a file before the store is closed; files may stay as they are.
      try task.run(files) {
        task.kind == .files && mergesAreCancelled.load(ordering: .relaxed)
      }
    }
  }

  func finish(_ task: MergeTask, _ result: Result<MergeTask.Result, any Error>) {
    committer.withLock { committer in
      switch result {
      case .success(let result): committer.install(result)
      case .failure(let error): committer.abandon(task, error)
      }
    }
    salvage()
    if !mergesAreCancelled.load(ordering: .relaxed) { startMerges() }
  }

  /// Starts to write damaged files anew, where there are any.
  func startMending() {
    if committer.withLock({ !$0.mends.isEmpty }) { startMerges() }
  }

  /// Tells those who wait for it that no damaged file is being written anew, or that none will be.
  func answerExaminations(_ error: StoreError? = nil) {
    if examinations.withLock(\.isEmpty) { return }
    guard error != nil || committer.withLock({ !$0.isMending }) else { return }
    let completions = examinations.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for completion in completions { completion(error) }
  }

  func waitForMerges() {
    memoryMerges.wait()
    fileMerges.wait()
    finishMerges()
  }

  /// Puts the merges that are done in place before their turn.
  private func finishMerges() {
    let done = waiting.withLock { waiting in
      let isDone = { (request: Request) in
        if case .finishMerge = request { true } else { false }
      }
      defer { waiting.requests.removeAll(where: isDone) }
      return waiting.requests.filter(isDone)
    }
    for case .finishMerge(let task, let result) in done { finish(task, result) }
  }

  /// When in-memory segments take far more memory than they may, waits until some are in a file: programs that
  /// write faster than segments are made wait for their completions.
  func waitForMemory(_ priority: Batch.Priority, batchByteCount: Int) {
    guard committer.withLock({ $0.isOverMemoryBudget }) else { return }
    if priority == .foreground { recordWait(isBulk: options.bulk.isLarge(batchByteCount)) }
    startMerges()
    memoryMerges.wait()
    finishMerges()
  }
}
