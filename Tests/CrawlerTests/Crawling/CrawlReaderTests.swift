import CrawlTestSupport
import FresnelPlatform
import Testing
import WebAddresses
import WebFetching
import WebMarkup
import WebTestSupport

@testable import Crawler

@Suite("Reading what was fetched")
struct CrawlReaderTests {
  private static let site = "http://\(LineWeb.host(0))"

  private static func answer(_ request: ScriptedServer.Request) -> [ScriptedServer.Step] {
    switch request.target {
    case "/robots.txt": [.answer(200, text: "User-agent: *\nSitemap: \(site)/map.xml\n")]
    case "/map.xml":
      [
        .answer(
          200, [("Content-Type", "application/xml")],
          text: """
            <?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
            <url><loc>\(site)/listed</loc></url></urlset>
            """)
      ]
    case "/":
      [
        .page(
          """
          <!doctype html><title>Soups</title><link rel=canonical href="/soups">
          <nav><a href="/about">About us</a></nav>
          <main><p>Soups of the day. <a href="/soups">All</a>
          <a rel=nofollow href="/rumour">Rumour</a></main>
          """)
      ]
    case "/soups": [.page("<!doctype html><title>Soups</title><main><a href='/old'>Old</a></main>")]
    case "/about":
      [
        .page(
          "<!doctype html><title>About</title><a href='/unfollowed'>x</a>",
          [("X-Robots-Tag", "noindex, nofollow")])
      ]
    case "/old":
      [
        .page("<!doctype html><meta http-equiv=refresh content='0; url=/soups'><title>Old</title>")
      ]
    case "/listed": [.answer(200, [("Content-Type", "application/pdf")], text: "%PDF")]
    case "/rumour": [.answer(200, text: "<!doctype html><title>Rumour</title>")]
    default: [.answer(404)]
    }
  }

  @Test("Pages, directives, canonical addresses, refreshing pages and sitemaps are read")
  func pages() async throws {
    let server = try ScriptedServer { Self.answer($0) }
    defer { server.stop() }
    try await FileSystem.withTemporaryDirectory { directory in
      let path = "\(directory)/crawl"
      let crawl = try Crawl(
        SQLiteCrawlStore(path: path), plan: LineWeb.plan,
        fetcher: WebFetcher(LineWeb.policy(hostCount: 1, at: server.address)),
        reader: .web { Array($0.card.title.utf8) })
      try await crawl.add(seed: try #require(WebURL("\(Self.site)/")))
      try await crawl.run(patience: 1000)
      let store = try SQLiteCrawlStore(path: path)
      func page(_ path: String) throws -> PageRecord? {
        try store.page(withKey: try #require(WebURL(Self.site + path)).crawlKey)
      }
      let start = try #require(try page("/"))
      let soups = try #require(try page("/soups"))
      let about = try #require(try page("/about"))
      let old = try #require(try page("/old"))
      #expect(start.title == "Soups")
      #expect(start.canonical == soups.id)
      #expect(soups.canonical == nil)
      #expect(start.isIndexable)
      #expect(!about.isIndexable)
      #expect(old.redirection == soups.id)
      #expect(try page("/unfollowed") == nil)
      #expect(try page("/listed")?.fetchCount == 1)
      #expect(try page("/listed")?.contentHash == nil)
      #expect(try page("/rumour")?.title == "Rumour")
      #expect(try store.content(ofPage: soups.id) == Array("Soups".utf8))
      var weights: [Int64: Double] = [:]
      try store.forEachLink { (link) throws(CrawlStoreError) in
        if link.source == start.id { weights[link.target] = link.weight }
        return true
      }
      #expect(weights[soups.id] == 0.5)
      #expect(weights[about.id] == 0.125)
      #expect(weights[try #require(try page("/rumour")).id] == 0)
    }
  }

  @Test("What no server calls anything is a page if it begins as one, wherever it is named")
  func unnamedTypes() async throws {
    let bodies: [String: String] = [
      "/html": "<!doctype html><title>A page</title>", "/comment": "<!-- a --><p>A page",
      "/xhtml":
        "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><title>A</title></html>",
      "/text": "Words <title>of</title> a text", "/binary": "\u{7f}ELF\u{1}\u{1}<html><title>A",
      "/pdf": "%PDF-1.7 <html>", "/data": "{\"a\": 1}", "/empty": "",
      "/xml": "<?xml version='1.0'?><a/>",
      // Named as a sitemap, and a page all the same.
      "/map2": "<!doctype html><title>Many pages</title>",
    ]
    let server = try ScriptedServer { request in
      switch request.target {
      case "/robots.txt":
        [.answer(200, text: "Sitemap: \(Self.site)/map\nSitemap: \(Self.site)/map2\n")]
      case "/map":
        [
          .answer(
            200,
            text: bodies.keys.sorted().filter { $0 != "/map2" }
              .map { "\(Self.site)\($0)" }.joined(separator: "\n"))
        ]
      case "/": [.page("<!doctype html><title>Start</title>")]
      case let path: [bodies[path].map { .answer(200, text: $0) } ?? .answer(404)]
      }
    }
    defer { server.stop() }
    try await FileSystem.withTemporaryDirectory { directory in
      let crawl = try Crawl(
        SQLiteCrawlStore(path: "\(directory)/crawl"), plan: LineWeb.plan,
        fetcher: WebFetcher(LineWeb.policy(hostCount: 1, at: server.address)),
        reader: .web { _ in [] })
      try await crawl.add(seed: try #require(WebURL("\(Self.site)/")))
      try await crawl.run(patience: 1000)
      let store = try SQLiteCrawlStore(path: "\(directory)/crawl")
      for path in bodies.keys.sorted() {
        let key = try #require(WebURL(Self.site + path)).crawlKey
        let page = try #require(try store.page(withKey: key), "\(path)")
        #expect(page.fetchCount > 0, "\(path)")
        let isPage = ["/html", "/comment", "/xhtml", "/map2"].contains(path)
        #expect((page.contentHash != nil) == isPage, "\(path)")
        #expect(page.isIndexable == isPage, "\(path)")
      }
    }
  }
}
