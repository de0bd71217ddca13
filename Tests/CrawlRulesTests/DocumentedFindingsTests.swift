import FresnelPlatform
import Testing
import WebDocuments

@testable import CrawlRules

struct DocumentedFindingsTests {
  @Test func everyFindingIsDocumentedWithItsSeverity() throws {
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let page = try FileSystem.contents(of: "/\(package)/Documentation/web/crawl-rules.md")
    let rows = String(decoding: page, as: UTF8.self).split(separator: "\n").filter {
      $0.hasPrefix("| `")
    }
    for rule in DiagnosticRule.access + DiagnosticRule.sitemaps {
      let isThere = rows.contains {
        $0.contains("`\(rule.code)`") && $0.contains("| \(rule.severity.name) |")
      }
      #expect(isThere, "\(rule.code)")
    }
  }
}
