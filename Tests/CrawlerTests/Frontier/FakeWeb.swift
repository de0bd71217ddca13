import CrawlRules
import FresnelTestSupport
import WebAddresses

@testable import Crawler

/// A web that is made up from a seed: hosts with pages that link to each other, redirect, are missing or copies, and
/// hosts that are slow, overloaded for a while or want to be left alone.
struct FakeWeb: Sendable {
  struct Page: Sendable {
    var content: CrawlResult.Content
    var status = 200
  }

  let hostCount: Int
  private(set) var pages: [String: Page] = [:]
  private(set) var robots: [String: String] = [:]

  /// Until when, and from when on, the overloaded host is overloaded.
  static let overloadedUntil: Int64 = 100_000

  func origin(_ host: Int) -> String { "http://h\(host).s\(host / 2)site.example" }

  init(seed: UInt64, hostCount: Int = 12, pagesPerHost: Int = 25) {
    self.hostCount = hostCount
    var random = SeededGenerator(seed: seed)
    for host in 0..<hostCount {
      switch host % 4 {
      case 0: robots[origin(host)] = "User-agent: *\nDisallow: /private\n"
      case 1: robots[origin(host)] = "User-agent: *\nCrawl-delay: 3\nSitemap: \(origin(host))/map\n"
      default: break
      }
      let listed = ["/listed", "/p1"].compactMap { WebURL(origin(host) + $0) }
      pages["\(origin(host))/map"] = Page(
        content: .sitemap(CrawledSitemap(entries: listed.map { CrawledSitemap.Entry($0) })))
      for number in 0..<pagesPerHost {
        pages["\(origin(host))/p\(number)"] = page(
          number, of: host, pagesPerHost: pagesPerHost, &random)
      }
      for path in ["/", "/listed", "/private"] {
        pages[origin(host) + path] = page(0, of: host, pagesPerHost: pagesPerHost, &random)
      }
    }
  }

  private func page(
    _ number: Int, of host: Int, pagesPerHost: Int, _ random: inout SeededGenerator
  ) -> Page {
    let own = origin(host)
    switch random.below(12) {
    case 0:
      return Page(
        content: .redirection(url("\(own)/p\(random.below(pagesPerHost))"), isMoved: true),
        status: 301)
    case 1: return Page(content: .missing(isForGood: random.below(2) == 0), status: 404)
    case 2: return Page(content: .failed, status: 500)
    default: break
    }
    var links: [CrawledPage.Link] = []
    for _ in 0..<random.below(8) {
      let target = random.below(3) == 0 ? random.below(hostCount + 2) : host
      links.append(
        CrawledPage.Link(
          url("\(origin(target))/p\(random.below(pagesPerHost))"),
          place: random.below(2) == 0 ? .content : .boilerplate,
          isEndorsed: random.below(5) > 0))
    }
    links.append(CrawledPage.Link(url("\(own)/private")))
    links.append(CrawledPage.Link(url("\(own)/p\((number + 1) % pagesPerHost)?utm_source=x")))
    return Page(
      content: .page(
        CrawledPage(
          contentHash: UInt64(random.below(200)), title: "Page \(number)",
          isIndexable: random.below(9) > 0,
          canonical: random.below(6) == 0 ? url("\(own)/p\(random.below(pagesPerHost))") : nil,
          links: links, content: Array("\(host)/\(number)".utf8))))
  }

  private func url(_ text: String) -> WebURL {
    guard let url = WebURL(text) else { preconditionFailure("The test's address \(text) is none.") }
    return url
  }

  /// What a request brings.
  ///
  /// - Parameters:
  ///   - claim: The request.
  ///   - now: The moment at which it is made.
  /// - Returns: What comes, with how long it takes.
  func answer(_ claim: CrawlClaim, at now: Int64) -> CrawlResult {
    let host = claim.url.host ?? ""
    let number = Int(host.dropFirst().prefix { $0 != "." }) ?? 0
    let duration = Int64(20 + (claim.url.href.utf8.reduce(0) { $0 &* 31 &+ Int($1) } & 0xFF))
    // Two hosts to an address.
    let address = "192.0.2.\(number / 2)"
    if number == 3, now < Self.overloadedUntil {
      return CrawlResult(
        claim,
        claim.target == .robots
          ? .robots(.answer(status: 503, retryAfter: .seconds(20)))
          : .overloaded(retryAfter: 20_000), status: 503, duration: duration, address: address)
    }
    if claim.target == .robots {
      let outcome: RobotsOutcome =
        robots[String(claim.url.href.dropLast("/robots.txt".count))]
        .map { .answer(status: 200, body: Array($0.utf8)) } ?? .answer(status: 404)
      return CrawlResult(claim, .robots(outcome), duration: duration, address: address)
    }
    let page = pages[String(claim.url.href.prefix { $0 != "?" })]
    return CrawlResult(
      claim, page?.content ?? .missing(isForGood: true), status: page?.status ?? 404,
      duration: duration, address: address)
  }
}
