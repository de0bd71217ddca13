import Dispatch
import FresnelPlatform
import Synchronization

// When what was committed is indexed: soon after its commit, together with what else came by then; as
// soon as somebody wants to see it; and before more comes than may wait.

extension IndexWriter {
  /// Whether the thread that indexes is at work or was asked to be.
  struct Indexing {
    var schedule = IndexingSchedule()
    /// When a commit of the foreground last had to wait, in nanoseconds of the monotonic clock.
    var lastWait: UInt64?
    /// Whether that commit had a large batch.
    var lastWaitWasBulk = false
    /// Whether memory that was kept for the next segments will be given back.
    var willReleaseMemory = false
    /// Whether merges that were put off will be looked at again.
    var willTidy = false
  }

  /// So long memory is kept for more segments.
  private static let memoryDelay = DispatchTimeInterval.seconds(1)
  /// So many bytes of items do not wait for more.
  private static let enoughByteCount = 2 << 20

  /// Indexes everything that was acknowledged before the call.
  ///
  /// The calling thread does what no other does already, so it may be any thread, also one that runs a
  /// completion. Where there is much, others help it.
  func makeSearchable() {
    let target = committer.withLock { $0.commitCount }
    while let build = committer.withLock({ $0.visibleCommit < target ? $0.beginBuild() : nil }) {
      if build.isDivided, options.mergesInBackground { share(build, .foreground) }
      guard work(on: build) else { return }
    }
  }

  /// Builds what is left to build and shows it to readers; returns whether it went well.
  func work(on build: SegmentBuild) -> Bool {
    _ = try? build.segments()
    return committer.withLock { $0.finish(build) }
  }

  /// Waits until what is to be indexed has room for batches of at most so many bytes, and takes part in
  /// indexing it.
  func waitForBacklog(_ priority: Batch.Priority, batchByteCount: Int) {
    let isBulk = priority == .foreground && options.bulk.isLarge(batchByteCount)
    while committer.withLock({ $0.isBacklogFull(forBatchOf: batchByteCount) }) {
      // Noted first: whoever else has the build meanwhile has to know.
      if priority == .foreground { recordWait(isBulk: isBulk) }
      guard let build = committer.withLock({ $0.beginBuild(isBulk: isBulk) }) else { return }
      if priority == .foreground { share(build, .foreground) }
      guard work(on: build) else { return }
    }
  }

  /// Sees to it that what was committed is indexed.
  ///
  /// - Parameter isWatched: Whether something of it may be watched: a program of the foreground did not hand it over in a
  ///   large batch.
  func scheduleIndexing(isWatched: Bool = false) {
    guard options.mergesInBackground else {
      makeSearchable()
      startMerges()
      return
    }
    let byteCount = committer.withLock {
      $0.isCurrent ? nil : $0.working.backlog.arriving.arrivedByteCount
    }
    guard let byteCount else { return tidyLater() }
    let isBulk = isBulk
    let isEnough = byteCount >= (isBulk ? options.bulk.waitingByteCount : Self.enoughByteCount)
    let wanted: IndexingSchedule.Delay =
      isEnough ? .immediate : isBulk && !isWatched ? .long : .short
    guard let delay = indexing.withLock({ $0.schedule.plan(wanted, isWatched: isWatched) }) else {
      return
    }
    if delay == .immediate {
      indexQueue.async { self.indexInBackground() }
    } else {
      indexQueue.asyncAfter(deadline: .now() + delay.interval) {
        if self.indexing.withLock({ $0.schedule.begin() }) { self.indexInBackground() }
      }
    }
  }

  /// Indexes what waits, and goes on while enough comes.
  private func indexInBackground() {
    while let build = committer.withLock({ $0.beginBuild(isBulk: isBulk) }) {
      // This thread waits: it is the one that locks what commits need, and is not held up with it.
      share(build, isAwaited || build.writesFiles ? .foreground : .background)
      build.waitForOthers()
      guard committer.withLock({ $0.finish(build) }) else { break }
      let byteCount = committer.withLock { $0.working.backlog.arriving.arrivedByteCount }
      if byteCount < (isBulk ? options.bulk.waitingByteCount : Self.enoughByteCount) { break }
    }
    let isWatched = indexing.withLock { $0.schedule.end() }
    releaseMemoryLater()
    tidyLater()
    // What came meanwhile found this at work and relies on it.
    if committer.withLock({ !$0.isCurrent }) { scheduleIndexing(isWatched: isWatched) }
  }

  /// Whoever had to wait so lately is still writing faster than segments are built.
  private static let waitNanoseconds: UInt64 = 1_000_000_000

  /// Whether a program of the foreground writes faster than segments are built.
  ///
  /// Never so of a store that does all its work while programs wait: nothing is beside them that could be put off.
  var isAwaited: Bool {
    guard options.mergesInBackground else { return false }
    guard let last = indexing.withLock({ $0.lastWait }) else { return false }
    return MonotonicClock.nanoseconds < last &+ Self.waitNanoseconds
  }

  /// Whether such a program hands over large batches, so that it does not watch each item show.
  private var isBulk: Bool { isAwaited && indexing.withLock(\.lastWaitWasBulk) }

  /// Records that a commit of the foreground has to wait, and whether it has a large batch.
  func recordWait(isBulk: Bool) {
    indexing.withLock {
      ($0.lastWait, $0.lastWaitWasBulk) = (MonotonicClock.nanoseconds, isBulk)
    }
  }

  /// Looks for merges again once no writer has waited for a while, or else looks when that is.
  func tidyOnceIdle() {
    let isFirst = indexing.withLock { indexing in
      defer { indexing.willTidy = true }
      return !indexing.willTidy
    }
    guard isFirst else { return }
    indexQueue.asyncAfter(deadline: .now() + .nanoseconds(Int(Self.waitNanoseconds))) {
      [weak self] in
      guard let self else { return }
      indexing.withLock { $0.willTidy = false }
      tidyLater()
    }
  }

  /// Has threads of a priority take part in a build.
  private func share(_ build: SegmentBuild, _ priority: Batch.Priority) {
    let queue = priority == .foreground ? awaitedBuildQueue : buildQueue
    for _ in 0..<(build.isDivided ? options.threadCount : 1) {
      queue.async { build.help(priority) }
    }
  }

  /// Gives the memory that segments were built in back to the system, some time from now.
  private func releaseMemoryLater() {
    let isFirst = indexing.withLock { indexing in
      defer { indexing.willReleaseMemory = true }
      return !indexing.willReleaseMemory
    }
    guard isFirst else { return }
    indexQueue.asyncAfter(deadline: .now() + Self.memoryDelay) { [weak self] in
      guard let self else { return }
      indexing.withLock { $0.willReleaseMemory = false }
      HeapMemory.releaseFreed()
    }
  }
}
