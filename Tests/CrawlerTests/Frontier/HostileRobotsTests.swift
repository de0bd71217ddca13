import CrawlRules
import Testing
import WebAddresses

@testable import Crawler

@Suite("A robots.txt that takes long")
struct HostileRobotsTests {
  private static let bad = "https://bad.example"
  private static let good = (0..<4).map { "https://good\($0).example" }

  /// A file as long as is read whose rules all have to be compared with each address of its host, and at last forbid it.
  struct File: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: String
    /// What the paths of its host consist of.
    let words: @Sendable (Int) -> String

    /// Each rule has its parts all along the path, but for the last one.
    static let manyRules: File = {
      var text = "User-agent: *\nDisallow: /*z$\n"
      var number = 0
      while text.utf8.count < RobotsFile.maximumLength - 40 {
        text += "Disallow: /*a*b\(number)*c\n"
        number += 1
      }
      return File(testDescription: "many rules", text: text) {
        String(repeating: "ab\($0)", count: 100)
      }
    }()
    /// All parts end at nearly each place of the path.
    static let sameEnds: File = {
      let rules = (1...1_000).map { "Disallow: /*\(String(repeating: "a", count: $0))*y\n" }
      return File(
        testDescription: "rules that end alike",
        text: "User-agent: *\nDisallow: /*z$\n" + rules.joined()
      ) { String(repeating: "a", count: 1_900) + "\($0)" }
    }()
  }

  /// Crawls for so long of the crawl's own time; gives what was asked for, with the moments, and the most steps of
  /// comparing that were taken at once.
  private func crawl(
    seeds: [String], file: File, for time: Int64
  ) throws -> (asked: [String: [Int64]], steps: Int, most: Int) {
    var plan = CrawlPlan()
    plan.pagesPerSite = 5_000
    plan.linksPerPage = 5_000
    let store = try SQLiteCrawlStore(path: ":memory:")
    var now: Int64 = 1_700_000_000_000
    let start = now
    let frontier = try Frontier(store, plan: plan, at: now)
    for seed in seeds { #expect(try frontier.add(seed: try #require(WebURL(seed)), at: now)) }
    var asked: [String: [Int64]] = [:]
    var most = 0
    while now < start + time {
      let before = frontier.matchingSteps
      let step = try frontier.next(at: now)
      most = max(most, frontier.matchingSteps - before)
      switch step {
      case .fetch(let claim):
        asked[claim.url.origin, default: []].append(now)
        try frontier.note(CrawlResult(claim, answer(claim, file), duration: 1), at: now)
      case .read(let reading): try frontier.note(reading.read(), at: now)
      case .wait(let until?): now = max(now + 1, until)
      case .wait, .done: return (asked, frontier.matchingSteps, most)
      }
    }
    return (asked, frontier.matchingSteps, most)
  }

  private func answer(_ claim: CrawlClaim, _ file: File) -> CrawlResult.Content {
    let origin = claim.url.origin
    if claim.target == .robots {
      guard origin == Self.bad else { return .robots(.answer(status: 404)) }
      return .robots(.answer(status: 200, body: Array(file.text.utf8)))
    }
    if claim.url.path == "/sitemap.xml" { return .missing(isForGood: false) }
    let links = (0..<1_000).map { number in
      WebURL(origin == Self.bad ? "\(origin)/\(file.words(number))z" : "\(origin)/\(number)")
    }
    return .page(
      CrawledPage(contentHash: 1, links: links.compactMap { $0.map { CrawledPage.Link($0) } }))
  }

  @Test("holds its own host up and no other one", arguments: [File.manyRules, .sameEnds])
  func others(file: File) throws {
    #expect(file.text.utf8.count <= RobotsFile.maximumLength)
    let time: Int64 = 60_000
    let alone = try crawl(seeds: Self.good.map { $0 + "/" }, file: file, for: time)
    let beside = try crawl(
      seeds: (Self.good + [Self.bad]).map { $0 + "/" }, file: file, for: time)
    for host in Self.good {
      let (rate, expected) = (beside.asked[host]?.count ?? 0, alone.asked[host]?.count ?? 0)
      #expect(expected > 50)
      #expect(rate * 100 >= expected * 95, "\(host): \(rate) of \(expected) requests")
    }
    #expect(beside.steps > 0)
    // A step takes 50 ns at most: a twentieth of the time of one processor at most.
    #expect(Int64(beside.steps) * 50 <= time * 1_000_000 / 20, "\(beside.steps) steps")
    // Nobody waits longer for one decision than some milliseconds.
    #expect(beside.most <= 2 * RobotsBudget.stepsAtOnce, "\(beside.most) steps at once")
  }
}
