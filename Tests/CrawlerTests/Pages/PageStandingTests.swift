import CrawlTestSupport
import FresnelPlatform
import Testing
import WebAddresses
import WebFetching
import WebTestSupport

@testable import Crawler

@Suite("Where an address stands")
struct PageStandingTests {
  private static let site = "http://\(LineWeb.host(0))"

  @Test("Redirections that never come to a page are told from those that do")
  func redirectionsWithoutEnd() async throws {
    let targets = [
      "/self": "/self", "/ring": "/ring2", "/ring2": "/ring3", "/ring3": "/ring", "/into": "/ring",
      "/on": "/page",
    ]
    let links = targets.keys.sorted().map { "<a href=\"\($0)\">\($0)</a>" }.joined(separator: " ")
    let server = try ScriptedServer { request in
      if let target = targets[request.target] { return [.answer(301, [("Location", target)])] }
      if request.target == "/page" { return [.page("<title>Page</title><p>A page.")] }
      return request.target == "/" ? [.page("<title>Start</title><p>\(links)")] : [.answer(404)]
    }
    defer { server.stop() }
    try await FileSystem.withTemporaryDirectory { directory in
      let crawl = try Crawl(
        SQLiteCrawlStore(path: "\(directory)/crawl"), plan: LineWeb.plan,
        fetcher: WebFetcher(LineWeb.policy(hostCount: 1, at: server.address)),
        reader: .web { _ in [] }, now: { 1_700_000_000_000 })
      try await crawl.add(seed: try #require(WebURL("\(Self.site)/")))
      try await crawl.run(patience: 1000)
      let store = try SQLiteCrawlStore(path: "\(directory)/crawl")
      func standing(_ path: String) throws -> PageStanding {
        let url = try #require(WebURL(Self.site + path))
        return try store.standing(of: url, at: 1_700_000_000_000).standing
      }
      for path in ["/self", "/ring", "/ring2", "/ring3", "/into"] {
        #expect(try standing(path) == .noTarget, "\(path)")
      }
      #expect(try standing("/on") == .redirection("\(Self.site)/page"))
      #expect(try standing("/page") == .standing)
    }
  }

  @Test("A page that names what redirects as canonical is there, or the page that it leads to is")
  func canonicalsThatRedirect() async throws {
    let named = ["/a": "/b", "/self": "/back", "/astray": "/ring", "/lost": "/dead"]
    let targets = [
      "/b": "/b2", "/b2": "/c", "/back": "/self", "/ring": "/ring2", "/ring2": "/ring",
      "/dead": "/nothing",
    ]
    let links = named.keys.sorted().map { "<a href=\"\($0)\">\($0)</a>" }.joined(separator: " ")
    let server = try ScriptedServer { request in
      let path = request.target
      if let target = targets[path] { return [.answer(301, [("Location", target)])] }
      if let target = named[path] {
        return [
          .page("<title>Of \(path)</title><link rel=canonical href=\(target)><p>Text of \(path).")
        ]
      }
      if path == "/c" { return [.page("<title>C</title><p>The page that is meant.")] }
      return path == "/" ? [.page("<title>Start</title><p>\(links)")] : [.answer(404)]
    }
    defer { server.stop() }
    try await FileSystem.withTemporaryDirectory { directory in
      let crawl = try Crawl(
        SQLiteCrawlStore(path: "\(directory)/crawl"), plan: LineWeb.plan,
        fetcher: WebFetcher(LineWeb.policy(hostCount: 1, at: server.address)),
        reader: .web { _ in [] }, now: { 1_700_000_000_000 })
      try await crawl.add(seed: try #require(WebURL("\(Self.site)/")))
      try await crawl.run(patience: 1000)
      let store = try SQLiteCrawlStore(path: "\(directory)/crawl")
      func standing(_ path: String) throws -> PageStanding {
        let url = try #require(WebURL(Self.site + path))
        return try store.standing(of: url, at: 1_700_000_000_000).standing
      }
      #expect(
        try standing("/a") == .canonical("\(Self.site)/c", through: "\(Self.site)/b"))
      for path in ["/c", "/self", "/astray", "/lost"] {
        #expect(try standing(path) == .standing, "\(path)")
      }
    }
  }
}
