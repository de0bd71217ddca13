internal import CommandKit
internal import Crawler
internal import FresnelModel
internal import FresnelPlatform
internal import PublicIndex
internal import Synchronization
internal import WebAddresses
internal import WebFetching

/// Tells how far a crawl is: on a terminal, as events for programs, and as numbers for Prometheus.
final class CrawlReport: Sendable {
  private let console: Console
  let asJSON: Bool
  private let metricsPath: String?
  private let isOnce: Bool
  let state = Mutex(State())

  /// What was told so far.
  struct State {
    var overview = CrawlOverview()
    /// When an overview is wanted again.
    var overviewAt: UInt64 = 0
    var lineAt: UInt64 = 0
    var rate = CrawlRate()
    var index = IndexState()
    var firstFailure: String?
    /// The hosts of which it was told that they fail.
    var failingHosts: Set<Int64> = []
    var foundNothing = false
    /// Whether the file of numbers could not be written the last time.
    var hasWarned = false
  }

  /// How often lines are written where no person watches.
  private static let lineInterval: UInt64 = 60_000
  /// How often an overview is made at most, in milliseconds, and how many times as long as it takes it is waited for
  /// the next.
  private var overviewInterval: UInt64 { console.errorIsTerminal ? 1000 : 5000 }
  private static let overviewShare = 20

  init(on console: Console, asJSON: Bool, metricsPath: String?, isOnce: Bool) {
    self.console = console
    self.asJSON = asJSON
    self.metricsPath = metricsPath
    self.isOnce = isOnce
  }

  /// The most hosts of which it is told that they fail, and the shortest time, in milliseconds, for which a host is
  /// left alone that is worth telling.
  private static let failingHostLimit = 20
  private static let toldPause: Int64 = 5_000

  /// How often ``advanced(_:)`` wants to be called.
  var interval: Duration { console.errorIsTerminal ? .milliseconds(500) : .seconds(2) }

  /// Whether nothing was found in the whole crawl.
  var foundNothing: Bool { state.withLock { $0.foundNothing } }

  /// Tells that it began.
  func started(_ order: CrawlOrder, overview: CrawlOverview, recovered: Int) {
    state.withLock { $0.overview = overview }
    if asJSON {
      write([
        "event": .string("started"), "user_agent": .string(order.policy.userAgent),
        "sites": .whole(overview.seedCount), "recovered": .whole(recovered),
      ])
    } else {
      let verb = recovered == 1 ? "is" : "are"
      let again = recovered > 0 ? "; \(counted(recovered, "request")) \(verb) made again" : ""
      say("crawling \(counted(overview.seedCount, "site")) as \(order.policy.userAgent)\(again)")
    }
  }

  /// Tells what came of a request.
  func fetched(_ result: CrawlResult) {
    if result.error != nil || result.status >= 400 {
      state.withLock { state in
        guard state.firstFailure == nil else { return }
        let reason = result.error.map { "\($0.rawValue)" } ?? "status \(result.status)"
        state.firstFailure = "\(result.claim.url.href): \(reason)\(Self.advice(result))"
      }
    }
    guard asJSON else {
      if let trouble = trouble(result) { say(trouble) }
      return
    }
    write([
      "event": .string("fetched"), "url": .string(result.claim.url.href),
      "outcome": .string(result.content.name),
      "status": result.status == 0 ? nil : .whole(result.status),
      "error": .text(result.error?.rawValue), "ms": .integer(result.duration),
    ])
  }

  /// What to do where the rules of fetching leave an address out; empty for every other failure.
  private static func advice(_ result: CrawlResult) -> String {
    switch result.error {
    case .portRefused?, .addressRefused?:
      let start = "; --allow-private fetches from this machine and private networks, at any port"
      return result.claim.url.scheme == "https"
        ? start + ", and a server that has no TLS is written with http://" : start
    default: return ""
    }
  }

  /// What to tell of a host that fails for the first time and is left alone for a while, so that nobody wonders why
  /// nothing happens; `nil` for nothing.
  private func trouble(_ result: CrawlResult) -> String? {
    let reason: String
    switch (result.error, result.status) {
    case (let error?, _): reason = "can't be asked (\(error.rawValue))"
    case (nil, 429), (nil, 500...): reason = "answers with status \(result.status)"
    default: return nil
    }
    let isNew = state.withLock { state in
      guard result.pause >= Self.toldPause, state.failingHosts.count < Self.failingHostLimit
      else { return false }
      return state.failingHosts.insert(result.claim.host).inserted
    }
    guard isNew else { return nil }
    let time = formatted(seconds: Double(result.pause) / 1000)
    return "\(withoutControls(result.claim.url.origin)) \(reason); it is asked again in \(time)"
  }

  /// Tells how far it is.
  func advanced(_ progress: CrawlProgress) {
    let now = MonotonicClock.milliseconds
    let line = state.withLock { state -> String? in
      state.rate.note(progress.requests, at: now)
      if asJSON || console.errorIsTerminal {
        return CrawlLine.text(
          progress, state.overview, rate: state.rate.perSecond, showsEnd: isOnce,
          columns: console.columns)
      }
      guard now >= state.lineAt else { return nil }
      let isFirst = state.lineAt == 0
      state.lineAt = now + Self.lineInterval
      return isFirst
        ? nil
        : CrawlLine.text(
          progress, state.overview, rate: state.rate.perSecond, showsEnd: isOnce, columns: 200)
    }
    guard let line, !asJSON else { return }
    if console.errorIsTerminal {
      console.writeError("\r\(line)\u{1B}[K")
    } else {
      say(line)
    }
  }

  /// Whether an overview is wanted.
  var wantsOverview: Bool {
    state.withLock { MonotonicClock.milliseconds >= $0.overviewAt }
  }

  /// Takes in what is known of all sites, and writes numbers down.
  func tell(
    _ overview: CrawlOverview, thatTook time: Duration, _ progress: CrawlProgress
  ) {
    let pause = UInt64(clamping: (time * Self.overviewShare).components.seconds) * 1000
    let (index, rate) = state.withLock { state in
      state.overview = overview
      state.overviewAt = MonotonicClock.milliseconds + max(overviewInterval, pause)
      return (state.index, state.rate.perSecond)
    }
    if asJSON {
      write([
        "event": .string("progress"), "requests": .whole(progress.requests),
        "pages": .whole(progress.pages), "unchanged": .whole(progress.unchanged),
        "failures": .whole(progress.failures), "under_way": .whole(progress.underWay),
        "due": .whole(overview.dueCount), "known": .whole(overview.pages.values.reduce(0, +)),
        "per_second": .double((rate * 10).rounded() / 10),
      ])
    }
    guard let metricsPath else { return }
    let text = CrawlMetrics.text(progress, overview, index)
    do throws(SystemError) {
      // Read by whoever collects them.
      try FileSystem.write(Array(text.utf8), to: metricsPath, permissions: 0o644)
      state.withLock { $0.hasWarned = false }
    } catch {
      // The crawl goes on without; said once for each time that it begins to fail.
      let isNew = state.withLock { state in
        defer { state.hasWarned = true }
        return !state.hasWarned
      }
      if isNew { say("the numbers can't be written: \(error.message.withoutFullStop)") }
    }
  }

  /// Tells that it ended.
  func ended(_ progress: CrawlProgress) {
    let (overview, failure) = state.withLock { state in
      state.foundNothing = state.overview.fetchedCount == 0
      return (state.overview, state.firstFailure)
    }
    if asJSON {
      write([
        "event": .string("ended"), "requests": .whole(progress.requests),
        "pages": .whole(progress.pages), "unchanged": .whole(progress.unchanged),
        "failures": .whole(progress.failures), "due": .whole(overview.dueCount),
      ])
    } else {
      let next = overview.nextDueAt.map { at in
        "; the next page is due in \(formatted(seconds: Double(max(0, at - CrawlClock().now)) / 1000))"
      }
      say(
        """
        ended: \(counted(progress.requests, "request")), \(counted(progress.pages, "page")) read, \
        \(formatted(count: progress.unchanged)) as before, \(formatted(count: progress.failures)) failed\
        \(overview.dueCount == 0 ? next ?? "" : "; \(formatted(count: overview.dueCount)) still due")
        """)
    }
    if overview.fetchedCount == 0 {
      say("no page could be fetched\(failure.map { ": \(withoutControls($0))" } ?? "")")
    }
  }

  /// A line for people, which a line of progress makes room for.
  func say(_ text: String) {
    console.writeError(console.errorIsTerminal ? "\r\u{1B}[K\(text)\n" : "\(text)\n")
  }

  /// An event for programs.
  func write(_ members: KeyValuePairs<String, JSONValue?>) {
    console.writeLine(JSONValue.present(members).printed())
    // Whoever reads events wants them as they happen.
    console.flush()
  }
}

extension CrawlResult.Content {
  /// What came, in a word.
  fileprivate var name: String {
    switch self {
    case .page: "page"
    case .other: "other"
    case .unchanged: "unchanged"
    case .redirection: "redirection"
    case .sitemap: "sitemap"
    case .robots: "robots"
    case .missing: "missing"
    case .failed: "failed"
    case .overloaded: "overloaded"
    case .unreachable: "unreachable"
    case .refused: "refused"
    }
  }
}
