import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import PublicIndex
import SiteValidation
import Synchronization
import Testing
import WebFetching
import WebServing
import WebTestSupport

@testable import CloudService

/// Pictures, from a site that does what a script says. It stands where a proxy of the fetcher does, so that the fetcher
/// keeps the rules that it has in use: addresses of the public network, and the usual ports.
@Suite("Pictures of results")
struct PictureRouteTests {
  private typealias Fixture = ServiceFixture
  private typealias Step = ScriptedServer.Step

  /// The beginning of a PNG, which tells its size.
  static func png(width: UInt32 = 300, height: UInt32 = 200, padding: Int = 64) -> [UInt8] {
    func big(_ number: UInt32) -> [UInt8] {
      (0..<4).reversed().map { UInt8(number >> ($0 * 8) & 255) }
    }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
      + big(width) + big(height) + [UInt8](repeating: 0, count: padding)
  }

  private static func page(_ number: Int, picture: String) -> Item {
    Fixture.page(
      "https://a.example/\(number)", title: "Pasta \(number)",
      card: PageCard(thumbnail: PageCard.Picture(url: picture)))
  }

  /// Runs a body with a service whose pages have pictures at `http://pictures.example/1`, `/2`, and so on.
  private func serving(
    _ script: @escaping ScriptedServer.Script, limits: PictureProxy.Limits = Self.patient,
    settings: ServiceSettings = Fixture.unlimited, clock: @escaping @Sendable () -> UInt64 = { 1 },
    _ body: (ServiceFixture, ScriptedServer) async throws -> Void
  ) async throws {
    try await serving(script, limits: limits, settings: settings, clock: clock) {
      fixture, site, _ in
      try await body(fixture, site)
    }
  }

  /// As the other one, with what fetches.
  private func serving(
    _ script: @escaping ScriptedServer.Script, limits: PictureProxy.Limits = Self.patient,
    settings: ServiceSettings = Fixture.unlimited, clock: @escaping @Sendable () -> UInt64 = { 1 },
    _ body: (ServiceFixture, ScriptedServer, PictureProxy) async throws -> Void
  ) async throws {
    let site = try ScriptedServer(script: script)
    defer { site.stop() }
    var policy = SiteValidator.policy(userAgent: "Tester/1.0")
    policy.proxy = "http://\(site.address)"
    let pictures = PictureProxy(try WebFetcher(policy), limits: limits, clock: clock)
    let pages = (1...3).map { Self.page($0, picture: "http://pictures.example/\($0)") }
    try await Fixture.serving(pages, pictures: pictures, settings: settings) { fixture in
      try await body(fixture, site, pictures)
    }
  }

  /// Limits that a slow machine keeps.
  private static var patient: PictureProxy.Limits {
    var limits = PictureProxy.Limits()
    limits.time = .seconds(600)
    return limits
  }

  private func picture(_ number: Int, of fixture: ServiceFixture) async -> HTTPResponse {
    await fixture.service.answer(
      HTTPRequest(
        method: "GET", path: "/picture", query: "page=https%3A%2F%2Fa.example%2F\(number)"))
  }

  @Test("the browser asks the service for a picture, and the site is told nothing of who looks")
  func handedOn() async throws {
    let bytes = Self.png()
    try await serving({ _ in
      [.answer(200, [("Content-Type", "image/svg+xml"), ("Set-Cookie", "who=you")], bytes)]
    }) { fixture, site in
      let page = try await fixture.get("/search?q=pasta")
      let policy = try #require(page.header("Content-Security-Policy"))
      #expect(policy.contains(" img-src 'self';"))
      #expect(page.body.contains("src=\"/picture?page=https%3A%2F%2Fa.example%2F1\""))
      #expect(!page.body.contains("pictures.example"))
      let request = HTTPRequest(
        method: "GET", path: "/picture", query: "page=https%3A%2F%2Fa.example%2F1",
        headers: [
          HTTPHeader("Cookie", "a=b"),
          HTTPHeader("Referer", "https://find.example/search?q=secret"),
          HTTPHeader("X-Forwarded-For", "192.0.2.1"), HTTPHeader("User-Agent", "Somebody"),
        ])
      for _ in 0..<3 {
        let answer = await fixture.service.answer(request)
        #expect(answer.status == 200 && answer.body == bytes)
        // What it is, its bytes say.
        #expect(answer.header("Content-Type") == "image/png")
        #expect(answer.header("Content-Security-Policy") == "default-src 'none'; sandbox")
        #expect(answer.header("Set-Cookie") == nil)
      }
      #expect(site.requests.count == 1)
      let asked = try #require(site.requests.first)
      #expect(asked.target == "http://pictures.example/1")
      #expect(asked.fields["user-agent"] == "Tester/1.0")
      for name in ["cookie", "referer", "x-forwarded-for", "forwarded", "via"] {
        #expect(asked.fields[name] == nil, "\(name)")
      }
    }
  }

  @Test(
    "only pictures of pages in the index are fetched",
    arguments: [
      "", "page=", "page=https://a.example/4", "url=http://pictures.example/1",
      "page=http://pictures.example/1", "page=%00", "page=https%3A%2F%2Fa.example%2F1&page=x",
    ])
  func noOpenProxy(query: String) async throws {
    try await serving({ _ in [.answer(200, [], Self.png())] }) { fixture, site in
      let answer = try await fixture.get("/picture?\(query)")
      #expect(answer.status == 404)
      #expect(site.requests.isEmpty)
    }
  }

  @Test("no service without pictures has the route, and its cards show none")
  func without() async throws {
    try await Fixture.serving([Self.page(1, picture: "https://pictures.example/1")]) { fixture in
      let page = try await fixture.get("/search?q=pasta").body
      #expect(!page.contains("<img"))
      let status = try await fixture.get("/picture?page=https%3A%2F%2Fa.example%2F1").status
      #expect(status == 404)
    }
  }

  @Test(
    "what is no picture that can be shown is not handed on",
    arguments: [
      ("large, and says so", [Step.answer(200, [], png(padding: 1 << 20))]),
      (
        "endless",
        [
          .send(ScriptedServer.Step.head(200, [("Transfer-Encoding", "chunked")])),
          .send(Step.chunk(png())), .sendForever(Step.chunk([UInt8](repeating: 0, count: 65_536))),
        ]
      ),
      (
        "packed small",
        [.answer(200, [("Content-Encoding", "gzip")], PackedBytes.zeros(64 << 20))]
      ),
      ("of too many pixels", [.answer(200, [], png(width: 65_535, height: 65_535))]),
      ("of more pixels than can be counted", [.answer(200, [], png(width: .max, height: .max))]),
      ("of no pixels", [.answer(200, [], png(width: 0))]),
      ("cut off", [.send(Step.head(200, [("Content-Length", "9999")]) + png()), .close]),
      (
        "a drawing",
        [
          .answer(
            200, [("Content-Type", "image/png")],
            text: "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>")
        ]
      ),
      ("a page", [.page("<script>alert(1)</script>")]),
      (
        "text that begins as a picture",
        [.answer(200, [("Content-Type", "image/gif")], text: "GIF")]
      ),
      ("nothing", [.answer(200, [], [])]), ("missing", [.answer(404, [], png())]),
      ("in part", [.answer(206, [], png())]), ("no answer", [.close]),
      ("no HTTP", [.send(Array("What?\r\n\r\n".utf8)), .close]),
    ])
  func hostile(name: String, steps: [ScriptedServer.Step]) async throws {
    try await serving({ _ in steps }) { fixture, site in
      let answer = await picture(1, of: fixture)
      #expect(answer.status == 502, "\(name)")
      #expect(answer.body.count < 1_000)
      #expect(site.requests.count == 1)
      // It is remembered, so that not every search asks again.
      #expect(await picture(1, of: fixture).status == 502)
      #expect(site.requests.count == 1)
    }
  }

  @Test(
    "a redirection leads to no place that isn't public",
    arguments: [
      "http://127.0.0.1/", "http://127.0.0.1:8080/", "http://[::1]/", "http://10.0.0.1/",
      "http://192.168.1.1/", "http://169.254.169.254/latest/meta-data/", "http://[fd00::1]/",
      "http://0x7f.1/", "http://2130706433/", "http://[::ffff:10.0.0.1]/", "file:///etc/passwd",
      "ftp://pictures.example/2", "http://pictures.example:22/", "http://", "javascript:alert(1)",
    ])
  func redirected(target: String) async throws {
    try await serving({ request in
      request.target.hasSuffix("/1")
        ? [.answer(302, [("Location", target)])] : [.answer(200, [], Self.png())]
    }) { fixture, site in
      #expect(await picture(1, of: fixture).status == 502)
      #expect(site.requests.map(\.target) == ["http://pictures.example/1"])
    }
  }

  @Test("a name that stands for this machine is not asked, nor is a picture there")
  func local() async throws {
    let site = try ScriptedServer { _ in [.answer(200, [], Self.png())] }
    defer { site.stop() }
    var policy = SiteValidator.policy(userAgent: "Tester/1.0")
    policy.ports = nil
    let pictures = PictureProxy(try WebFetcher(policy), limits: Self.patient)
    let addresses = ["localhost", "127.0.0.1"].map { "http://\($0):\(site.address.port)/" }
    let pages = addresses.enumerated().map { Self.page($0.offset, picture: $0.element) }
    try await Fixture.serving(pages, pictures: pictures) { fixture in
      for number in pages.indices { #expect(await picture(number, of: fixture).status == 502) }
      #expect(site.connectionCount == 0)
    }
  }

  @Test("a few redirections are followed, and no more")
  func redirections() async throws {
    try await serving({ request in
      switch request.target.split(separator: "/").last ?? "" {
      case "1": [.answer(301, [("Location", "/a")])]
      case "a": [.answer(307, [("Location", "//other.example/b")])]
      case "b": [.answer(200, [], Self.png())]
      default: [.answer(302, [("Location", "/x")])]
      }
    }) { fixture, site in
      #expect(await picture(1, of: fixture).status == 200)
      #expect(await picture(2, of: fixture).status == 502)
      #expect(site.requests.count == 3 + 4)
    }
  }

  @Test("a picture that never comes is given up")
  func slow() async throws {
    var limits = Self.patient
    limits.time = .milliseconds(200)
    try await serving({ _ in [.hang] }, limits: limits) { fixture, _ in
      #expect(await picture(1, of: fixture).status == 502)
      // The card is there without it.
      let page = try await fixture.get("/search?q=pasta").body
      #expect(page.contains("</mark> 1</a>"))
    }
  }

  @Test("while some wait for slow pictures, others and searches are answered")
  func busy() async throws {
    var limits = Self.patient
    limits.waiting = 2
    try await serving({ _ in [.hang] }, limits: limits) { fixture, site, pictures in
      let service = fixture.service
      let request = HTTPRequest(
        method: "GET", path: "/picture", query: "page=https%3A%2F%2Fa.example%2F1")
      // Two that want one picture, which is asked for once.
      async let first = service.answer(request).status
      async let second = service.answer(request).status
      while pictures.waitingCount < 2 || site.requests.isEmpty { await Task.yield() }
      let refused = await picture(2, of: fixture)
      #expect(refused.status == 503 && refused.header("Retry-After") == "5")
      let urls = try await fixture.urls("/v1/search?q=pasta")
      #expect(urls.count == 3)
      #expect(site.requests.count == 1)
      site.stop()
      let statuses = await [first, second]
      #expect(statuses == [502, 502])
    }
  }

  @Test("what was kept for long is asked for again")
  func freshness() async throws {
    let time = Mutex<UInt64>(1)
    let isThere = Mutex(false)
    try await serving(
      { _ in isThere.withLock { $0 } ? [.answer(200, [], Self.png())] : [.answer(500)] },
      clock: { time.withLock { $0 } }
    ) { fixture, site in
      #expect(await picture(1, of: fixture).status == 502)
      isThere.withLock { $0 = true }
      #expect(await picture(1, of: fixture).status == 502)
      time.withLock { $0 += 60_000_000_000 }
      #expect(await picture(1, of: fixture).status == 200)
      isThere.withLock { $0 = false }
      #expect(await picture(1, of: fixture).status == 200)
      time.withLock { $0 += 3_600_000_000_000 }
      #expect(await picture(1, of: fixture).status == 502)
      #expect(site.requests.count == 3)
    }
  }

  @Test("pictures count little against a client's rate, and they do count")
  func rate() async throws {
    var settings = Fixture.unlimited
    settings.rate = RateLimiter.Rules(perSecond: 0.001, burst: 2)
    try await serving({ _ in [.answer(200, [], Self.png())] }, settings: settings) { fixture, _ in
      var statuses: [Int: Int] = [:]
      for _ in 0..<30 { statuses[await picture(1, of: fixture).status, default: 0] += 1 }
      #expect(statuses[200] == 20 || statuses[200] == 19)
      #expect(statuses[429] ?? 0 >= 10)
    }
  }

  @Test("any bytes are survived", arguments: [1, UInt64.random(in: 2 ... .max)])
  func anyBytes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let beginnings: [[UInt8]] = [
      Array(Self.png().prefix(16)), Array("GIF89a".utf8), [0xFF, 0xD8, 0xFF, 0xC0],
      Array("RIFF1234WEBPVP8X".utf8), Array("RIFF1234WEBPVP8L".utf8),
      Array("RIFF1234WEBPVP8 ".utf8), [],
    ]
    for number in 0..<20_000 {
      let rest = (0..<Int.random(in: 0..<40, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      let bytes = beginnings[number % beginnings.count] + rest
      let picture = ResultPicture(bytes, pixelLimit: 1 << 20)
      #expect(picture == nil || picture?.bytes == bytes)
    }
  }

  @Test("what is kept is bounded in bytes and in number")
  func bounds() {
    var cache = PictureCache(byteCount: 1 << 20, count: 100)
    for number in 0..<5_000 {
      let picture =
        number % 3 == 0
        ? nil : ResultPicture(Self.png(padding: number * 37 % 90_000), pixelLimit: .max)
      cache.add(.init(picture: picture, end: .max), for: "\(number % 700)")
      #expect(cache.byteCount <= 1 << 20 && cache.count <= 100)
      #expect(cache.entry(of: "\(number % 700)", at: 0) != nil)
      _ = cache.entry(of: "\(number * 7 % 700)", at: 0)
      #expect(cache.byteCount <= 1 << 20 && cache.count <= 100)
    }
    let large = ResultPicture(Self.png(padding: 1 << 20), pixelLimit: .max)
    cache.add(.init(picture: large, end: .max), for: "large")
    #expect(cache.entry(of: "large", at: 0) == nil)
  }
}
