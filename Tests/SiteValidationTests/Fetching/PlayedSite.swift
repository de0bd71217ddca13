import FresnelPlatform
import SiteAssociations
import Testing
import WebAddresses
import WebDocuments
import WebFetching
import WebTestSupport

@testable import SiteValidation

/// A site that this process plays, of one or more hosts.
struct PlayedSite {
  typealias Step = ScriptedServer.Step

  let server: ScriptedServer
  let hosts: [String]

  /// Plays a site; what it has nothing for is answered with 404.
  ///
  /// - Parameters:
  ///   - hosts: Its hosts.
  ///   - answers: What is done for a path, or for a host, perhaps with its port, and a path.
  /// - Throws: `SystemError` when the machine has no room for a server.
  init(hosts: [String] = ["site.example", "www.site.example"], _ answers: [String: [Step]]) throws {
    self.hosts = hosts
    server = try ScriptedServer { request in
      let path = String(request.target.prefix { $0 != "?" })
      let origin = request.fields["host"] ?? ""
      return answers[origin + path] ?? answers[request.host + path] ?? answers[path]
        ?? [.answer(404, text: "nothing")]
    }
  }

  /// Where the fetcher of a test goes: to the played hosts.
  var policy: FetchPolicy {
    var policy = SiteValidator.policy(userAgent: "Tester/1.0", allowsLocal: true)
    policy.addresses = [.global, .loopback]
    for host in hosts { policy.routes[host] = server.address }
    return policy
  }

  /// Validates a page of the site.
  func report(
    _ address: String = "http://site.example/", policy: FetchPolicy? = nil,
    _ change: (inout SiteValidationPlan) -> Void = { _ in }
  ) async throws -> SiteReport {
    var plan = SiteValidationPlan()
    // What is asked for here is there at once, but the machine may be busy.
    plan.time = .seconds(60)
    plan.patience = .seconds(60)
    plan.asksWithoutTLS = true
    change(&plan)
    let fetcher = try WebFetcher(policy ?? self.policy)
    defer { fetcher.close() }
    return await SiteValidator(fetcher).report(on: try #require(WebURL(address)), plan)
  }

  static let soup = """
    <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Soup</title>
    <meta name="description" content="With peas.">
    <meta property="og:image" content="/soup.png">
    <meta name="apple-itunes-app" content="app-id=1, app-argument=soups://1"></head>
    <body><p>A soup for the cold days of the year, with peas and more.</p></body></html>
    """

  static let association = """
    {"applinks": {"details": [{"appIDs": ["ABCDE12345.org.example.Soups"],
      "components": [{"/": "/private/*", "exclude": true}, {"/": "/*"}]}]}}
    """

  /// The head of a PNG picture of a size.
  static func picture(_ width: UInt8, _ height: UInt8) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
      + [0, 0, 0, width, 0, 0, 0, height]
  }

  /// A site that nothing is wrong with.
  static let good: [String: [Step]] = [
    "/": [.page(soup)],
    "/robots.txt": [
      .answer(text: "User-agent: Fresnelbot\nDisallow: /x\nSitemap: http://site.example/map.xml\n")
    ],
    "/map.xml": [
      .answer(
        text:
          "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>http://site.example/</loc></url></urlset>"
      )
    ],
    "/soup.png": [.answer(200, [("Content-Type", "image/png")], picture(250, 240))],
    "/.well-known/apple-app-site-association": [
      .answer(200, [("Content-Type", "application/json")], text: association)
    ],
  ]

  /// The good site with other answers.
  static func good(but answers: [String: [Step]]) throws -> PlayedSite {
    try PlayedSite(good.merging(answers) { $1 })
  }

  /// An app that belongs to the site.
  static func app(
    _ domains: [String] = ["applinks:site.example"], identifier: String = "org.example.Soups",
    isNamed: Bool = true
  ) -> SiteApp {
    SiteApp(
      ApplicationIdentity(bundleIdentifier: identifier), name: "Soups",
      domains: AssociatedDomains(domains), isNamed: isNamed)
  }
}

extension SiteReport {
  /// The findings of the documents of a kind with a code.
  func findings(_ code: String, in kind: SiteDocumentKind? = nil) -> [Diagnostic] {
    documents.filter { kind == nil || $0.kind == kind }.flatMap(\.diagnostics)
      .filter { $0.code == code }
  }

  /// The codes of all findings that are errors.
  var errors: [String] {
    documents.flatMap(\.diagnostics).filter { $0.severity == .error }.map(\.code)
  }

  /// The findings that a document of a kind is shown with first.
  func first(_ kind: SiteDocumentKind) -> String? {
    documents.first { $0.kind == kind }?.diagnostics.first?.code
  }
}
