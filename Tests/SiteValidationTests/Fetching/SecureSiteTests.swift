import FresnelPlatform
import SiteAssociations
import Testing
import WebAddresses
import WebDocuments
import WebFetching
import WebTestSupport

@testable import SiteValidation

@Suite("Sites with certificates", .enabled(if: SecureServer.isPossible))
struct SecureSiteTests {
  @Test(
    "the association file is asked for over TLS, and a certificate that is not right is told of")
  func certificates() async throws {
    let server = try SecureServer(
      host: "site.example",
      serving: (".well-known/apple-app-site-association", PlayedSite.association))
    try FileSystem.write(
      Array("<title>Soup</title><p>Peas".utf8), to: "\(server.directory)/soup.html")
    var policy = SiteValidator.policy(userAgent: "Tester/1.0")
    policy.addresses = [.loopback]
    policy.routes["site.example"] = NetworkAddress("127.0.0.1", port: server.port)
    var plan = SiteValidationPlan()
    plan.time = .seconds(120)
    plan.apps = [PlayedSite.app()]
    let page = try #require(WebURL("https://site.example/soup.html"))
    let strict = try WebFetcher(policy)
    defer { strict.close() }
    let distrusted = await SiteValidator(strict).report(on: page, plan)
    #expect(distrusted.first(.page) == "tls-certificate")
    #expect(distrusted.documents.count == 1)
    policy.certificates = server.certificate
    let told = try WebFetcher(policy)
    defer { told.close() }
    let report = await SiteValidator(told).report(on: page, plan)
    #expect(report.page?.page != nil, "\(report.errors)")
    #expect(report.apps?.file?.scheme == "https")
    #expect(report.apps?.members.map(\.standing) == [.verified])
    #expect(report.findings("not-https").isEmpty)
    #expect(report.findings("tls-certificate").isEmpty)
  }
}
