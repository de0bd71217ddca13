import FresnelPlatform
import SiteAssociations
import CrawlRules
import Testing
import WebAddresses
import WebMarkup
import WebDocuments
import WebFetching
import WebTestSupport

@testable import SiteValidation

@Suite("The way to a page")
struct ReachingTests {
  @Test("a site that nothing is wrong with")
  func good() async throws {
    let site = try PlayedSite(PlayedSite.good)
    defer { site.server.stop() }
    let report = try await site.report { $0.apps = [PlayedSite.app()] }
    #expect(report.errors.isEmpty, "\(report.documents.flatMap(\.diagnostics))")
    #expect(report.requested?.href == "http://site.example/")
    #expect(report.hops.count == 1 && report.hops[0].status == 200)
    #expect(report.hops[0].robots?.isAllowed == true)
    #expect(report.access?.state == .read)
    #expect(report.access?.decision.agent == "Fresnelbot")
    #expect(report.documents.map(\.kind) == [.page, .robots, .association, .sitemap])
    #expect(report.apps?.members.map(\.standing) == [.verified])
    #expect(report.page?.page?.deepLinks.universalLink == .verified)
    #expect(report.page?.page?.card.deepLink?.source == .universalLink)
    let picture = try #require(report.resources.first)
    #expect(picture.outcome == .found && picture.size?.width == 250 && picture.size?.height == 240)
    #expect(report.duration.map { $0 > .zero } == true)
    // Nothing is asked for twice, but places where there is nothing.
    let targets = site.server.requests.map(\.target)
    #expect(Set(targets).count == targets.count, "\(targets)")
    #expect(site.server.requests.allSatisfy { $0.fields["cookie"] == nil })
  }

  @Test("why a page can't be had is told to its end, on one line, unless it is very long")
  func longMessages() {
    let message =
      "Failed to connect to a-host-with-quite-a-long-name.of.some.example port 8443 after 1 ms:\n"
      + "Could not connect to server."
    let finding = FetchError(.connect, message).finding
    #expect(finding.message.hasSuffix("after 1 ms: Could not connect to server."))
    let long = FetchError(.connect, String(repeating: "long ", count: 1_000)).finding
    #expect(long.message.count < 320 && long.message.hasSuffix("…."))
  }

  @Test(
    "answers without a page are errors",
    arguments: [
      (404, "http-status"), (410, "http-status"), (403, "http-status"), (500, "http-status"),
      (429, "http-status"),
    ])
  func status(status: Int, code: String) async throws {
    let site = try PlayedSite(["/": [.answer(status, text: "no")]])
    defer { site.server.stop() }
    let report = try await site.report()
    #expect(report.first(.page) == code)
    #expect(report.findings(code, in: .page).first?.message.contains("\(status)") == true)
    #expect(report.page?.page == nil && report.worst == .error)
    #expect(report.tasks.first?.effect == .reach)
  }

  @Test("a host that nobody has, and one that nobody answers at")
  func unreachable() async throws {
    let site = try PlayedSite([:])
    defer { site.server.stop() }
    #expect(try await site.report("http://nobody.invalid/").first(.page) == "fetch-dns")
    let report = try await site.report("http://127.0.0.1:1/")
    #expect(report.first(.page) == "fetch-connect")
    // What can't be reached is asked for nothing else, and told once.
    #expect(report.documents.count == 1 && report.apps == nil)
    guard case .failure(let problem)? = report.hops.first?.outcome else {
      Issue.record("a way that leads somewhere")
      return
    }
    #expect(problem.contains("127.0.0.1"))
  }

  @Test("an answer that breaks off, and one of another protocol")
  func broken() async throws {
    let site = try PlayedSite([
      "/cut": [
        .send(
          ScriptedServer.Step.head(200, [("Content-Length", "900"), ("Content-Type", "text/html")])
            + Array("<title>Soup</title>".utf8)), .close,
      ],
      "/other": [.send(Array("HELO\r\n".utf8)), .close],
    ])
    defer { site.server.stop() }
    let cut = try await site.report("http://site.example/cut")
    #expect(cut.findings("fetch-connect").count == 1)
    #expect(cut.page?.page?.card.title == "Soup")
    #expect(try await site.report("http://site.example/other").first(.page) == "fetch-connect")
  }

  @Test("a server that says nothing doesn't hold up the report")
  func timeout() async throws {
    let site = try PlayedSite(["/": [.hang], "/robots.txt": [.hang]])
    defer { site.server.stop() }
    let report = try await site.report { $0.time = .milliseconds(600) }
    #expect(report.first(.page) == "fetch-timeout")
    // That nothing answers is told once.
    #expect(report.documents.count == 1 && report.access == nil)
    #expect(report.documents[0].diagnostics.count == 1)
  }

  @Test("a robots.txt that nobody answers shuts the page out")
  func noRobots() async throws {
    let site = try PlayedSite.good(but: ["/robots.txt": [.close]])
    defer { site.server.stop() }
    let report = try await site.report()
    guard case .unreachable? = report.access?.state else {
      Issue.record("robots.txt that is there")
      return
    }
    #expect(report.access?.decision.isAllowed == false)
    #expect(report.findings("robots-unreachable", in: .page).count == 1)
  }

  @Test("no more is asked for than the plan allows, and nothing once its time is up")
  func bounds() async throws {
    let site = try PlayedSite(PlayedSite.good)
    defer { site.server.stop() }
    let report = try await site.report { $0.requestLimit = 2 }
    #expect(site.server.requests.count <= 2)
    #expect(report.page != nil)
    let late = try await site.report { $0.time = .zero }
    #expect(late.first(.page) == "fetch-timeout")
    #expect(site.server.requests.count <= 2)
  }

  @Test("a slow server is told of, and a fast one isn't")
  func slow() async throws {
    let site = try PlayedSite(PlayedSite.good)
    defer { site.server.stop() }
    #expect(try await site.report().findings("slow-response").isEmpty)
    let slow = try await site.report { $0.patience = .seconds(-1) }
    #expect(slow.findings("slow-response").first?.severity == .suggestion)
  }

  @Test("what is no page, says nothing of its type, or is too large")
  func types() async throws {
    let site = try PlayedSite([
      "/a.pdf": [.answer(200, [("Content-Type", "application/pdf")], text: "%PDF")],
      "/none": [.answer(200, [], text: PlayedSite.soup)],
      "/large": [.page(PlayedSite.soup + String(repeating: " ", count: 9000))],
      "/robots.txt": [
        .answer(200, [("Content-Type", "text/plain")], text: "User-agent: *\nDisallow:\n")
      ],
    ])
    defer { site.server.stop() }
    let other = try await site.report("http://site.example/a.pdf")
    #expect(other.findings("content-type", in: .page).first?.severity == .error)
    #expect(other.page?.page == nil)
    let untyped = try await site.report("http://site.example/none")
    #expect(untyped.findings("content-type", in: .page).first?.severity == .warning)
    #expect(untyped.page?.page?.card.title == "Soup")
    let large = try await site.report("http://site.example/large") { $0.byteCount = 5000 }
    #expect(large.findings("too-large", in: .page).count == 1)
    #expect(large.page?.page?.card.title == "Soup")
    // Another document of the site is looked at for what it is.
    let robots = try await site.report("http://site.example/robots.txt")
    #expect(robots.documents.filter { $0.kind == .robots }.count == 1)
    #expect(robots.findings("content-type").filter { $0.severity > .notice }.isEmpty)
  }
}
