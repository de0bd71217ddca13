import FresnelModel
import FresnelTestSupport
import Testing

@testable import WebAddresses

struct PublicSuffixTests {
  @Test func everyHostBelongsToTheDomainThatTheTableSays() throws {
    let rows = try WebTestData.rows(of: "url/public-suffix.jsonl")
    #expect(rows.count > 50)
    for row in rows {
      guard let host = row["host"]?.string else { continue }
      #expect(WebURL.registrableDomain(of: host) == row["registrable"]?.string, "\(host)")
    }
  }

  @Test(arguments: [
    ("https://www.example.co.uk/", "example.co.uk"), ("https://example.com./", "example.com"),
    ("https://www.食狮.公司.cn/", "xn--85x722f.xn--55qx5d.cn"),
  ])
  func anAddressHasTheDomainOfItsHost(address: String, domain: String) {
    #expect(WebURL(address)?.registrableDomain == domain)
  }

  @Test(arguments: [
    "https://192.168.0.1/", "https://[::1]/", "https://localhost/", "https://co.uk/",
    "mailto:a@example.com",
    "file:///etc/hosts", "https://../", "https://.example.com/", "app://www.example.com/",
  ])
  func anAddressWithoutADomainHasNone(address: String) throws {
    #expect(try #require(WebURL(address)).registrableDomain == nil)
  }
}
