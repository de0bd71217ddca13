import CrawlRules
import Testing
import WebAddresses
import WebMarkup
import WebDocuments
import WebTestSupport

@testable import SiteValidation

@Suite("What a site says of a page, and what the page needs")
struct SiteContextTests {
  @Test("robots.txt that shuts the page out, with the rule that does")
  func blocked() async throws {
    let site = try PlayedSite.good(but: [
      "/": [.page(PlayedSite.soup, [("X-Robots-Tag", "nosnippet")])],
      "/robots.txt": [.answer(text: "User-agent: Googlebot\nDisallow: /\nCrawl-delay: 3\n")],
    ])
    defer { site.server.stop() }
    let report = try await site.report()
    let access = try #require(report.access)
    #expect(!access.decision.isAllowed && access.decision.agent == "Googlebot")
    #expect(access.decision.rule?.line == 2 && access.crawlDelay == 3)
    #expect(report.first(.page) == "blocked-by-robots")
    #expect(report.findings("directive-never-seen", in: .page).count == 1)
    #expect(report.findings("nosnippet", in: .page).count == 1)
    #expect(report.findings("robots-group-fallback", in: .robots).count == 1)
    // Devices ask for the association file all the same.
    let file = report.findings("blocked-by-robots", in: .association)
    #expect(file.map(\.severity) == [.notice])
    #expect(report.apps?.isUsable == true)
    #expect(report.findings("image-blocked-by-robots", in: .page).count == 1)
  }

  @Test("robots.txt that isn't there lets everything in, and one that fails nothing")
  func noRobots() async throws {
    let open = try PlayedSite.good(but: ["/robots.txt": [.answer(404, text: "no")]])
    defer { open.server.stop() }
    let report = try await open.report()
    #expect(report.access?.state == .absent && report.access?.decision.isAllowed == true)
    let shut = try PlayedSite.good(but: ["/robots.txt": [.answer(503, text: "no")]])
    defer { shut.server.stop() }
    let closed = try await shut.report()
    #expect(closed.access?.state == .unreachable("It answers with status 503."))
    #expect(closed.findings("robots-unreachable", in: .page).first?.severity == .error)
  }

  @Test("pictures that can't be had, are none, or are small")
  func pictures() async throws {
    func codes(_ step: ScriptedServer.Step) async throws -> [String] {
      let site = try PlayedSite.good(but: ["/soup.png": [step]])
      defer { site.server.stop() }
      let report = try await site.report()
      let found = report.page?.diagnostics.filter { $0.subject == "image" } ?? []
      #expect(found.allSatisfy { $0.location?.line == 3 })
      return found.map(\.code)
    }
    #expect(try await codes(.answer(404, text: "no")) == ["image-unreachable"])
    #expect(
      try await codes(.answer(302, [("Location", "/soup.png")], text: "")) == ["image-unreachable"])
    #expect(
      try await codes(.answer(200, [("Content-Type", "text/html")], text: "x")) == ["image-type"])
    #expect(
      try await codes(.answer(200, [("Content-Type", "image/png")], PlayedSite.picture(40, 240)))
        == ["image-small"])
    #expect(
      try await codes(.answer(200, [("Content-Type", "image/png")], PlayedSite.picture(240, 240)))
        == [])
  }

  @Test("recordings that a button would play")
  func recordings() async throws {
    let page = """
      <title>Song</title><script type="application/ld+json">{"@context": "https://schema.org",
      "@type": "AudioObject", "name": "Song", "contentUrl": "/song.mp3"}</script><p>Song</p>
      """
    for (step, isFound) in [
      (ScriptedServer.Step.answer(200, [("Content-Type", "audio/mpeg")], text: "x"), true),
      (.answer(404, text: "no"), false),
      (.answer(200, [("Content-Type", "text/html")], text: "player"), false),
    ] {
      let site = try PlayedSite(["/": [.page(page)], "/song.mp3": [step]])
      defer { site.server.stop() }
      let report = try await site.report()
      let media = try #require(report.resources.first { $0.role == .media })
      #expect((media.outcome == .found) == isFound)
      #expect(report.findings("media-unreachable").isEmpty == isFound)
    }
  }

  @Test("the address that a page names as its own has to be a page that may be shown")
  func canonical() async throws {
    let answers: [(ScriptedServer.Step, String?)] = [
      (.page("<title>Soup</title><p>Soup"), nil), (.answer(404, text: "no"), "canonical-error"),
      (.answer(301, [("Location", "/x")], text: ""), "canonical-error"),
      (.page("<meta name=robots content=noindex>"), "canonical-noindex"),
      (.close, "canonical-error"),
    ]
    for (step, code) in answers {
      let site = try PlayedSite([
        "/": [.page("<title>Soup</title><link rel=canonical href='http://site.example/soup'><p>x")],
        "/soup": [step],
      ])
      defer { site.server.stop() }
      let report = try await site.report()
      let found = report.errors.filter { $0.hasPrefix("canonical") }
      #expect(found == [code].compactMap(\.self))
    }
  }

  @Test("sitemaps that are named and missing, that nobody names, and what is wrong in one")
  func sitemaps() async throws {
    let missing = try PlayedSite.good(but: ["/map.xml": [.answer(404, text: "no")]])
    defer { missing.server.stop() }
    let named = try await missing.report().findings("sitemap-not-found", in: .robots)
    #expect(named.first?.message.contains("names the sitemap http://site.example/map.xml") == true)
    let none = try PlayedSite(["/": [.page(PlayedSite.soup)]])
    defer { none.server.stop() }
    let unnamed = try await none.report().findings("sitemap-not-found", in: .page)
    #expect(unnamed.first?.message.contains("No sitemap is named") == true)
    // A site that answers with a page to everything has none either.
    let soft = try PlayedSite(["/": [.page(PlayedSite.soup)], "/sitemap.xml": [.page("Oh no")]])
    defer { soft.server.stop() }
    #expect(try await soft.report().findings("sitemap-not-found").count == 1)
    let bad = try PlayedSite.good(but: ["/map.xml": [.answer(text: "<urlset><url></url></urlset>")]]
    )
    defer { bad.server.stop() }
    let report = try await bad.report()
    #expect(report.findings("loc-missing", in: .sitemap).count == 1)
    #expect(report.findings("sitemap-not-found").isEmpty)
  }
}
