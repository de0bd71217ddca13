package import Crawler
package import FresnelPlatform
import WebAddresses
package import WebFetching
package import WebTestSupport

/// A web of many hosts, all of them one server of the test. Each line of a page is the address of a link.
package enum LineWeb {
  /// How many pages each host has.
  package static let pagesPerHost = 8

  /// The name of a host.
  package static func host(_ number: Int) -> String { "www.site\(number).example" }

  /// A plan that leaves out all that would take time.
  package static var plan: CrawlPlan {
    var plan = CrawlPlan()
    plan.politeness.shortestDelay = 0
    plan.politeness.delayFactor = 0
    plan.politeness.requestsPerAddress = 64
    plan.deepest = 1000
    return plan
  }

  /// A policy under which all hosts are at one address.
  package static func policy(hostCount: Int, at server: NetworkAddress) -> FetchPolicy {
    var policy = FetchPolicy(userAgent: "Tester/1.0")
    policy.addresses = [.loopback]
    for number in 0..<hostCount { policy.routes[host(number)] = server }
    return policy
  }

  /// Reads a page.
  package static func read(
    _ response: FetchResponse, _ kind: PageRecord.Kind
  ) -> CrawlResult.Content {
    guard kind == .page else { return .other }
    let text = String(decoding: response.body, as: UTF8.self)
    let links = text.split(separator: "\n").compactMap { WebURL(String($0), base: response.url) }
    let hash = response.body.reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
    }
    return .page(
      CrawledPage(
        contentHash: hash, title: "Page \(response.url.path)",
        links: links.map { CrawledPage.Link($0) }, content: response.body))
  }

  /// What the server answers: each page links to the next of its host, to one of the next host, and to one that is
  /// forbidden; every fifth one redirects.
  package static func answer(
    _ request: ScriptedServer.Request, hostCount: Int
  ) -> [ScriptedServer.Step] {
    let number = Int(request.host.dropFirst("www.site".count).prefix { $0 != "." }) ?? 0
    switch request.target {
    case "/robots.txt": return [.answer(200, text: "User-agent: *\nDisallow: /secret\n")]
    case "/": return [.page("/p0\n/p3\n")]
    case "/sitemap.xml": return [.answer(404)]
    default: break
    }
    guard let page = Int(request.target.dropFirst(2)) else { return [.answer(404)] }
    if page % 5 == 4 { return [.answer(301, [("Location", "/p\((page + 1) % pagesPerHost)")])] }
    let next = host((number + 1) % hostCount)
    return [
      .page("/p\((page + 1) % pagesPerHost)\nhttp://\(next)/p\(page)\n/secret/\(page)\n/gone\n")
    ]
  }
}
