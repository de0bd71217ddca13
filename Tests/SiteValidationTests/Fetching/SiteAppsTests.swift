import SiteAssociations
import CrawlRules
import Testing
import WebAddresses
import WebMarkup
import WebDocuments
import WebTestSupport

@testable import SiteValidation

@Suite("Association files that are fetched")
struct SiteAppsTests {
  private static let place = "/.well-known/apple-app-site-association"

  private func json(
    _ text: String = PlayedSite.association, type: String = "application/json"
  ) -> [ScriptedServer.Step] {
    [.answer(200, [("Content-Type", type)], text: text)]
  }

  @Test("a file that is served otherwise than devices want it")
  func serving() async throws {
    let answers: [([String: [ScriptedServer.Step]], String, DiagnosticSeverity)] = [
      ([Self.place: [.answer(302, [("Location", "/other")], text: "")]], "redirect", .error),
      ([Self.place: json(type: "text/plain")], "content-type", .notice),
      (
        [Self.place: [.answer(404, text: "")], "/apple-app-site-association": json()],
        "served-from-root", .notice
      ),
      ([Self.place: [.answer(404, text: "")]], "not-found", .error),
      (
        [Self.place: [.answer(404, text: "")], Self.place + ".json": json()], "json-suffix",
        .warning
      ),
      ([Self.place: [.answer(500, text: "")]], "server-error", .error),
      ([Self.place: json(String(repeating: " ", count: 140_000))], "too-large", .error),
      ([Self.place: json("{")], "json-syntax", .error),
      ([Self.place: [.answer(200, [], [0x30, 0x82, 1, 2])]], "cms-syntax", .error),
    ]
    for (answer, code, severity) in answers {
      let site = try PlayedSite.good(but: answer)
      defer { site.server.stop() }
      let report = try await site.report { $0.apps = [PlayedSite.app()] }
      #expect(report.findings(code, in: .association).map(\.severity) == [severity], "\(code)")
      let isUsable = ["content-type", "served-from-root"].contains(code)
      #expect(report.apps?.isUsable == isUsable, "\(code)")
      #expect(report.apps?.members.first?.standing == (isUsable ? .verified : .fileUnusable))
    }
  }

  @Test("a site without an app is not blamed for having no file")
  func noApp() async throws {
    let page = "<title>Soup</title><meta name=description content='With peas'><p>Soup"
    for answer in [ScriptedServer.Step.answer(404, text: "no"), .page("Oh no")] {
      let site = try PlayedSite([
        "/": [.page(page)], Self.place: [answer], "/.well-known/assetlinks.json": [answer],
      ])
      defer { site.server.stop() }
      let report = try await site.report()
      #expect(report.errors.isEmpty, "\(report.errors)")
      // It is told to be missing where it was looked for, with the port.
      let file = report.documents.first { $0.kind == .association }
      #expect(file?.url.href == report.requested.map { $0.origin + Self.place })
      #expect(report.apps?.isUsable == false && report.apps?.members.isEmpty == true)
      // With an app that names the site it is.
      let named = try await site.report { $0.apps = [PlayedSite.app(isNamed: false)] }
      #expect(!named.errors.isEmpty)
      #expect(named.apps?.members.map(\.standing) == [.fileUnusable])
    }
  }

  @Test("installed apps count where site or app names the other")
  func installed() async throws {
    let site = try PlayedSite(PlayedSite.good)
    defer { site.server.stop() }
    let report = try await site.report {
      $0.apps = [
        PlayedSite.app(["applinks:other.example"], isNamed: false),
        PlayedSite.app(identifier: "org.example.Tea", isNamed: false),
        PlayedSite.app(["applinks:other.example"], identifier: "org.example.Bread", isNamed: false),
      ]
    }
    let members = report.apps?.members ?? []
    #expect(members.map(\.standing) == [.entitlementMissing, .appNotListed])
    #expect(members.map(\.identifier) == ["ABCDE12345.org.example.Soups", "org.example.Tea"])
    #expect(report.findings("entitlement-missing", in: .association).count == 1)
    #expect(report.findings("app-id-not-listed", in: .association).count == 1)
    #expect(report.page?.page?.deepLinks.universalLink == .notMatched)
  }

  @Test("of an app whose manifest nobody knows it is told that the site's side opens the page")
  func siteOnly() async throws {
    let site = try PlayedSite.good(but: [
      "/a": [.page("<title>Soup</title><p>Soup")],
      "/private/a": [.page("<title>Soup</title><p>Soup")],
    ])
    defer { site.server.stop() }
    let report = try await site.report("http://site.example/a")
    #expect(report.page?.page?.deepLinks.universalLink == .siteOnly)
    let missing = report.findings("deep-link-missing", in: .page)
    #expect(missing.map(\.severity) == [.notice])
    let other = try await site.report("http://site.example/private/a")
    #expect(other.page?.page?.deepLinks.universalLink == .unchecked)
  }

  @Test("an entry for all hosts below one is decided by that one's file")
  func wildcard() async throws {
    let site = try PlayedSite.good(but: [
      "www.site.example" + Self.place: [.answer(404, text: "no")],
      "www.site.example/a": [.page(PlayedSite.soup)],
    ])
    defer { site.server.stop() }
    let report = try await site.report("http://www.site.example/a") {
      $0.apps = [PlayedSite.app(["applinks:*.site.example"])]
    }
    #expect(report.apps?.members.first?.standing == .verified)
    #expect(report.apps?.members.first?.services == [.applinks])
    #expect(report.page?.page?.deepLinks.universalLink == .verified)
    // The file that is missing is not the one that counts.
    #expect(report.findings("not-found", in: .association).map(\.severity) == [.notice])
  }

  @Test("an address that the file keeps out is no universal link")
  func excluded() async throws {
    let site = try PlayedSite.good(but: ["/private/a": [.page(PlayedSite.soup)]])
    defer { site.server.stop() }
    let report = try await site.report("http://site.example/private/a") {
      $0.apps = [PlayedSite.app()]
      $0.tests = [WebURL("http://site.example/b")].compactMap(\.self)
    }
    #expect(report.page?.page?.deepLinks.universalLink == .excluded)
    #expect(report.findings("url-excluded", in: .association).count == 1)
    let links = report.apps?.members.first?.links ?? []
    #expect(links.map(\.match.outcome) == [.exclude, .match])
  }

  @Test("asset links are read, and compared with the apps that the page names")
  func assetLinks() async throws {
    let page = """
      <title>Soup</title><meta property="al:android:url" content="soups://1">
      <meta property="al:android:package" content="org.example.soups"><p>Soup
      """
    let prints = String(repeating: "AB:", count: 31) + "AB"
    let links = """
      [{"relation": ["delegate_permission/common.handle_all_urls"], "target": {"namespace": "android_app",
      "package_name": "org.example.soups", "sha256_cert_fingerprints": ["\(prints)"]}}]
      """
    let path = "/.well-known/assetlinks.json"
    let site = try PlayedSite(["/": [.page(page)], path: json(links)])
    defer { site.server.stop() }
    let report = try await site.report()
    let app = try #require(report.apps?.androidApps.first)
    #expect(app.package == "org.example.soups" && app.isListed && app.isNamedByPage)
    #expect(report.documents.contains { $0.kind == .assetLinks && $0.diagnostics.isEmpty })
    let moved = try PlayedSite([
      "/": [.page(page)], path: [.answer(301, [("Location", "/x")], text: "")],
    ])
    defer { moved.server.stop() }
    let other = try await moved.report()
    #expect(other.findings("redirect", in: .assetLinks).first?.severity == .error)
    #expect(other.apps?.androidApps.first?.isListed == false)
  }

  @Test("the port that an app names is where its file is")
  func port() async throws {
    let other = PlayedSite.association.split(separator: "Soups").joined(separator: "Other")
    let site = try PlayedSite.good(but: [
      "site.example" + Self.place: json(other), "site.example:8443" + Self.place: json(),
    ])
    defer { site.server.stop() }
    let report = try await site.report {
      $0.apps = [PlayedSite.app(["applinks:site.example:8443"])]
    }
    #expect(report.apps?.members.map(\.standing) == [.verified])
    #expect(report.page?.page?.deepLinks.universalLink == .verified)
    let files = report.documents.filter { $0.kind == .association }.map(\.url.href)
    #expect(
      Set(files) == [
        "http://site.example" + Self.place, "http://site.example:8443" + Self.place,
      ])
    // Without the port it is the site's own file that counts, which names another app.
    let plain = try await site.report { $0.apps = [PlayedSite.app()] }
    #expect(plain.apps?.members.map(\.standing) == [.appNotListed])
  }
}
