import CrawlTestSupport
import FresnelPlatform
import Synchronization
import Testing
import WebAddresses
import WebFetching
import WebMarkup
import WebTestSupport

@testable import Crawler

@Suite("What a page asks later")
struct DirectiveChangeTests {
  private static let site = "http://\(LineWeb.host(0))"
  private static let body = """
    <!doctype html><title>Soup</title><meta name=description content="The recipe.">
    <main><p>Soup. <a href="/other">Other</a></main>
    """

  /// A crawl of one page, whose clock a test sets.
  private final class OnePage: Sendable {
    let now = Atomic<Int64>(1_700_000_000_000)
    let directory: String

    init(in directory: String) { self.directory = directory }

    func run(_ server: ScriptedServer) async throws {
      let crawl = try Crawl(
        SQLiteCrawlStore(path: "\(directory)/crawl"), plan: LineWeb.plan,
        fetcher: WebFetcher(LineWeb.policy(hostCount: 1, at: server.address)),
        reader: .web { Array(($0.card.description ?? "").utf8) },
        now: { [self] in now.load(ordering: .relaxed) })
      try await crawl.add(seed: try #require(WebURL("\(site)/")))
      try await crawl.run(patience: 1000)
    }

    func pass(days: Int64) { now.add(days * 86_400_000, ordering: .relaxed) }

    func page(_ path: String = "/") throws -> PageRecord {
      let url = try #require(WebURL(site + path))
      return try #require(
        try SQLiteCrawlStore(path: "\(directory)/crawl").page(withKey: url.crawlKey))
    }

    func content() throws -> String {
      let store = try SQLiteCrawlStore(path: "\(directory)/crawl")
      return String(decoding: try store.content(ofPage: page().id) ?? [], as: UTF8.self)
    }
  }

  @Test("is heeded where its body stays the same")
  func sameBody() async throws {
    let fields = Mutex<[(String, String)]>([])
    let server = try ScriptedServer { request in
      request.target == "/" ? [.page(Self.body, fields.withLock { $0 })] : [.answer(404)]
    }
    defer { server.stop() }
    try await FileSystem.withTemporaryDirectory { directory in
      let crawl = OnePage(in: directory)
      func answer(_ later: [(String, String)]) async throws {
        fields.withLock { $0 = later }
        try await crawl.run(server)
        crawl.pass(days: 61)
      }
      let path = "\(directory)/crawl"
      try await answer([])
      #expect(try crawl.content() == "The recipe.")
      let first = try crawl.page().revision
      #expect(try SQLiteCrawlStore(path: path).targets(ofPage: crawl.page().id).count == 1)
      try await answer([("X-Robots-Tag", "nosnippet")])
      #expect(try crawl.content() == "")
      let second = try crawl.page().revision
      #expect(second > first)
      try await answer([("X-Robots-Tag", "nofollow")])
      #expect(try SQLiteCrawlStore(path: path).targets(ofPage: crawl.page().id).isEmpty)
      try await answer([("Link", "<\(Self.site)/a>; rel=\"canonical\"")])
      #expect(try crawl.page().canonical == crawl.page("/a").id)
      try await answer([("Link", "<\(Self.site)/b>; rel=\"canonical\"")])
      #expect(try crawl.page().canonical == crawl.page("/b").id)
      let last = try crawl.page().revision
      try await answer([("Link", "<\(Self.site)/b>; rel=\"canonical\""), ("X-Other", "1")])
      #expect(try crawl.page().revision == last)
    }
  }

  @Test("is heeded where its server says with it that nothing has changed")
  func notModified() async throws {
    let isForbidden = Atomic(false)
    let server = try ScriptedServer { request in
      guard request.target == "/" else { return [.answer(404)] }
      let tag = isForbidden.load(ordering: .relaxed) ? [("X-Robots-Tag", "noindex")] : []
      if request.fields["if-none-match"] == "\"1\"" {
        return [.send(ScriptedServer.Step.head(304, tag))]
      }
      return [.page(Self.body, tag + [("ETag", "\"1\"")])]
    }
    defer { server.stop() }
    try await FileSystem.withTemporaryDirectory { directory in
      let crawl = OnePage(in: directory)
      try await crawl.run(server)
      #expect(try crawl.page().isIndexable)
      isForbidden.store(true, ordering: .relaxed)
      crawl.pass(days: 2)
      try await crawl.run(server)
      #expect(try !crawl.page().isIndexable)
      let asked = server.requests.count { $0.target == "/" }
      crawl.pass(days: 2)
      try await crawl.run(server)
      #expect(server.requests.count { $0.target == "/" } == asked + 1)
      #expect(try !crawl.page().isIndexable)
    }
  }

  @Test("is heeded after a month where its server says nothing of it with 304")
  func silentServer() async throws {
    let isForbidden = Atomic(false)
    let server = try ScriptedServer { request in
      guard request.target == "/" else { return [.answer(404)] }
      if request.fields["if-none-match"] == "\"1\"" {
        return [.send(ScriptedServer.Step.head(304))]
      }
      let tag = isForbidden.load(ordering: .relaxed) ? [("X-Robots-Tag", "noindex")] : []
      return [.page(Self.body, tag + [("ETag", "\"1\"")])]
    }
    defer { server.stop() }
    try await FileSystem.withTemporaryDirectory { directory in
      let crawl = OnePage(in: directory)
      try await crawl.run(server)
      isForbidden.store(true, ordering: .relaxed)
      crawl.pass(days: 29)
      try await crawl.run(server)
      #expect(try crawl.page().isIndexable && crawl.page().status == 304)
      crawl.pass(days: 2)
      try await crawl.run(server)
      #expect(try !crawl.page().isIndexable)
    }
  }
}
