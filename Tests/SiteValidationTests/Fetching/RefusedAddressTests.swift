import FresnelPlatform
import Testing
import WebAddresses
import WebDocuments
import WebFetching
import WebTestSupport

@testable import SiteValidation

@Suite("Where a validation doesn't go")
struct RefusedAddressTests {
  private let closed = SiteValidator.policy(userAgent: "Tester/1.0")

  @Test(
    "addresses that are not public, and other ports, unless it is allowed",
    arguments: [
      "http://127.0.0.1/", "http://169.254.169.254/latest/meta-data/", "http://[::1]/",
      "http://10.0.0.1/", "http://192.168.1.1/", "http://localhost/", "http://2130706433/",
      "http://site.example:22/", "http://[::ffff:127.0.0.1]/",
    ])
  func refused(address: String) async throws {
    let site = try PlayedSite([:])
    defer { site.server.stop() }
    let report = try await site.report(address, policy: closed)
    #expect(report.first(.page) == "fetch-refused")
    #expect(report.documents.count == 1)
    #expect(site.server.connectionCount == 0)
  }

  @Test("a name that leads to such an address, of which nothing is told")
  func names() async throws {
    let site = try PlayedSite(PlayedSite.good)
    defer { site.server.stop() }
    var policy = site.policy
    policy.addresses = [.global]
    let report = try await site.report(policy: policy)
    let finding = try #require(report.findings("fetch-refused", in: .page).first)
    #expect(!finding.message.contains("127.0.0.1"))
    #expect(site.server.connectionCount == 0)
    #expect(try await site.report().page?.page != nil)
  }

  @Test("a redirection, a picture, a sitemap and a canonical address that lead there")
  func detours() async throws {
    let site = try PlayedSite([
      "/": [.answer(302, [("Location", "http://169.254.169.254/latest/")], text: "")],
      "/page": [
        .page(
          """
          <title>Soup</title><link rel=canonical href="http://10.0.0.1/">
          <meta property="og:image" content="http://192.168.0.1/a.png"><p>Soup
          """)
      ],
      "/robots.txt": [.answer(text: "User-agent: *\nSitemap: http://10.1.1.1/map.xml\n")],
    ])
    defer { site.server.stop() }
    let report = try await site.report()
    #expect(report.first(.page) == "fetch-refused")
    #expect(report.hops.map(\.status) == [302, nil])
    let page = try await site.report("http://site.example/page")
    for code in ["image-unreachable", "canonical-error"] {
      let finding = try #require(page.findings(code, in: .page).first)
      #expect(finding.message.contains("on no public network"), "\(finding.message)")
    }
    #expect(page.findings("sitemap-not-found", in: .robots).count == 1)
  }
}
