import FresnelPlatform
import Testing
import WebDocuments

@testable import Crawler

@Suite("Findings about pages among others")
struct DocumentedFindingsTests {
  @Test("are documented with their severities")
  func documented() throws {
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let page = try FileSystem.contents(
      of: "/\(package)/Documentation/web/fetching-and-crawling.md")
    let rows = String(decoding: page, as: UTF8.self).split(separator: "\n")
    #expect(!DiagnosticRule.crawl.isEmpty)
    for rule in DiagnosticRule.crawl {
      #expect(
        rows.contains { $0.hasPrefix("| `\(rule.code)` | \(rule.severity.name) |") },
        "\(rule.code)")
    }
  }
}
