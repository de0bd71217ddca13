import Crawler
import FresnelModel
import FresnelPlatform
import Testing
import WebServing

@testable import CloudService

@Suite("What operators and site owners are told")
struct StatusRouteTests {
  private typealias Fixture = ServiceFixture
  private static let day: Int64 = 86_400_000

  /// A crawl of three hosts.
  private func crawl(in directory: String) throws -> SQLiteCrawlStore {
    let store = try SQLiteCrawlStore(path: "\(directory)/crawl.sqlite")
    let now = 100 * Self.day
    var seed = SiteRecord(domain: "a.example")
    seed.isSeed = true
    let site = try store.save(seed)
    for (number, origin) in [
      "https://few.a.example", "https://<b>.a.example", "https://none.a.example",
    ]
    .enumerated() {
      var host = HostRecord(origin: origin, site: site)
      host.answerTime = Int64(number * 100)
      host.processorTime = Int64(number * 1_500)
      let id = try store.save(host)
      for place in 0...(number * 2) {
        var page = PageRecord(
          key: "\(origin)/\(place)", url: "\(origin)/\(place)", host: id, site: site, depth: 0)
        page.fetchCount = number == 1 ? 10 : number == 0 ? 1 : 0
        page.fetchedAt = number == 2 ? 0 : now - Int64(place * 5) * Self.day - 1
        page.status = place == 2 ? 500 : 200
        page.dueAt = place == 0 ? now - 3 * 3_600_000 : now + 1_000
        _ = try store.save(page)
      }
    }
    return store
  }

  @Test("hosts are told by work, with errors, queue and freshness, and not to strangers")
  func status() async throws {
    try await FileSystem.withTemporaryDirectory { directory in
      let now = 100 * Self.day
      let path = directory
      _ = try crawl(in: directory)
      let service = CloudService(
        index: ServedIndex(directory: "\(directory)/index"),
        crawl: {
          let store = try SQLiteCrawlStore(path: "\(path)/crawl.sqlite")
          return CrawlStatus(
            overview: try store.overview(at: now, hostLimit: 10),
            work: try store.work(at: now, hostLimit: 2), time: now)
        }, settings: Fixture.unlimited)
      let answer = await service.answer(HTTPRequest(method: "GET", path: "/status"))
      let page = String(decoding: answer.body, as: UTF8.self)
      #expect(answer.status == 200 && answer.header("Cache-Control") == "no-store")
      for text in [
        "<dt>Queue</dt><dd>3 addresses are due</dd>", "<dt>Due longest</dt><dd>3 h</dd>",
        "<dt>Fetched within a day</dt><dd>2</dd>", "<dt>Within a week</dt><dd>1</dd>",
        "<dt>Within 30 days</dt><dd>1</dd>", "<dt>Longer ago</dt><dd>0</dd>",
        "<dt>Not yet</dt><dd>5</dd>",
        "<td>https://&lt;b&gt;.a.example</td><td>30</td><td>3</td><td>1</td><td>1</td><td>100 ms</td>",
        "<h2>Slowest hosts</h2>", "<h2>Hosts by processor time</h2>",
        "<td>https://none.a.example</td><td>3 ms</td>",
        "<td>https://&lt;b&gt;.a.example</td><td>2 ms</td>",
      ] { #expect(page.contains(text), "\(text)") }
      let most = try #require(page.firstRange(of: "<td>30</td>"))
      let least = try #require(page.firstRange(of: "https://few.a.example"))
      #expect(most.lowerBound < least.lowerBound)
      for header in ["X-Forwarded-For", "Forwarded", "Via"] {
        let request = HTTPRequest(
          method: "GET", path: "/status", headers: [HTTPHeader(header, "192.0.2.1")])
        #expect(await service.answer(request).status == 404)
      }
    }
  }

  @Test("a crawl that isn't there, or can't be read, is told")
  func problems() async throws {
    struct Broken: Error {}
    let looks: [(CrawlStatus.Look, String)] = [
      ({ nil }, "There is no index"), ({ throw Broken() }, "can&#39;t be read"),
    ]
    for (look, words) in looks {
      let service = CloudService(
        index: ServedIndex(directory: "/nonexistent"), crawl: look, settings: Fixture.unlimited)
      let answer = await service.answer(HTTPRequest(method: "GET", path: "/status"))
      #expect(answer.status == 200)
      #expect(String(decoding: answer.body, as: UTF8.self).contains(words))
    }
  }

  @Test("the crawler's addresses are published for programs and for people")
  func addresses() async throws {
    var settings = Fixture.unlimited
    settings.crawlerAddresses.prefixes = ["192.0.2.0/24", "2001:db8:1::/48", "198.51.100.7"]
      .compactMap(CrawlerAddresses.Prefix.init)
    try await Fixture.serving([], settings: settings) { fixture in
      let answer = try await fixture.get("/crawler/addresses.json")
      let json = try answer.json
      #expect(answer.status == 200 && answer.header("Access-Control-Allow-Origin") == "*")
      let expected = """
        {"prefixes":[{"ipv4Prefix":"192.0.2.0/24"},{"ipv6Prefix":"2001:db8:1::/48"},\
        {"ipv4Prefix":"198.51.100.7/32"}]}
        """
      #expect(json.text() == expected)
      let page = try await fixture.get("/crawler").body
      #expect(page.contains("192.0.2.0/24\n2001:db8:1::/48\n198.51.100.7/32"))
      #expect(page.contains("href=\"/crawler/addresses.json\""))
    }
    try await Fixture.serving([]) { fixture in
      let status = try await fixture.get("/crawler/addresses.json").status
      #expect(status == 404)
      let page = try await fixture.get("/crawler").body
      #expect(page.contains("did not say which addresses"))
    }
  }

  @Test(
    "what is no network is none",
    arguments: [
      "", "/", "/24", "192.0.2.0/", "192.0.2.0/33", "192.0.2.0/0", "192.0.2.1/24", "192.0.2.0/-1",
      "192.0.2.0/24/24", "2001:db8::/129", "2001:db8::1/64", "a.example", "192.0.2.0/+8", "192.0.2",
    ])
  func noNetwork(text: String) { #expect(CrawlerAddresses.Prefix(text) == nil) }
}
