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
}
