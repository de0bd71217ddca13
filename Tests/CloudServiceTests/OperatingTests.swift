import Foundation
import CrawlRules
import FresnelEngine
import PublicIndex
import Synchronization
import Testing
import WebAddresses
import WebServing

@testable import CloudService

@Suite("How the service is run")
struct OperatingTests {
  private typealias Fixture = ServiceFixture

  @Test("health says whether there is an index")
  func health() async throws {
    try await Fixture.serving([]) { fixture in
      let answer = try await fixture.get("/healthz")
      #expect(answer.status == 200)
      #expect(answer.body == "ok\n")
    }
    try await Fixture.serving(nil) { fixture in
      let answer = try await fixture.get("/healthz")
      #expect(answer.status == 503)
      let problem = try #require(fixture.index.state.problem)
      #expect(problem.contains(fixture.directory.path))
      // Where it is kept is nobody's concern who asks.
      let search = try await fixture.get("/v1/search?q=a")
      #expect(!search.body.contains(fixture.directory.path))
    }
  }

  @Test("robots.txt lets crawlers have the pages and no answers to questions")
  func robots() async throws {
    try await Fixture.serving([]) { fixture in
      let answer = try await fixture.get("/robots.txt")
      #expect(answer.status == 200)
      let rules = RobotsFile(Array(answer.body.utf8)).rules(for: ["AnyBot"])
      for (target, isAllowed) in [
        ("/", true), ("/crawler", true), ("/openapi.json", true), ("/?q=soup", false),
        ("/v1/search?q=soup", false), ("/validate", false), ("/metrics", false),
      ] {
        let url = try #require(WebURL("https://search.example\(target)"))
        #expect(rules.decision(for: url).isAllowed == isAllowed, "\(target)")
      }
      let page = try await fixture.get("/").body
      let files = page.matches(of: /(?:href|src)="(\/[a-z]+\.(?:css|js|svg)[^"]*)"/)
      #expect(files.count >= 3)
      for file in files {
        let url = try #require(WebURL("https://search.example\(file.output.1)"))
        #expect(rules.decision(for: url).isAllowed, "\(file.output.1)")
      }
    }
  }

  @Test("metrics count answers by route and tell of the index; they are not for strangers")
  func metrics() async throws {
    try await Fixture.serving([Fixture.fullPage()]) { fixture in
      for target in ["/v1/search?q=pasta", "/v1/search?q=soup", "/v1/search", "/secret/word"] {
        _ = try await fixture.get(target)
      }
      let text = try await fixture.get("/metrics").body
      let lines = text.split(separator: "\n").map(String.init)
      for line in [
        #"fresnel_http_requests_total{route="/v1/search",status="200"} 2"#,
        #"fresnel_http_requests_total{route="/v1/search",status="400"} 1"#,
        #"fresnel_http_requests_total{route="other",status="404"} 1"#,
        #"fresnel_http_request_duration_seconds_bucket{route="/v1/search",le="+Inf"} 3"#,
        #"fresnel_http_request_duration_seconds_count{route="/v1/search"} 3"#,
        "fresnel_index_pages 1", "fresnel_index_generation 1", "fresnel_index_readable 1",
      ] { #expect(lines.contains(line), "\(line)") }
      #expect(!text.contains("secret"))
      #expect(!text.contains("pasta"))
      let forwarded = try await fixture.get("/metrics", headers: ["X-Forwarded-For: 192.0.2.1"])
      #expect(forwarded.status == 404)
    }
  }

  @Test("a log is told no method that a client made up")
  func madeUpMethod() async {
    let told = Mutex<[String]>([])
    let service = CloudService(
      index: ServedIndex(directory: "/nonexistent"), settings: Fixture.unlimited,
      onEvent: { event in told.withLock { $0.append(event.method) } })
    for method in ["GET", "\u{1B}[31mGET", "GET\tX", "HEAD"] {
      _ = await service.answer(HTTPRequest(method: method, path: "/healthz"))
    }
    let methods = told.withLock { $0 }
    #expect(methods == ["GET", "other", "other", "HEAD"])
  }

  @Test("what another process writes is found after a look, beside searches")
  func followsAWriter() async throws {
    try await Fixture.serving(nil) { fixture in
      #expect(try await fixture.get("/v1/search?q=pasta").status == 503)
      let store = try Store.open(at: fixture.directory.path)
      defer { store.close() }
      for number in 1...5 {
        try await Fixture.put(
          [Fixture.page("https://a.example/\(number)", title: "Pasta \(number)")], into: store)
        fixture.index.look()
        #expect(try await fixture.urls("/v1/search?q=pasta").count == number)
        #expect(fixture.index.state.pageCount == number)
      }
      // Compacting replaces every file.
      try store.compact()
      fixture.index.look()
      #expect(try await fixture.urls("/v1/search?q=pasta").count == 5)
    }
  }

  @Test("answers are kept for a minute, until the index changes, and not without bounds")
  func answers() throws {
    let limit = 40 << 10
    let cache = AnswerCache(byteCount: limit)
    func answer(_ text: String, _ results: [SearchResult] = []) -> SearchAnswer {
      SearchAnswer(
        question: Question(text), results: results, hasMore: false, count: 0, isPartial: false,
        siteSearch: nil, seconds: 1, weights: .weights)
    }
    cache.add(answer("soup"), generation: 1, at: 100)
    #expect(cache.answer(to: Question("soup"), generation: 1, at: 200) != nil)
    #expect(cache.answer(to: Question("soup"), generation: 2, at: 200) == nil)
    #expect(cache.answer(to: Question("soup", offset: 10), generation: 1, at: 200) == nil)
    #expect(cache.answer(to: Question("soup"), generation: 1, at: 60_000_000_100) == nil)
    for number in 0..<1_000 {
      cache.add(answer("\(number % 77)"), generation: 1, at: 0)
      #expect(cache.byteCount <= limit)
      _ = cache.answer(to: Question("\(number % 5)"), generation: 1, at: 0)
      #expect(cache.byteCount <= limit)
    }
    #expect(cache.byteCount > limit / 4)
    // Those of an earlier state go with the first of a later one, and none of an earlier one comes any more.
    cache.add(answer("soup"), generation: 2, at: 0)
    #expect(cache.byteCount < limit / 16)
    cache.add(answer("late"), generation: 1, at: 0)
    #expect(cache.answer(to: Question("late"), generation: 1, at: 1) == nil)
    #expect(cache.answer(to: Question("soup"), generation: 2, at: 1) != nil)
  }

  @Test("what answers take counts the texts of their pages")
  func answersOfLongPages() async throws {
    let long = String(repeating: "Boil and stir. ", count: 400)
    try await Fixture.serving([
      Fixture.page("https://a.example/long", title: "Long", description: long),
      Fixture.page("https://a.example/short", title: "Short"),
    ]) { fixture in
      let search = try #require(fixture.index.state.search)
      func byteCount(_ text: String) throws -> Int {
        let cache = AnswerCache()
        let found = try search.answer(to: Question(text)).results
        #expect(found.count == 1)
        cache.add(
          SearchAnswer(
            question: Question(text), results: found.map { SearchResult($0, apps: .none) },
            hasMore: false, count: 1, isPartial: false, siteSearch: nil, seconds: 1,
            weights: .weights), generation: 1, at: 0)
        return cache.byteCount
      }
      #expect(try byteCount("long") > byteCount("short") + 2 * long.utf8.count - 100)
    }
  }

  @Test("an index that is made anew is opened anew")
  func followsANewIndex() async throws {
    try await Fixture.serving([Fixture.page("https://a.example/", title: "Old")]) { fixture in
      try FileManager.default.removeItem(at: fixture.directory)
      try await Fixture.write(
        [Fixture.page("https://a.example/", title: "New")], to: fixture.directory)
      // The first look may find that what was open is no more.
      fixture.index.look()
      fixture.index.look()
      #expect(try await fixture.urls("/v1/search?q=new").count == 1)
      #expect(try await fixture.urls("/v1/search?q=old").isEmpty)
    }
  }

  @Test("an index that is removed just after it was written is missed, and searched on")
  func removed() async throws {
    try await Fixture.serving([Fixture.page("https://a.example/", title: "Pasta")]) { fixture in
      try FileManager.default.removeItem(at: fixture.directory)
      fixture.index.look()
      let problem = "There is no index in \(fixture.directory.path) yet."
      #expect(fixture.index.state.problem == problem)
      #expect(try await fixture.get("/metrics").body.contains("\nfresnel_index_readable 0\n"))
      #expect(try await fixture.urls("/v1/search?q=pasta").count == 1)
    }
  }

  @Test("who asks too often is told when to come back; others are not held up")
  func rate() async throws {
    var settings = Fixture.unlimited
    settings.rate = RateLimiter.Rules(perSecond: 0.001, burst: 3)
    settings.isBehindProxy = true
    try await Fixture.serving([Fixture.fullPage()], settings: settings) { fixture in
      let one = ["X-Forwarded-For: 203.0.113.9, 192.0.2.1"]
      for _ in 0..<3 {
        #expect(try await fixture.get("/v1/search?q=a", headers: one).status == 200)
      }
      let refused = try await fixture.get("/v1/search?q=a", headers: one)
      #expect(refused.status == 429)
      #expect(refused.header("Content-Type") == "application/problem+json")
      #expect(try #require(refused.header("Retry-After").flatMap { Int($0) }) > 0)
      // Whatever a client says of itself, the proxy's word comes last.
      let disguised = ["X-Forwarded-For: 198.51.100.7, 192.0.2.1"]
      #expect(try await fixture.get("/v1/search?q=a", headers: disguised).status == 429)
      let other = ["X-Forwarded-For: 192.0.2.2"]
      #expect(try await fixture.get("/v1/search?q=a", headers: other).status == 200)
      #expect(try await fixture.get("/healthz", headers: one).status == 200)
    }
  }

  @Test("a bucket fills again, and no higher than it was")
  func bucket() {
    let time = Mutex<UInt64>(0)
    let limiter = RateLimiter(rules: RateLimiter.Rules(perSecond: 2, burst: 4)) {
      time.withLock { $0 }
    }
    let client = ClientKey(address: "192.0.2.1")
    for _ in 0..<4 { #expect(limiter.wait(for: client) == nil) }
    #expect(limiter.wait(for: client) == 0.5)
    time.withLock { $0 += 500_000_000 }
    #expect(limiter.wait(for: client) == nil)
    time.withLock { $0 += 3_600_000_000_000 }
    #expect(limiter.wait(for: client, cost: 100) == nil)
    #expect(limiter.wait(for: client) == 0.5)
    #expect(limiter.wait(for: ClientKey(address: "192.0.2.2")) == nil)
  }

  @Test("addresses of one person are one client")
  func clients() {
    let one = ClientKey(address: "2001:db8:1:2::3")
    #expect(ClientKey(address: "2001:db8:1:2:ffff::9") == one)
    #expect(ClientKey(address: "2001:db8:1:3::3") != one)
    #expect(ClientKey(address: "::ffff:192.0.2.1") == ClientKey(address: "192.0.2.1"))
    #expect(ClientKey(address: "192.0.2.1") != ClientKey(address: "192.0.2.2"))
    #expect(ClientKey(address: "nonsense") == ClientKey(address: ""))
  }

  @Test("what is not there, and how it is not asked for, is a problem below /v1")
  func unknown() async throws {
    try await Fixture.serving([]) { fixture in
      let missing = try await fixture.get("/v1/nothing")
      #expect(missing.status == 404)
      #expect(missing.header("Content-Type") == "application/problem+json")
      let method = try await fixture.get("/v1/search?q=a", method: "DELETE")
      #expect(method.status == 405)
      #expect(method.header("Allow") == "GET, HEAD")
      #expect(method.header("Content-Type") == "application/problem+json")
      let head = try await fixture.get("/v1/search?q=a", method: "HEAD")
      #expect(head.status == 200)
      #expect(head.body.isEmpty)
    }
  }
}
