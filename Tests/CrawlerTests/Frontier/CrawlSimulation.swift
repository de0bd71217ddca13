import FresnelTestSupport
import Testing
import WebAddresses

@testable import Crawler

/// A crawl of a made-up web by a made-up clock, which can be killed and goes on with what is in the store.
struct CrawlSimulation {
  struct Request {
    let url: String
    let host: String
    let address: String?
    let beganAt: Int64
    var endedAt: Int64?
    /// How many times the crawl had been killed.
    let life: Int
  }

  let web: FakeWeb
  let path: String
  var plan = CrawlPlan()
  var now: Int64 = 1_000
  private(set) var requests: [Request] = []
  private(set) var lives = 0
  private(set) var recovered = 0

  init(_ web: FakeWeb, path: String) {
    self.web = web
    self.path = path
    // So that what fails is not tried again before the end.
    plan.recrawl.firstRetry = 100 * 86_400_000
    plan.deepest = 100
  }

  /// Crawls until nothing is to be done for an hour, or until it is killed.
  ///
  /// - Parameter steps: After how many steps it is killed; `nil` for never.
  /// - Returns: Whether it came to the end.
  /// - Throws: What the store throws.
  mutating func run(killedAfter steps: Int? = nil) throws -> Bool {
    let frontier = try Frontier(SQLiteCrawlStore(path: path), plan: plan, at: now)
    recovered += frontier.recovered
    defer { lives += 1 }
    for host in 0..<web.hostCount where lives == 0 {
      let seed = try #require(WebURL("\(web.origin(host))/"))
      #expect(try frontier.add(seed: seed, isTrusted: host == 0, at: now))
    }
    var open: [(endsAt: Int64, request: Int, result: CrawlResult)] = []
    var left = steps ?? .max
    while left > 0 {
      left -= 1
      let step = try frontier.next(at: now)
      if case .fetch(let claim) = step {
        let result = web.answer(claim, at: now)
        requests.append(
          Request(
            url: claim.url.href, host: claim.url.host ?? "", address: result.address,
            beganAt: now, life: lives))
        open.append((now + result.duration, requests.count - 1, result))
        continue
      }
      let next = open.indices.min { open[$0].endsAt < open[$1].endsAt }
      var wake: Int64?
      if case .wait(let until) = step { wake = until }
      if let wake, wake <= now { continue }
      if let next, open[next].endsAt <= wake ?? .max {
        let ended = open.remove(at: next)
        now = max(now, ended.endsAt)
        requests[ended.request].endedAt = now
        try frontier.note(ended.result, at: now)
      } else if let wake, wake < now + 3_600_000 {
        now = wake
      } else {
        return true
      }
    }
    return false
  }
}
