import CrawlRules
import Testing
import WebAddresses

@testable import Crawler

@Suite("A large robots.txt")
struct LargeRobotsTests {
  private static let large = "https://large.example"
  /// So large that it is read beside the frontier; it wants ten seconds between two requests.
  private static let file: String = {
    var text = "User-agent: *\nCrawl-delay: 10\nDisallow: /secret\n"
    var number = 0
    while text.utf8.count < 20_000 {
      text += "Disallow: /folder\(number)/\n"
      number += 1
    }
    return text
  }()

  private static func answer(_ claim: CrawlClaim) -> CrawlResult.Content {
    let isLarge = claim.url.origin == large
    if claim.target == .robots {
      let text = isLarge ? file : "User-agent: *\nCrawl-delay: 5\nDisallow: /secret\n"
      return .robots(.answer(status: 200, body: Array(text.utf8)))
    }
    if claim.url.path == "/sitemap.xml" { return .missing(isForGood: false) }
    let links = (0..<20).compactMap { WebURL("\(claim.url.origin)/\($0)") }
    return .page(CrawledPage(contentHash: 1, links: links.map { CrawledPage.Link($0) }))
  }

  @Test("is obeyed and its host crawled, beside more hosts than fit into memory")
  func manyHosts() throws {
    let store = try SQLiteCrawlStore(path: ":memory:")
    var now: Int64 = 1_700_000_000_000
    let end = now + 62_000
    let frontier = try Frontier(store, plan: CrawlPlan(), at: now)
    let others = (0..<600).map { "https://site\($0).example" }
    for seed in others + [Self.large] {
      #expect(try frontier.add(seed: try #require(WebURL("\(seed)/")), at: now))
    }
    var asked: [Int64] = []
    var readings = 0
    var otherCount = 0
    crawling: while now < end {
      switch try frontier.next(at: now) {
      case .fetch(let claim):
        if claim.url.origin == Self.large { asked.append(now) } else { otherCount += 1 }
        try frontier.note(CrawlResult(claim, Self.answer(claim), duration: 1), at: now)
      case .read(let reading):
        readings += 1
        try frontier.note(reading.read(), at: now)
      case .wait(let until?): now = max(now + 1, until)
      case .wait, .done: break crawling
      }
    }
    // robots.txt, and then something each ten seconds.
    #expect(asked.count == 7, "\(asked.count) requests")
    #expect(zip(asked, asked.dropFirst()).allSatisfy { $1 - $0 >= 10_000 })
    #expect(otherCount > 600 * 10, "\(otherCount) requests")
    // What was read is used at once.
    #expect(1..<asked.count ~= readings, "\(readings) readings")
  }

  @Test("is obeyed on while it is out of reach, and read beside the frontier all the same")
  func outOfReach() throws {
    let plan = CrawlPlan()
    let store = try SQLiteCrawlStore(path: ":memory:")
    var now: Int64 = 1_700_000_000_000
    var asked: [(path: String, at: Int64)] = []
    /// Crawls for a time in a process of its own; gives how often the file was read.
    func crawl(for time: Int64, isInReach: Bool) throws -> Int {
      let frontier = try Frontier(store, plan: plan, at: now)
      try frontier.add(seed: try #require(WebURL("\(Self.large)/")), at: now)
      try frontier.add(seed: try #require(WebURL("\(Self.large)/secret")), at: now)
      let end = now + time
      var readings = 0
      while now < end {
        switch try frontier.next(at: now) {
        case .fetch(let claim):
          asked.append((claim.url.path, now))
          let isLost = claim.target == .robots && !isInReach
          let content = isLost ? .robots(.answer(status: 503)) : Self.answer(claim)
          try frontier.note(CrawlResult(claim, content, duration: 1), at: now)
        case .read(let reading):
          readings += 1
          try frontier.note(reading.read(), at: now)
        case .wait(let until?): now = max(now + 1, min(until, end))
        case .wait, .done: return readings
        }
      }
      return readings
    }
    #expect(try crawl(for: 60_000, isInReach: true) == 0)
    asked = []
    now += 2 * 86_400_000
    #expect(try crawl(for: 200_000, isInReach: false) == 1)
    #expect(asked.first?.path == "/robots.txt" && asked.count > 5)
    #expect(!asked.contains { $0.path == "/secret" })
    #expect(zip(asked, asked.dropFirst()).allSatisfy { $1.at - $0.at >= 10_000 })
  }

  @Test("that is heavy does not push those of many hosts out of memory")
  func heavy() {
    let light = RobotsFile(Array("User-agent: *\nDisallow: /a\n".utf8)).rules()
    let heavy = RobotsFile(Array(Self.file.utf8)).rules()
    var cache = RobotsCache(weightKept: 10 * light.weight + heavy.weight)
    for host in 0..<10 { cache.keep(light, of: Int64(host)) }
    for host in 10..<20 { cache.keep(heavy, of: Int64(host)) }
    #expect((0..<10).allSatisfy { cache[$0] != nil })
    #expect((10..<20).count { cache[$0] != nil } == 1)
    var small = RobotsCache(weightKept: heavy.weight - 1)
    for host in 0..<10 { small.keep(light, of: Int64(host)) }
    small.keep(heavy, of: 10)
    #expect((0..<10).allSatisfy { small[$0] != nil } && small[10] == nil)
  }
}
