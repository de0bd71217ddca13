internal import CommandKit
internal import Dispatch
internal import FresnelEngine
internal import FresnelPlatform
internal import PublicIndex
internal import Synchronization

/// Rewrites the index of a crawl as one segment where that pays, until the crawl is to end.
final class CrawlCompaction: Sendable {
  /// After a failure it is not tried again for this time: the disk is likely to be as full as before.
  static let pauseAfterFailure: Duration = .seconds(3600)

  private let index: Store
  private let directory: String
  private let report: CrawlReport
  private let isEnding = Atomic(false)
  /// When it last failed.
  private let lastFailure = Mutex<ContinuousClock.Instant?>(nil)

  /// - Parameters:
  ///   - index: The index, open for writing.
  ///   - directory: Where the index is.
  ///   - report: Tells what is done.
  init(of index: Store, in directory: String, report: CrawlReport) {
    self.index = index
    self.directory = directory
    self.report = report
  }

  /// Has what is under way end, and nothing begin any more: the next crawl does it.
  func end() { isEnding.store(true, ordering: .relaxed) }

  /// Rewrites the index if that pays and the disk has room. An index that can't be rewritten answers all the same.
  func runIfWorthwhile() async {
    guard !isEnding.load(ordering: .relaxed), !Task.isCancelled, !hasFailedLately else { return }
    let compaction = IndexCompaction(of: index)
    guard compaction.isWorthwhile else { return }
    guard compaction.fits(in: FileSystem.availableByteCount(at: directory)) else {
      return fail("the disk has no room for it twice")
    }
    report.compacting(compaction)
    let start = MonotonicClock.nanoseconds
    let result = await withCheckedContinuation {
      (done: CheckedContinuation<Result<IndexCompaction.Outcome, StoreError>, Never>) in
      // It takes as long as the index is large, and none of the threads that tasks share.
      DispatchQueue.global(qos: .utility).async { [self] in
        done.resume(
          returning: Result { () throws(StoreError) in
            try compaction.run(isCancelled: { self.isEnding.load(ordering: .relaxed) })
          })
      }
    }
    let taken = MonotonicClock.elapsed(from: start, to: MonotonicClock.nanoseconds)
    switch result {
    case .success(.rewritten):
      report.compacted(compaction, thatTook: .nanoseconds(Int64(clamping: taken)))
    case .success(.cancelled): report.leftCompaction()
    case .success(.diskFull): fail("the disk is full")
    case .failure(let error): fail(error.message.withoutFullStop)
    }
    HeapMemory.releaseFreed()
  }

  private var hasFailedLately: Bool {
    lastFailure.withLock { failure in
      failure.map { $0.duration(to: .now) < Self.pauseAfterFailure } ?? false
    }
  }

  private func fail(_ reason: String) {
    lastFailure.withLock { $0 = .now }
    report.couldNotCompact(reason)
  }
}
