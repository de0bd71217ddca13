import CrawlTestSupport
import FresnelPlatform
import Synchronization
import Testing
import WebAddresses
import WebFetching
import WebTestSupport

@testable import Crawler

@Suite("Crawling")
struct CrawlTests {
  /// Milliseconds that a test lets go by.
  private final class Clock: Sendable {
    private let milliseconds = Atomic<Int64>(1_700_000_000_000)

    var now: Int64 { milliseconds.load(ordering: .relaxed) }
    func pass(_ time: Int64) { milliseconds.add(time, ordering: .relaxed) }
  }

  private func crawl(
    _ server: ScriptedServer, hostCount: Int = 1, _ directory: String, _ clock: Clock
  ) throws -> Crawl {
    try Crawl(
      SQLiteCrawlStore(path: "\(directory)/crawl"), plan: LineWeb.plan,
      fetcher: WebFetcher(LineWeb.policy(hostCount: hostCount, at: server.address)),
      reader: CrawlReader(read: LineWeb.read), now: { clock.now })
  }

  private func seed(_ number: Int = 0) throws -> WebURL {
    try #require(WebURL("http://\(LineWeb.host(number))/"))
  }

  @Test("All of a web is fetched, and what is forbidden is not")
  func whole() async throws {
    let server = try ScriptedServer { LineWeb.answer($0, hostCount: 5) }
    defer { server.stop() }
    try await FileSystem.withTemporaryDirectory { directory in
      let crawl = try crawl(server, hostCount: 5, directory, Clock())
      for number in 0..<5 { #expect(try await crawl.add(seed: try seed(number))) }
      try await crawl.run(patience: 1000)
      let progress = await crawl.progress
      #expect(progress.pages == 5 * LineWeb.pagesPerHost)
      #expect(progress.redirections == 5)
      #expect(progress.failures == 0)
      #expect(Set(server.requests.map { $0.host + $0.target }).count == server.requests.count)
    }
  }

  @Test("Of rules that came in part none is taken, and nothing is fetched")
  func rulesInPart() async throws {
    let server = try ScriptedServer { request in
      guard request.target == "/robots.txt" else { return [.page("/")] }
      return [
        .send(ScriptedServer.Step.head(200, [("Content-Length", "1000")])),
        .send(Array("User-agent: *\nAllow: /\n".utf8)), .close,
      ]
    }
    defer { server.stop() }
    try await FileSystem.withTemporaryDirectory { directory in
      let crawl = try crawl(server, directory, Clock())
      try await crawl.add(seed: try seed())
      try await crawl.run(patience: 1000)
      #expect(await crawl.progress.pages == 0)
      #expect(Set(server.requests.map(\.target)) == ["/robots.txt"])
    }
  }

  @Test("Half a page does not take the place of the whole one")
  func pageInPart() async throws {
    let isWhole = Atomic(true)
    let server = try ScriptedServer { request in
      guard request.target == "/" else { return [.answer(404)] }
      if isWhole.load(ordering: .relaxed) { return [.page("/whole")] }
      return [
        .send(ScriptedServer.Step.head(200, [("Content-Length", "1000")])),
        .send(Array("/half\n".utf8)), .close,
      ]
    }
    defer { server.stop() }
    let clock = Clock()
    try await FileSystem.withTemporaryDirectory { directory in
      let crawl = try crawl(server, directory, clock)
      try await crawl.add(seed: try seed())
      try await crawl.run(patience: 1000)
      isWhole.store(false, ordering: .relaxed)
      clock.pass(25 * 3_600_000)
      try await crawl.run(patience: 1000)
      #expect(await crawl.progress.pages == 1)
      #expect(await crawl.progress.failures == 1)
      let store = try SQLiteCrawlStore(path: "\(directory)/crawl")
      let page = try #require(try store.page(withKey: try seed().crawlKey))
      #expect(try store.content(ofPage: page.id) == Array("/whole".utf8))
      #expect(page.canStand(at: clock.now))
    }
  }

  @Test("What has not changed is not sent again, and is asked for more rarely")
  func again() async throws {
    let server = try ScriptedServer { request in
      if request.target == "/robots.txt" || request.target == "/sitemap.xml" {
        return [.answer(404)]
      }
      if request.fields["if-none-match"] == "\"1\"" {
        return [.send(ScriptedServer.Step.head(304))]
      }
      return [.page("/", [("ETag", "\"1\"")])]
    }
    defer { server.stop() }
    let clock = Clock()
    try await FileSystem.withTemporaryDirectory { directory in
      let crawl = try crawl(server, directory, clock)
      try await crawl.add(seed: try seed())
      try await crawl.run(patience: 1000)
      clock.pass(25 * 3_600_000)
      try await crawl.run(patience: 1000)
      #expect(await crawl.progress.unchanged == 1)
      let asked = server.requests.count
      // A day and a half from then on.
      clock.pass(35 * 3_600_000)
      try await crawl.run(patience: 1000)
      #expect(server.requests.filter { $0.target == "/" }.count == 2)
      clock.pass(2 * 3_600_000)
      try await crawl.run(patience: 1000)
      #expect(server.requests.count > asked)
      #expect(await crawl.progress.unchanged == 2)
    }
  }

  @Test("A crawl that is stopped takes in what is under way, and goes on later")
  func stopping() async throws {
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    let server = try ScriptedServer {
      arrival.yield()
      return [.wait(.milliseconds(20))] + LineWeb.answer($0, hostCount: 3)
    }
    defer { server.stop() }
    try await FileSystem.withTemporaryDirectory { directory in
      let first = try crawl(server, hostCount: 3, directory, Clock())
      for number in 0..<3 { try await first.add(seed: try seed(number)) }
      let running = Task { try await first.run() }
      var count = 0
      for await _ in arrivals {
        count += 1
        if count == 5 { break }
      }
      await first.stop()
      try await running.value
      #expect(await first.progress.requests == server.requests.count)
      let second = try crawl(server, hostCount: 3, directory, Clock())
      #expect(await second.progress.recovered == 0)
      try await second.run(patience: 1000)
      #expect(Set(server.requests.map { $0.host + $0.target }).count == server.requests.count)
      #expect(server.requests.count > 3 * LineWeb.pagesPerHost)
    }
  }

  @Test("robots.txt is looked for behind redirections, and a failure forbids everything")
  func robots() async throws {
    let server = try ScriptedServer { request in
      switch (request.host, request.target) {
      case (LineWeb.host(0), "/robots.txt"):
        [.answer(302, [("Location", "http://\(LineWeb.host(1))/rules")])]
      case (LineWeb.host(1), "/rules"): [.answer(200, text: "User-agent: *\nDisallow: /p")]
      case (LineWeb.host(1), "/robots.txt"): [.answer(500)]
      case (_, "/"): [.page("/p\n/q\n")]
      case (_, "/q"): [.page("")]
      default: [.answer(404)]
      }
    }
    defer { server.stop() }
    try await FileSystem.withTemporaryDirectory { directory in
      let crawl = try crawl(server, hostCount: 2, directory, Clock())
      for number in 0..<2 { try await crawl.add(seed: try seed(number)) }
      try await crawl.run(patience: 1000)
      let asked = Set(server.requests.map { $0.host + $0.target })
      #expect(asked.contains(LineWeb.host(0) + "/q"))
      #expect(!asked.contains(LineWeb.host(0) + "/p"))
      #expect(!asked.contains(LineWeb.host(1) + "/"))
    }
  }
}
