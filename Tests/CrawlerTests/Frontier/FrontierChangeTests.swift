import CrawlRules
import Testing
import WebAddresses

@testable import Crawler

@Suite("What a crawl does when sites, plans and clocks change")
struct FrontierChangeTests {
  private static let home = "https://www.site.example/"

  @Test("What robots.txt comes to forbid is known no more")
  func forbiddenLater() throws {
    var crawl = try SteppedCrawl()
    try crawl.seed(Self.home)
    try crawl.run { _ in SteppedCrawl.page("\(Self.home)a") }
    let page = try crawl.page(Self.home)
    #expect(page.canStand(at: crawl.now))
    crawl.now += 2 * 86_400_000
    let asked = try crawl.run { address in
      address.hasSuffix("robots.txt")
        ? SteppedCrawl.rules("User-agent: *\nDisallow: /") : SteppedCrawl.page()
    }
    #expect(asked.isEmpty)
    let forbidden = try crawl.page(Self.home)
    #expect(forbidden.isBlocked && !forbidden.canStand(at: crawl.now))
    #expect(try crawl.store.content(ofPage: forbidden.id) == nil)
    #expect(try crawl.store.targets(ofPage: forbidden.id).isEmpty)
  }

  @Test("A page is shown until it asks to be taken down, and asked for then")
  func takenDown() throws {
    var crawl = try SteppedCrawl()
    let end = crawl.now + 2 * 3_600_000
    var reading = CrawledPage(contentHash: 1, unavailableAfter: end)
    try crawl.seed(Self.home)
    try crawl.run { _ in .page(reading) }
    #expect(try crawl.page(Self.home).dueAt == end)
    #expect(try crawl.page(Self.home).canStand(at: end - 1))
    #expect(try !crawl.page(Self.home).canStand(at: end))
    guard
      case .unavailable = try crawl.store.standing(
        of: #require(WebURL(Self.home)), at: end
      ).standing
    else {
      Issue.record("It stands.")
      return
    }
    crawl.now = end
    #expect(try crawl.run { _ in .unchanged }.count == 1)
    #expect(try !crawl.page(Self.home).canStand(at: crawl.now))
    // A time that is near at each visit does not have the page visited all the time.
    crawl.now = try crawl.page(Self.home).dueAt
    reading.unavailableAfter = crawl.now + 60_000
    #expect(try crawl.run { _ in .page(reading) }.count == 1)
    #expect(try crawl.page(Self.home).dueAt >= crawl.now + 3_500_000)
  }

  @Test("While robots.txt is out of reach, what is known stays")
  func rulesOutOfReach() throws {
    var crawl = try SteppedCrawl()
    try crawl.seed(Self.home)
    try crawl.run { _ in SteppedCrawl.page() }
    crawl.now += 2 * 86_400_000
    try crawl.run { $0.hasSuffix("robots.txt") ? .robots(.noAnswer) : .unreachable }
    #expect(try crawl.page(Self.home).canStand(at: crawl.now))
  }

  @Test("A page whose server is gone for weeks is known no more")
  func deadServer() throws {
    var crawl = try SteppedCrawl()
    try crawl.seed(Self.home)
    try crawl.run { _ in SteppedCrawl.page() }
    var tries = 0
    for _ in 0..<100 where try crawl.page(Self.home).contentHash != nil {
      crawl.now = max(crawl.now, try crawl.page(Self.home).dueAt)
      tries += try crawl.run { _ in .failed }.count
    }
    #expect(tries == 11)
    #expect(crawl.now - (try crawl.page(Self.home).fetchedAt) > 30 * 86_400_000)
    crawl.now = try crawl.page(Self.home).dueAt
    try crawl.run { _ in SteppedCrawl.page() }
    #expect(try crawl.page(Self.home).canStand(at: crawl.now))
  }

  @Test("A page that always says that there is too much to do is left for an hour and more")
  func alwaysOverloaded() throws {
    var crawl = try SteppedCrawl()
    try crawl.seed(Self.home)
    let asked = try crawl.run { _ in .overloaded(retryAfter: nil) }
    #expect(asked.count == 3)
    #expect(try crawl.page(Self.home).dueAt >= crawl.now + 3_500_000)
  }

  @Test("A feed is read whatever it was found as first", arguments: [true, false])
  func feedThatIsLinked(isLinkedFirst: Bool) throws {
    let feed = "\(Self.home)feed"
    let news = [CrawledSitemap.Entry(try #require(WebURL("\(Self.home)news")))]
    var crawl = try SteppedCrawl()
    try crawl.seed(Self.home)
    let store = crawl.store
    let asked = try crawl.run { address in
      switch address {
      case Self.home:
        isLinkedFirst
          ? SteppedCrawl.page("\(Self.home)other", feed)
          : SteppedCrawl.page("\(Self.home)other", sitemaps: [feed])
      case "\(Self.home)other": SteppedCrawl.page(feed, hash: 2, sitemaps: [feed])
      case feed:
        // As a page it is none.
        (try? store.page(withKey: feed))?.kind == .sitemap
          ? .sitemap(CrawledSitemap(entries: news)) : .other
      default: SteppedCrawl.page(hash: 3)
      }
    }
    #expect(asked.contains("\(Self.home)news"))
    #expect(try crawl.page(feed).kind == .sitemap)
  }

  @Test(
    "A sitemap behind a redirection is read as one, whether a link to it comes first or not",
    arguments: [true, false])
  func sitemapBehindARedirection(isLinkedFirst: Bool) throws {
    let index = "\(Self.home)sitemap_index.xml"
    let listed = [CrawledSitemap.Entry(try #require(WebURL("\(Self.home)listed")))]
    var crawl = try SteppedCrawl()
    try crawl.seed(Self.home)
    let store = crawl.store
    let asked = try crawl.run { address in
      switch address {
      case Self.home: SteppedCrawl.page(isLinkedFirst ? index : "\(Self.home)other")
      case "\(Self.home)other": SteppedCrawl.page(index, hash: 2)
      case "\(Self.home)robots.txt": SteppedCrawl.rules("Sitemap: \(Self.home)map\n")
      case "\(Self.home)map": .redirection(WebURL(index)!, isMoved: true)
      case index:
        // As a page it is none.
        (try? store.page(withKey: index))?.kind == .sitemap
          ? .sitemap(CrawledSitemap(entries: listed)) : .other
      default: SteppedCrawl.page(hash: 3)
      }
    }
    #expect(asked.contains("\(Self.home)listed"))
  }

  @Test("No site says that a page of another one is a sitemap, and a sitemap that is a page is one")
  func pagesThatAreNamedAsSitemaps() throws {
    let other = "https://other.example/"
    var crawl = try SteppedCrawl()
    try crawl.seed(Self.home)
    try crawl.seed(other)
    let named = "\(Self.home)named"
    try crawl.run { address in
      switch address {
      case "\(Self.home)robots.txt": SteppedCrawl.rules("Sitemap: \(other)\n")
      case Self.home: SteppedCrawl.page(sitemaps: [other, "\(other)about", named])
      case other: SteppedCrawl.page("\(other)about", hash: 2)
      default: SteppedCrawl.page(hash: UInt64(address.utf8.count))
      }
    }
    for address in [other, "\(other)about", named] {
      let page = try crawl.page(address)
      #expect(page.kind == .page && page.canStand(at: crawl.now), "\(address)")
    }
  }

  @Test("Sitemaps that lead elsewhere have no other site crawled")
  func sitemapsThatLeadElsewhere() throws {
    let victim = "https://victim.example/"
    var crawl = try SteppedCrawl()
    try crawl.seed(Self.home)
    let asked = try crawl.run { address in
      if address.hasSuffix("robots.txt") {
        return SteppedCrawl.rules("Sitemap: \(Self.home)map\n")
      }
      if address.hasSuffix("map") || address.hasSuffix("sitemap.xml") {
        return .redirection(WebURL(victim)!, isMoved: true)
      }
      return SteppedCrawl.page()
    }
    #expect(!asked.contains { $0.hasPrefix(victim) })
    #expect(try crawl.page(victim).kind == .page)
  }

  @Test("A page whose server knows one spelling of its address alone is read")
  func oneSpelling() throws {
    let spelling = "\(Self.home)caf%c3%a9?gclid=none"
    var crawl = try SteppedCrawl()
    try crawl.seed(Self.home)
    try crawl.run { address in
      switch address {
      case Self.home: SteppedCrawl.page("https://me:secret@www.site.example/caf%c3%a9")
      case spelling: SteppedCrawl.page(hash: 2)
      case "\(Self.home)caf%C3%A9":
        .redirection(
          WebURL("https://me:secret@www.site.example/caf%c3%a9?gclid=none")!, isMoved: false)
      default: SteppedCrawl.page(hash: 3)
      }
    }
    let page = try crawl.page("\(Self.home)caf%C3%A9")
    #expect(page.contentHash == 2 && page.canStand(at: crawl.now) && page.url == spelling)
  }

  @Test("The start page of a site that has moved is a page, although its old sitemap leads there")
  func moved() throws {
    let new = "https://new.site.example/"
    var crawl = try SteppedCrawl()
    try crawl.seed(Self.home)
    for _ in 0..<2 {
      try crawl.run { address in
        if address.hasPrefix(new) { return SteppedCrawl.page() }
        if address.hasSuffix("robots.txt") {
          return SteppedCrawl.rules("Sitemap: \(Self.home)map\n")
        }
        return .redirection(WebURL(new)!, isMoved: true)
      }
      let page = try crawl.page(new)
      #expect(page.kind == .page && page.canStand(at: crawl.now))
      crawl.now += 2 * 86_400_000
    }
  }

  @Test("Who links to a page first does not decide the address that is shown")
  func shownAddress() throws {
    var crawl = try SteppedCrawl()
    try crawl.seed("https://me:secret@www.site.example/?utm_source=a")
    let asked = try crawl.run { address in
      address.contains("/a")
        ? SteppedCrawl.page(hash: 2)
        : SteppedCrawl.page("https://verify:now@www.site.example/%61?fbclid=x&b=1&&")
    }
    #expect(asked == [Self.home, "\(Self.home)a?b=1"])
    #expect(try crawl.page("\(Self.home)a?b=1").url == "\(Self.home)a?b=1")
  }

  @Test("Links to a site that came before it was one of the crawl are followed then")
  func knownBeforeSeed() throws {
    let other = "https://other.example/"
    var crawl = try SteppedCrawl()
    try crawl.seed(Self.home)
    try crawl.run { _ in SteppedCrawl.page("\(other)deep") }
    #expect(try crawl.page("\(other)deep").state == .outside)
    try crawl.seed(other)
    let asked = try crawl.run { _ in SteppedCrawl.page() }
    #expect(Set(asked) == [other, "\(other)deep"])
  }

  @Test("A plan that allows more has what was left out fetched by the next process")
  func largerPlan() throws {
    var plan = CrawlPlan()
    plan.pagesPerSite = 4
    plan.deepest = 1
    var crawl = try SteppedCrawl(plan)
    try crawl.seed(Self.home)
    func answer(_ address: String) -> CrawlResult.Content {
      let depth = address.utf8.count - Self.home.utf8.count
      return SteppedCrawl.page(
        "\(address)a", "\(address)b", hash: address.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) },
        words: UInt64(depth))
    }
    // The home page, two links; the fourth is /sitemap.xml.
    #expect(try crawl.run(answer).count == 3)
    crawl.plan.deepest = 2
    try crawl.restart()
    #expect(try crawl.run(answer).isEmpty)
    crawl.plan.pagesPerSite = 6
    try crawl.restart()
    #expect(try crawl.run(answer).count == 2)
    crawl.plan.pagesPerSite = 100
    try crawl.restart()
    #expect(try crawl.run(answer).count == 2)
  }

  @Test("Addresses that are gone make room for others of their site")
  func roomOfThoseGone() throws {
    var plan = CrawlPlan()
    plan.pagesPerSite = 3
    var crawl = try SteppedCrawl(plan)
    try crawl.seed(Self.home)
    let asked = try crawl.run { address in
      address == Self.home
        ? SteppedCrawl.page("\(Self.home)1", "\(Self.home)2", "\(Self.home)3")
        : .missing(isForGood: true)
    }
    // One address is /sitemap.xml.
    #expect(asked.count == 4)
    #expect(try crawl.store.site(ofDomain: "site.example")?.pageCount == 2)
  }

  @Test("A seed that is gone is tried again when somebody names it a week later, and not before")
  func seedThatWasGone() throws {
    var crawl = try SteppedCrawl()
    try crawl.seed(Self.home)
    try crawl.run { _ in .missing(isForGood: true) }
    crawl.now += 86_400_000
    try crawl.seed(Self.home)
    #expect(try crawl.run { _ in SteppedCrawl.page() }.isEmpty)
    crawl.now += 7 * 86_400_000
    try crawl.seed(Self.home)
    #expect(try crawl.run { _ in SteppedCrawl.page() } == [Self.home])
    #expect(try crawl.page(Self.home).canStand(at: crawl.now))
  }

  @Test("A seed at which nobody was ever reached is tried when somebody names it again")
  func seedOutOfReach() throws {
    var crawl = try SteppedCrawl()
    try crawl.seed(Self.home)
    let none = try crawl.run { _ in .robots(.noAnswer) }
    #expect(none.isEmpty)
    try crawl.seed(Self.home)
    #expect(try crawl.run { _ in SteppedCrawl.page() } == [Self.home])
  }

  @Test("A page that differs in numbers of the visit alone is fetched ever more rarely")
  func sameWords() throws {
    var crawl = try SteppedCrawl()
    try crawl.seed(Self.home)
    for visit in 1...3 {
      crawl.now = max(crawl.now, (try? crawl.page(Self.home).dueAt) ?? 0)
      try crawl.run { _ in SteppedCrawl.page(hash: UInt64(visit), words: 77) }
    }
    #expect(try crawl.page(Self.home).changeCount == 0)
    #expect(try crawl.page(Self.home).interval > 2 * 86_400_000)
    crawl.now = try crawl.page(Self.home).dueAt
    try crawl.run { _ in SteppedCrawl.page(hash: 9, words: 78) }
    #expect(try crawl.page(Self.home).changeCount == 1)
  }

  @Test("What was noted while the clock was years ahead does not wait for years")
  func clockAhead() throws {
    var crawl = try SteppedCrawl()
    let right = crawl.now
    crawl.now += 20 * 365 * 86_400_000
    try crawl.seed(Self.home)
    try crawl.run { _ in SteppedCrawl.page() }
    crawl.now = right
    try crawl.restart()
    #expect(try crawl.run { _ in SteppedCrawl.page() } == [Self.home])
    // And what lies as far ahead as it should stays there.
    try crawl.restart()
    #expect(try crawl.run { _ in SteppedCrawl.page() }.isEmpty)
  }

  @Test("A site that is forgotten leaves nothing but that others link to it")
  func forgetting() throws {
    let other = "https://other.example/"
    var crawl = try SteppedCrawl()
    try crawl.seed(Self.home)
    try crawl.seed(other)
    func answer(_ address: String) -> CrawlResult.Content {
      address == Self.home
        ? SteppedCrawl.page("\(other)linked") : SteppedCrawl.page("\(other)own", Self.home, hash: 2)
    }
    try crawl.run(answer)
    let site = try #require(try crawl.store.site(ofDomain: "other.example"))
    #expect(try crawl.store.forget(site: site.id) == 3)
    #expect(try crawl.store.page(withKey: other) == nil)
    let linked = try crawl.page("\(other)linked")
    #expect(linked.state == .outside && !linked.canStand(at: crawl.now) && linked.fetchCount == 0)
    #expect(try crawl.store.targets(ofPage: crawl.page(Self.home).id) == [linked.id])
    crawl.now += 30 * 86_400_000
    try crawl.restart()
    #expect(try crawl.run(answer).allSatisfy { $0.hasPrefix(Self.home) })
    try crawl.seed(other)
    #expect(try crawl.run(answer).contains("\(other)own"))
  }

  @Test("Of hosts of a site whose addresses nobody knows yet, two are asked at once")
  func unknownAddresses() throws {
    var crawl = try SteppedCrawl()
    for number in 0..<5 { try crawl.seed("https://blog\(number).site.example/") }
    try crawl.seed("https://other.example/")
    var claims: [CrawlClaim] = []
    while case .fetch(let claim) = try crawl.frontier.next(at: crawl.now) { claims.append(claim) }
    #expect(claims.count == 3)
    // Each is at an address of its own, as it turns out.
    for (number, claim) in claims.enumerated() {
      try crawl.frontier.note(
        CrawlResult(claim, .robots(.answer(status: 404)), address: "192.0.2.\(number)"),
        at: crawl.now)
    }
    crawl.now += 1000
    claims = []
    while case .fetch(let claim) = try crawl.frontier.next(at: crawl.now) { claims.append(claim) }
    #expect(claims.count == 5)
  }

  @Test("Processor time is charged to the host that takes it, and the costliest come first")
  func processorTime() throws {
    let store = try SQLiteCrawlStore(path: ":memory:")
    let now: Int64 = 1_700_000_000_000
    // Deciding takes 3 µs, whatever the host.
    var clock: UInt64 = 0
    let frontier = try Frontier(store, plan: CrawlPlan(), at: now) {
      clock += 3_000
      return clock
    }
    for host in ["cheap", "dear", "idle"] {
      #expect(try frontier.add(seed: try #require(WebURL("https://\(host).example/")), at: now))
    }
    while case .fetch(let claim) = try frontier.next(at: now) {
      guard let host = claim.url.host, !host.hasPrefix("idle") else { continue }
      var result = CrawlResult(claim, .robots(.answer(status: 404)), duration: 1)
      result.processorTime = host.hasPrefix("dear") ? 5_000 : 20
      try frontier.note(result, at: now)
      let body = Array("User-agent: *\nDisallow: /x\n".utf8)
      let reading = RobotsReading(host: claim.host, body: body).read()
      #expect(reading.processorTime >= 0 && reading.processorTime < 1_000_000)
    }
    let overview = try store.overview(at: now, hostLimit: 2)
    #expect(
      overview.costliest.map(\.origin) == ["https://dear.example", "https://cheap.example"])
    let times = overview.costliest.map(\.processorTime)
    try #require(times.count == 2)
    // The request for robots.txt, and each look at the host since.
    #expect(times[0] >= 5_003 && times[0] % 3 == 5_000 % 3)
    #expect(times[1] >= 23 && times[1] % 3 == 20 % 3)
  }

  @Test("An overview counts what is known")
  func overview() throws {
    var crawl = try SteppedCrawl()
    try crawl.seed(Self.home)
    try crawl.run { address in
      switch address {
      case Self.home: SteppedCrawl.page("\(Self.home)gone", "https://other.example/")
      case "\(Self.home)gone": .missing(isForGood: true)
      default: .failed
      }
    }
    let overview = try crawl.store.overview(at: crawl.now, hostLimit: 5)
    #expect((overview.siteCount, overview.seedCount, overview.hostCount) == (2, 1, 1))
    #expect(overview.pages == [.waiting: 2, .gone: 1, .outside: 1])
    #expect(overview.fetchedCount == 1)
    #expect(overview.dueCount == 0)
    #expect(overview.nextDueAt == (try crawl.page(Self.home).dueAt))
    #expect(overview.slowest.map(\.origin) == ["https://www.site.example"])
    #expect(overview.byteCount > 0)
  }
}
