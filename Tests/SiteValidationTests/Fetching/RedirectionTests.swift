import CrawlRules
import FresnelModel
import Testing
import WebAddresses
import WebMarkup
import WebDocuments
import WebTestSupport

@testable import SiteValidation

@Suite("Redirections of a page")
struct RedirectionTests {
  private static func to(_ target: String, _ status: Int = 301) -> [ScriptedServer.Step] {
    [.answer(status, [("Location", target)], text: "there")]
  }

  @Test("each step is shown, with what robots.txt of its host says")
  func chain() async throws {
    let site = try PlayedSite([
      "site.example/a": Self.to("http://www.site.example/b", 302),
      "www.site.example/b": Self.to("/c#new", 308), "www.site.example/c": [.page(PlayedSite.soup)],
      "site.example/robots.txt": [.answer(text: "User-agent: *\nDisallow: /a\n")],
    ])
    defer { site.server.stop() }
    let report = try await site.report("http://site.example/a#old")
    #expect(report.hops.map(\.status) == [302, 308, 200])
    // A fragment goes on until a redirection names another one.
    #expect(report.hops.map(\.url.fragment) == ["old", "old", "new"])
    #expect(report.hops.map { $0.robots?.isAllowed } == [false, true, true])
    #expect(report.page?.url.href == "http://www.site.example/c#new")
    let redirect = try #require(report.findings("redirect", in: .page).first)
    #expect(redirect.severity == .notice && redirect.message.contains("2 steps"))
    // The crawler never gets that far.
    #expect(report.first(.page) == "blocked-by-robots")
    #expect(report.access?.robots.href == "http://www.site.example/robots.txt")
  }

  @Test("user names and passwords stand nowhere in a report")
  func credentials() async throws {
    let site = try PlayedSite([
      "site.example/": Self.to("http://name:secret@www.site.example/b"),
      "www.site.example/b": [.page(PlayedSite.soup)],
    ])
    defer { site.server.stop() }
    let report = try await site.report("http://name:secret@site.example/")
    #expect(report.hops.map(\.url.href) == ["http://site.example/", "http://www.site.example/b"])
    let text = report.json.text()
    #expect(!text.contains("secret") && !text.contains("name:"))
  }

  @Test("circles and endless ways end in an error")
  func loops() async throws {
    let site = try PlayedSite([
      "/a": Self.to("/b"), "/b": Self.to("/a"), "/1": Self.to("/2"), "/2": Self.to("/3"),
      "/3": Self.to("/4"), "/4": Self.to("/5"), "/5": Self.to("/6"), "/6": Self.to("/7"),
      "/7": [.page(PlayedSite.soup)],
    ])
    defer { site.server.stop() }
    let circle = try await site.report("http://site.example/a")
    #expect(circle.findings("redirect-loop").first?.message.contains("lead back") == true)
    let endless = try await site.report("http://site.example/1")
    #expect(endless.first(.page) == "redirect-loop" && endless.hops.count == 6)
    #expect(!site.server.requests.contains { $0.target == "/7" })
    #expect(try await site.report("http://site.example/2").page?.page != nil)
  }

  @Test(
    "ways that lead nowhere",
    arguments: ["", "mailto:a@site.example", "http://[", "file:///etc/passwd"])
  func nowhere(target: String) async throws {
    let site = try PlayedSite(["/": Self.to(target)])
    defer { site.server.stop() }
    let report = try await site.report()
    // An empty address is that of the page itself.
    #expect(report.first(.page) == (target.isEmpty ? "redirect-loop" : "http-status"))
  }

  @Test("a page that refreshes at once sends on as a redirection does")
  func refresh() async throws {
    let site = try PlayedSite([
      "/": [.page("<meta http-equiv=refresh content='0; url=/soup'><title>Wait</title>")],
      "/soup": [.page(PlayedSite.soup)],
    ])
    defer { site.server.stop() }
    let report = try await site.report()
    #expect(report.page?.page?.card.title == "Soup" && report.hops.count == 2)
    guard case .refresh? = report.hops.first?.outcome else {
      Issue.record("no refresh")
      return
    }
  }
}
