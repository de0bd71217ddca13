import CrawlRules
import FresnelModel
import SiteAssociations
import Testing
import WebAddresses
import WebDocuments
import WebMarkup

@testable import SiteValidation

@Suite("Reports about documents")
struct SiteReportTests {
  private func document(_ name: String, _ text: String, at url: String? = nil) -> SiteDocument {
    SiteDocument(name: name, bytes: Array(text.utf8), url: url.flatMap { WebURL($0) })
  }

  private static let association = """
    {"applinks": {"details": [{"appIDs": ["ABCDE12345.org.example.Soups"], "components": [
      {"/": "/private/*", "exclude": true, "comment": "not yet"}, {"/": "/soup/*"}]}]}}
    """

  private static let page = """
    <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Soup</title>
    <script type="application/ld+json">{"@context": "https://schema.org", "@type": "Recipe",
    "name": "Pea soup", "image": "https://www.example.com/1.png",
    "aggregateRating": {"@type": "AggregateRating", "ratingValue": "4.50", "ratingCount": 3}}</script>
    </head><body><p>A soup for the cold days of the year, with peas. 4.5 of 5.</p></body></html>
    """

  @Test("an excerpt of a line shows no character that turns its direction")
  func directions() throws {
    let lines = SourceLines(Array("<b>\u{202E}gpj.exe\u{2066}\u{200F}</b>\t.".utf8))
    let excerpt = try #require(lines.excerpt(SourceLocation(line: 1, column: 4), length: 60))
    #expect(excerpt.before == "<b>" && excerpt.after == "\u{FFFD}gpj.exe\u{FFFD}\u{FFFD}</b> .")
  }

  @Test("findings stand in order of effect, errors first")
  func order() throws {
    let report = SiteReport(documents: [
      document(
        "page.html",
        """
        <html><head><meta name=robots content=noindex><meta name="apple-itunes-app" content="app-id=x">
        <script type="application/ld+json">{</script></head><body><p>x</p></body></html>
        """, at: "https://www.example.com/")
    ])
    let codes = report.documents[0].diagnostics.map(\.code)
    let errors = ["noindex", "title-missing", "jsonld-syntax", "banner-app-id-not-numeric"]
    #expect(Array(codes.prefix(4)) == errors)
    #expect(Array(report.tasks.map(\.rule.code).prefix(4)) == errors)
    #expect(report.tasks.map(\.effect.rawValue).prefix(4) == [1, 1, 2, 3])
    #expect(!report.tasks.contains { $0.severity == .notice })
    #expect(report.worst == .error && report.count(.error) == 4)
  }

  @Test("what is asked of pages comes from the rules for crawlers beside them")
  func robots() throws {
    let report = SiteReport(documents: [
      document(
        "a.html", "<title>A</title><meta name=robots content=nofollow><p>x",
        at: "https://www.example.com/private/a.html"),
      document(
        "robots.txt", "User-agent: *\nDisallow: /private\nCrawl-delay: 2\n",
        at: "https://www.example.com/robots.txt"),
    ])
    let access = try #require(report.access)
    #expect(!access.decision.isAllowed && access.decision.rule?.line == 2)
    #expect(access.decision.agent == "*" && access.crawlDelay == 2 && access.state == .read)
    let codes = report.documents[0].diagnostics.map(\.code)
    #expect(codes.first == "blocked-by-robots")
    #expect(codes.contains("directive-never-seen"))
    // Those of another site don't count.
    let other = SiteReport(documents: [
      document("a.html", "<title>A</title><p>x", at: "https://example.com/private/a.html"),
      document(
        "robots.txt", "User-agent: *\nDisallow: /", at: "https://www.example.com/robots.txt"),
    ])
    #expect(
      other.access == nil
        && !other.documents[0].diagnostics.map(\.code).contains("blocked-by-robots"))
  }

  private func report(_ apps: [SiteApp], _ tests: [String] = []) -> SiteReport {
    SiteReport(
      documents: [
        document(
          "apple-app-site-association", Self.association,
          at: "https://www.example.com/.well-known/apple-app-site-association"),
        document("page.html", Self.page, at: "https://www.example.com/soup/1"),
      ], apps: apps, tests: tests.compactMap { WebURL($0) })
  }

  private func app(_ identifier: String, _ domains: [String]?) -> SiteApp {
    SiteApp(ApplicationIdentity(identifier), domains: domains.map { AssociatedDomains($0) })
  }

  @Test(
    "site and app are compared from both sides",
    arguments: [
      (["applinks:www.example.com"], "ABCDE12345.org.example.Soups", "verified", nil),
      (["applinks:*.example.com"], "ABCDE12345.org.example.Soups", "file-unusable", nil),
      ([], "ABCDE12345.org.example.Soups", "entitlement-missing", "entitlement-missing"),
      (
        ["applinks:www.example.com"], "ABCDE12345.org.example.Tea", "app-not-listed",
        "app-id-not-listed"
      ),
      (nil, "ABCDE12345.org.example.Soups", "site-only", nil),
      (nil, "ABCDE12345.org.example.Tea", "app-not-listed", "app-id-not-listed"),
    ] as [([String]?, String, String, String?)])
  func standing(domains: [String]?, identifier: String, standing: String, code: String?) throws {
    let report = report([app(identifier, domains)])
    let apps = try #require(report.apps)
    #expect(apps.host == "www.example.com" && apps.isUsable)
    let member = try #require(apps.members.first)
    #expect(member.standing.rawValue == standing && apps.members.count == 1)
    let codes = report.documents[0].diagnostics.map(\.code)
    for known in ["entitlement-missing", "app-id-not-listed"] {
      #expect(codes.contains(known) == (known == code), "\(codes)")
    }
  }

  @Test("an address that is tried is told which rule decides, and why the others don't")
  func tries() throws {
    let report = report(
      [],
      ["https://www.example.com/private/x", "https://www.example.com/tea", "https://tea.example/"])
    let member = try #require(report.apps?.members.first)
    #expect(member.identifier == "ABCDE12345.org.example.Soups" && member.standing == .siteOnly)
    #expect(member.links.map(\.match.outcome) == [.match, .exclude, .noMatch, .noMatch])
    #expect(member.links.map(\.isTest) == [false, true, true, true])
    #expect(member.links[0].match.decision?.rule == "applinks.details[0].components[1]")
    #expect(member.links[0].match.misfits.first?.misfit?.words.contains("private") == true)
    #expect(member.links[1].match.decision?.comment == "not yet")
    #expect(member.links[3].match.obstacle?.words.contains("tea.example") == true)
    let codes = report.documents[0].diagnostics.map(\.code)
    #expect(codes.filter { $0 == "url-not-matched" }.count == 2 && codes.contains("url-excluded"))
  }

  @Test("marked data that the page doesn't show are told")
  func hidden() throws {
    let hidden = report([]).documents[1].diagnostics.filter { $0.code == "hidden-only" }
    #expect(hidden.count == 1)
    #expect(hidden.first?.message.contains("Pea soup") == true)
    #expect(hidden.first?.message.contains("ratingValue") == false)
    #expect(hidden.first?.severity == .notice)
    let shown = document(
      "page.html", Self.page.split(separator: "A soup").joined(separator: "Pea  SOUP: "),
      at: "https://www.example.com/soup/1")
    #expect(!shown.diagnostics.map(\.code).contains("hidden-only"))
  }

  @Test("a sitemap that is packed is on the site that it lists, and is shown unpacked")
  func packedSitemap() throws {
    // <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"> and in it, each on a line, the pages
    // https://shop.example/a and https://other.example/b, packed by gzip.
    let bytes: [UInt8] = [
      0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x6D, 0x8E, 0x51, 0x0A,
      0xC2, 0x30, 0x10, 0x44, 0xFF, 0x7B, 0x8A, 0x92, 0x03, 0xEC, 0xD6, 0x4F, 0x65, 0x9B,
      0x9E, 0x25, 0x96, 0xC5, 0x14, 0x92, 0x6E, 0xC8, 0x46, 0xD3, 0xE3, 0x9B, 0x50, 0x11,
      0x04, 0x3F, 0x67, 0xE6, 0x3D, 0x18, 0x5A, 0x8E, 0x18, 0xC6, 0x17, 0x67, 0xDD, 0x64,
      0x9F, 0xCD, 0x05, 0x26, 0xB3, 0xD8, 0x81, 0x9E, 0x39, 0x28, 0x97, 0xB1, 0x6D, 0xBB,
      0xCE, 0xC6, 0x97, 0x92, 0x6E, 0x88, 0xB5, 0x56, 0xD0, 0xAD, 0x70, 0x74, 0x49, 0x41,
      0xF2, 0x03, 0x75, 0xF5, 0x2D, 0x28, 0x7E, 0x4A, 0x9C, 0xE0, 0x6A, 0x4E, 0xD9, 0x52,
      0x90, 0xD5, 0x76, 0x4F, 0x9B, 0xA8, 0x5E, 0x12, 0xF0, 0xE1, 0x62, 0x0A, 0x8C, 0x8E,
      0xB0, 0x6F, 0x84, 0x1D, 0xFB, 0x03, 0x4B, 0xF1, 0x9C, 0xBF, 0xF4, 0xFD, 0x97, 0xC6,
      0xF3, 0x98, 0x1D, 0xDE, 0x44, 0xC1, 0x63, 0x87, 0xB8, 0x00, 0x00, 0x00,
    ]
    let sitemap = SiteDocument(name: "sitemap.xml.gz", bytes: bytes, url: nil)
    #expect(sitemap.kind == .sitemap && sitemap.url.host == "shop.example")
    let findings = sitemap.diagnostics.filter { $0.code == "loc-out-of-scope" }
    #expect(findings.count == 1 && findings.first?.message.contains("other.example") == true)
    let place = try #require(findings.first?.location)
    let shown = try #require(SourceLines(sitemap.bytes).excerpt(place, length: 60))
    #expect((shown.before + shown.after).contains("https://other.example/b"))
  }

  @Test("what is pasted is told by its beginning")
  func pasted() {
    #expect(document("pasted", Self.page).kind == .page)
    #expect(document("pasted", Self.association).kind == .association)
    #expect(document("pasted", "User-agent: *\nDisallow:").kind == .robots)
    #expect(document("pasted", "").kind == .page)
  }

  @Test("programs get all of it")
  func json() throws {
    let json = report([], ["https://www.example.com/private/x"]).json
    #expect(json["apps"]?["host"] == .string("www.example.com"))
    guard case .array(let members)? = json["apps"]?["members"],
      case .array(let links)? = members.first?["links"],
      case .array(let documents)? = json["documents"], case .array(let tasks)? = json["tasks"]
    else {
      Issue.record("a report without lists")
      return
    }
    #expect(links.count == 2 && links[1]["outcome"] == .string("exclude"))
    #expect(documents.count == 2 && documents[1]["page"]?["card"]?["title"] == .string("Soup"))
    #expect(!tasks.isEmpty)
    #expect(try JSONValue.parse(Array(json.text().utf8)) == json)
  }

  @Test("of apps and addresses that there is no room to compare it is told that they were not")
  func budget() throws {
    let names = (0..<20).map { "\"ABCDE12345.org.example.App\($0)\"" }.joined(separator: ",")
    let rules = Array(repeating: #"{"/":"*a*a*a*a*b*"}"#, count: 1_000).joined(separator: ",")
    let text = #"{"applinks":{"details":[{"appIDs":[\#(names)],"components":[\#(rules)]}]}}"#
    let association = try #require(AssociationReading(Array(text.utf8)).association)
    let place = try #require(WebURL("https://www.example.com/apple-app-site-association"))
    let path = String(repeating: "a", count: 200)
    let comparison = SiteAppsComparison(
      host: "www.example.com", file: place, associations: ["www.example.com": association],
      assetLinks: nil, apps: [], page: nil,
      tests: (0..<20).compactMap { WebURL("https://www.example.com/\(path)\($0)") },
      stepLimit: 10_000)
    let (apps, findings) = comparison.result()
    let links = apps.members.flatMap(\.links)
    #expect(links.count == 400)
    // The first address was compared, for all apps at once.
    let tried = links.filter { $0.match.obstacle == nil }
    #expect(tried.count == 20 && Set(tried.map(\.url)).count == 1)
    #expect(links.count { $0.match.obstacle == .notTried } == 380)
    let told = findings.filter { $0.rule == .associationNotCompared }
    #expect(told.count == 1)
    #expect(told.first?.message.contains("380 of 400 pairs") == true)
  }
}
