import CrawlRules
import Testing
import WebAddresses

@testable import Crawler

/// A crawl in memory whose requests a test answers, by a clock that the test sets.
struct SteppedCrawl {
  let store: SQLiteCrawlStore
  private(set) var frontier: Frontier
  var plan: CrawlPlan
  var now: Int64 = 1_700_000_000_000

  init(_ plan: CrawlPlan = CrawlPlan()) throws {
    store = try SQLiteCrawlStore(path: ":memory:")
    self.plan = plan
    frontier = try Frontier(store, plan: plan, at: now)
  }

  /// Goes on as another process would, perhaps with another plan.
  mutating func restart() throws {
    frontier = try Frontier(store, plan: plan, at: now)
  }

  /// Adds an address at which the crawl begins.
  func seed(_ address: String) throws {
    #expect(try frontier.add(seed: try #require(WebURL(address)), at: now))
  }

  /// Crawls until nothing is to be done for ten minutes.
  ///
  /// - Parameter answer: What comes of a page, or of a robots.txt where it is of that kind. Otherwise there is no
  ///   robots.txt.
  ///   There is no sitemap.xml.
  /// - Returns: The addresses of pages that were asked for, in order.
  /// - Throws: What the store throws.
  @discardableResult
  mutating func run(_ answer: (String) -> CrawlResult.Content) throws -> [String] {
    var asked: [String] = []
    for _ in 0..<10_000 {
      switch try frontier.next(at: now) {
      case .fetch(let claim):
        var content = answer(claim.url.href)
        if claim.target == .robots {
          if case .robots = content {} else { content = .robots(.answer(status: 404)) }
        } else if claim.url.path == "/sitemap.xml" {
          content = .missing(isForGood: false)
        } else {
          asked.append(claim.url.href)
        }
        now += 10
        try frontier.note(CrawlResult(claim, content, duration: 10), at: now)
      case .read(let reading): try frontier.note(reading.read(), at: now)
      case .wait(let until?) where until < now + 600_000: now = max(now, until)
      case .wait, .done: return asked
      }
    }
    Issue.record("The crawl does not come to an end.")
    return asked
  }

  /// What is known of an address.
  func page(_ address: String) throws -> PageRecord {
    let url = try #require(WebURL(address))
    return try #require(try store.page(withKey: url.crawlKey))
  }

  /// A page with links.
  static func page(
    _ links: String..., title: String = "Page", hash: UInt64 = 1, words: UInt64 = 0,
    sitemaps: [String] = []
  ) -> CrawlResult.Content {
    .page(
      CrawledPage(
        contentHash: hash, fingerprint: Fingerprint(bits: words, isVague: false), title: title,
        links: links.compactMap { WebURL($0) }.map { CrawledPage.Link($0) },
        sitemaps: sitemaps.compactMap { WebURL($0) }, content: [1]))
  }

  /// The rules of a robots.txt.
  static func rules(_ text: String) -> CrawlResult.Content {
    .robots(.answer(status: 200, body: Array(text.utf8)))
  }
}
