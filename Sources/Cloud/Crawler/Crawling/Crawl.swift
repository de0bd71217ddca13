import FresnelPlatform
package import WebAddresses
package import WebFetching

/// A crawl: asks what the frontier hands out, and has it take in what comes.
package actor Crawl {
  private let frontier: Frontier
  private let requests: CrawlRequests
  private let now: @Sendable () -> Int64
  private let observe: @Sendable (CrawlResult) -> Void
  private var isStopping = false
  /// Ends the wait of the run under way, once.
  private var waker: AsyncStream<Never>.Continuation?
  /// What was done so far.
  package private(set) var progress = CrawlProgress()

  /// Why a group of tasks goes on.
  private enum Event: Sendable {
    case ended(CrawlResult?)
    case read(RobotsReading)
    case woke(Int64)
    case called
  }

  /// Begins a crawl, or goes on with it.
  ///
  /// - Parameters:
  ///   - store: What is known; nobody else changes it.
  ///   - plan: What the crawl may do.
  ///   - fetcher: Fetches.
  ///   - reader: Reads what was fetched.
  ///   - now: The moment, in milliseconds since 1 January 1970; that of a ``CrawlClock`` unless given.
  ///   - observe: Is told of each result that was taken in. It must not wait.
  /// - Throws: ``CrawlStoreError``.
  package init(
    _ store: sending any CrawlStore, plan: CrawlPlan, fetcher: WebFetcher, reader: CrawlReader,
    now: (@Sendable () -> Int64)? = nil,
    observe: @escaping @Sendable (CrawlResult) -> Void = { _ in }
  ) throws(CrawlStoreError) {
    let clock = CrawlClock()
    let now = now ?? { clock.now }
    frontier = try Frontier(store, plan: plan, at: now())
    requests = CrawlRequests(
      fetcher: fetcher, reader: reader, isBehindProxy: fetcher.isBehindProxy)
    self.now = now
    self.observe = observe
    progress.recovered = frontier.recovered
  }

  /// Adds an address at which the crawl begins.
  ///
  /// - Parameters:
  ///   - url: The address.
  ///   - isTrusted: Whether its site belongs to an app that is verified.
  /// - Returns: Whether it can be fetched.
  /// - Throws: ``CrawlStoreError``.
  @discardableResult
  package func add(seed url: WebURL, isTrusted: Bool = false) throws(CrawlStoreError) -> Bool {
    defer { waker?.finish() }
    return try frontier.add(seed: url, isTrusted: isTrusted, at: now())
  }

  /// Crawls until there is nothing to do for a while, or it is stopped.
  ///
  /// Cancelling the task ends it at once: what is under way is asked for again by whoever goes on.
  ///
  /// - Parameter patience: The most milliseconds for which it waits for the next thing to do; `nil` for ever.
  /// - Throws: ``CrawlStoreError``.
  package func run(patience: Int64? = nil) async throws {
    try await withThrowingTaskGroup(of: Event.self) { group in
      defer { group.cancelAll() }
      group.addTask(operation: listening())
      var wakings: Set<Int64> = []
      while !Task.isCancelled {
        let moment = now()
        let step = isStopping ? .wait(until: nil) : try frontier.next(at: moment)
        progress.underWay = frontier.underWay
        switch step {
        case .fetch(let claim):
          group.addTask { [requests] in .ended(await requests.make(claim)) }
          continue
        case .read(let reading):
          group.addTask { .read(reading.read()) }
          continue
        case .done: return
        case .wait(let until):
          if let until, until <= moment {
            // There is more to look at; others may want to stop or to see how far it is.
            await Task.yield()
            break
          }
          if frontier.underWay == 0 {
            guard !isStopping, let until else { return }
            if let patience, until > moment.addingClamped(patience) { return }
          }
          // One sleeper at a time for each moment, and none that wakes after another.
          if let until, until < wakings.min() ?? .max {
            wakings.insert(until)
            group.addTask {
              try? await Task.sleep(for: .milliseconds(until - moment))
              return .woke(until)
            }
          }
          switch try await group.next() {
          case .ended(var result?):
            result.pause = try frontier.note(result, at: now())
            progress.count(result, pause: result.pause)
            observe(result)
          case .ended(nil): return
          case .read(let reading): try frontier.note(reading, at: now())
          case .woke(let until): wakings.remove(until)
          // There is something new, or by now nothing new is asked for.
          case .called: group.addTask(operation: listening())
          case nil: break
          }
        }
      }
    }
  }

  /// Has ``run(patience:)`` end once what is under way has been taken in. Nothing new is asked for.
  package func stop() {
    isStopping = true
    waker?.finish()
  }

  /// What waits until somebody calls: a seed is new, or it is to end.
  private func listening() -> @Sendable () async -> Event {
    let (stream, waker) = AsyncStream<Never>.makeStream()
    self.waker = waker
    return {
      for await _ in stream {}
      return .called
    }
  }
}
