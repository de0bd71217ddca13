import CrawlRules
import Testing
import WebAddresses

@testable import Crawler

@Suite("A host that the rules of fetching forbid")
struct RefusedHostTests {
  private static let start: Int64 = 1_700_000_000_000

  /// Goes on until there is nothing to do now, with each request refused or answered without anything.
  private func run(_ frontier: Frontier, isRefused: Bool) throws -> [String] {
    var asked: [String] = []
    while case .fetch(let claim) = try frontier.next(at: Self.start) {
      asked.append(claim.url.path)
      let content: CrawlResult.Content =
        isRefused ? .refused : .robots(.answer(status: 404))
      let isRobots = claim.target == .robots
      try frontier.note(
        CrawlResult(claim, isRobots || isRefused ? content : .other, status: isRefused ? 0 : 200),
        at: Self.start)
    }
    return asked
  }

  @Test("is told to be refused, and not to be shut out by a robots.txt that nobody read")
  func told() throws {
    let store = try SQLiteCrawlStore(path: ":memory:")
    var plan = CrawlPlan()
    plan.politeness.shortestDelay = 0
    let frontier = try Frontier(store, plan: plan, at: Self.start)
    let seed = try #require(WebURL("https://inside.example/"))
    #expect(try frontier.add(seed: seed, at: Self.start))
    #expect(try run(frontier, isRefused: true) == ["/robots.txt"])
    let overview = try store.overview(at: Self.start, hostLimit: 0)
    #expect(overview.blockedCount == 0)
    #expect(overview.pages[.refused] == 1)
    guard case .leftOut(.refused) = try store.standing(of: seed, at: 0).standing else {
      Issue.record("\(try store.standing(of: seed, at: 0).standing)")
      return
    }
    // Whoever names it again has it tried again, since the rules may be others now.
    #expect(try frontier.add(seed: seed, at: Self.start))
    #expect(try run(frontier, isRefused: false).contains("/robots.txt"))
    #expect(try store.overview(at: Self.start, hostLimit: 0).pages[.refused] == nil)
  }

  @Test(
    "a page of a host that is left alone for a while waits for it, and not for its own turn",
    arguments: [
      (RobotsOutcome.noAnswer, 60_000),
      (.answer(status: 503, retryAfter: .seconds(3_000)), 3_000_000),
    ] as [(RobotsOutcome, Int64)])
  func restingHost(outcome: RobotsOutcome, pause: Int64) throws {
    let store = try SQLiteCrawlStore(path: ":memory:")
    let frontier = try Frontier(store, plan: CrawlPlan(), at: Self.start)
    let seed = try #require(WebURL("https://tired.example/"))
    #expect(try frontier.add(seed: seed, at: Self.start))
    #expect(try store.standing(of: seed, at: Self.start).standing == .waiting)
    guard case .fetch(let claim) = try frontier.next(at: Self.start) else {
      Issue.record("Nothing is asked for.")
      return
    }
    try frontier.note(CrawlResult(claim, .robots(outcome), status: 0), at: Self.start)
    let until = Self.start + pause
    #expect(try store.standing(of: seed, at: Self.start).standing == .resting(until: until))
    guard case .resting = try store.standing(of: seed, at: until).standing else { return }
    Issue.record("It is due.")
  }
}
