internal import CommandKit
internal import Crawler
internal import Dispatch
internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import PublicIndex
internal import Synchronization
internal import WebFetching
internal import WebMarkup

/// A crawl with its index, from the moment at which the data directory is taken to that at which it is let go of.
final class CrawlSession: Sendable {
  private let order: CrawlOrder
  private let data: CloudData
  private let report: CrawlReport
  private let crawl: Crawl
  private let seeds: @Sendable () throws -> [CrawlSeed]
  /// The seeds that the crawl was told of.
  private let known = Mutex<Set<CrawlSeed>>([])
  private let index: Store
  private let compaction: CrawlCompaction
  private let fetcher: WebFetcher
  private let lock: CrawlLock

  /// Takes the data directory.
  ///
  /// - Parameters:
  ///   - order: How the crawl is to be done.
  ///   - data: The directory.
  ///   - report: Tells how far it is.
  ///   - seeds: Where it begins. Asked again from time to time, since apps come while it runs.
  /// - Throws: `CommandError`, `SystemError`, `StoreError`, `CrawlStoreError`, `FetchError`.
  init(
    _ order: CrawlOrder, data: CloudData, report: CrawlReport,
    seeds: @escaping @Sendable () throws -> [CrawlSeed]
  ) throws {
    lock = try CrawlLock(of: data)
    self.order = order
    self.data = data
    self.report = report
    self.seeds = seeds
    index = try Store.open(at: data.index, options: PublicPages.writingOptions)
    compaction = CrawlCompaction(of: index, in: data.index, report: report)
    fetcher = try WebFetcher(order.policy)
    let reader = CrawlReader.web { reading in
      (try? ItemCodec.encode(reading.indexItem)) ?? []
    }
    crawl = try Crawl(
      SQLiteCrawlStore(path: data.crawl), plan: order.plan, fetcher: fetcher, reader: reader,
      observe: { report.fetched($0) })
  }

  deinit {
    fetcher.close()
    index.close()
  }

  /// Crawls until it is to end.
  ///
  /// - Returns: How it ended.
  /// - Throws: As ``init(_:data:report:seeds:)``.
  func run() throws -> ExitStatus {
    var signals = try SignalListener(for: [.interrupt, .terminate, .hangUp])
    let ended = try WakePipe()
    let result = Mutex<Result<Void, any Error>>(.success(()))
    let isOver = DispatchSemaphore(value: 0)
    let work = Task {
      do {
        try await whole()
      } catch {
        result.withLock { $0 = .failure(error) }
      }
      isOver.signal()
      ended.signal()
    }
    var wasInterrupted = false
    while isOver.wait(timeout: .now()) == .timedOut {
      _ = try waitForInput(on: [signals.descriptor, ended.descriptor], timeout: nil)
      while signals.next() != nil {
        // The first one has what is under way taken in, the second one does not wait for it.
        if wasInterrupted { work.cancel() }
        wasInterrupted = true
        compaction.end()
        Task { await crawl.stop() }
      }
    }
    try result.withLock { $0 }.get()
    if wasInterrupted, order.isOnce || order.time != nil { return .interrupted }
    return report.foundNothing ? .incomplete : .success
  }

  private enum Part {
    case crawled
    case other
  }

  private func whole() async throws {
    try await addSeeds()
    let overview = try SQLiteCrawlStore(path: data.crawl)
      .overview(at: CrawlClock().now, hostLimit: 0)
    guard overview.seedCount > 0 else {
      throw CommandError.usage(
        "there is no site to begin at",
        advice: "name one, as in fresnel-cloud crawl example.org, or a file of them with --list")
    }
    report.started(order, overview: overview, recovered: await crawl.progress.recovered)
    let damageCount = await IndexExamination(of: index).mend()
    if damageCount > 0 { report.foundDamage(damageCount) }
    try await withThrowingTaskGroup(of: Part.self) { group in
      defer { group.cancelAll() }
      group.addTask { [self] in
        try await crawl.run(patience: order.isOnce ? CrawlOrder.patience : nil)
        return .crawled
      }
      group.addTask { [self] in
        try await tell()
        return .other
      }
      group.addTask { [self] in
        try await keepIndex()
        return .other
      }
      if let time = order.time {
        group.addTask { [self] in
          try? await Task.sleep(for: time)
          guard !Task.isCancelled else { return .other }
          compaction.end()
          await crawl.stop()
          return .other
        }
      }
      while let part = try await group.next() {
        if case .crawled = part { break }
      }
    }
    // What it was told to drop by a second signal, the next one does.
    if !Task.isCancelled {
      try await updateIndex()
      await compaction.runIfWorthwhile()
    }
    try await tellOnce()
    report.ended(await crawl.progress)
  }

  /// Tells the crawl of seeds that are new.
  private func addSeeds() async throws {
    let all = try seeds()
    let new = known.withLock { known in
      defer { known = Set(all) }
      return all.filter { !known.contains($0) }
    }
    for seed in new { try await crawl.add(seed: seed.url, isTrusted: seed.isTrusted) }
  }

  /// Tells how far it is until it is cancelled.
  private func tell() async throws {
    while !Task.isCancelled {
      report.advanced(await crawl.progress)
      if report.wantsOverview { try await tellOnce() }
      try? await Task.sleep(for: report.interval)
    }
  }

  private func tellOnce() async throws {
    let start = MonotonicClock.nanoseconds
    let overview = try SQLiteCrawlStore(path: data.crawl)
      .overview(at: CrawlClock().now, hostLimit: 0)
    let time = MonotonicClock.elapsed(from: start, to: MonotonicClock.nanoseconds)
    report.tell(overview, thatTook: .nanoseconds(Int64(clamping: time)), await crawl.progress)
  }

  /// Brings the index into step from time to time until it is cancelled.
  private func keepIndex() async throws {
    var pause = order.indexInterval
    var seen = 0
    while true {
      try? await Task.sleep(for: pause)
      if Task.isCancelled { return }
      try await addSeeds()
      let progress = await crawl.progress
      guard progress.requests > seen else { continue }
      seen = progress.requests
      let start = MonotonicClock.nanoseconds
      try await updateIndex()
      await compaction.runIfWorthwhile()
      // A tenth of the time at most.
      let taken = MonotonicClock.elapsed(from: start, to: MonotonicClock.nanoseconds)
      pause = max(order.indexInterval, .nanoseconds(Int64(clamping: taken)) * 10)
    }
  }

  private func updateIndex() async throws {
    let start = MonotonicClock.nanoseconds
    let update = PublicIndexUpdate(of: index, isProven: CloudApps.provenLinks(of: data))
    let summary = try await update.run(from: SQLiteCrawlStore(path: data.crawl))
    let taken = MonotonicClock.elapsed(from: start, to: MonotonicClock.nanoseconds)
    report.indexed(summary, thatTook: .nanoseconds(Int64(clamping: taken)))
    HeapMemory.releaseFreed()
  }
}
