import FresnelTestSupport
import Testing
import WebDocuments

@testable import StructuredData

struct DocumentedSyntaxFindingsTests {
  @Test func everyFindingIsDocumentedWithItsSeverity() throws {
    let page = try WebTestData.bytes(of: "../../Documentation/web/structured-data.md")
    let rows = String(decoding: page, as: UTF8.self).split(separator: "\n").filter {
      $0.hasPrefix("| `")
    }
    let rules =
      DiagnosticRule.microdata + DiagnosticRule.rdfa + DiagnosticRule.openGraph
      + DiagnosticRule.twitterCard
    for rule in rules {
      #expect(
        rows.contains { $0.hasPrefix("| `\(rule.code)` | \(rule.severity.name) |") },
        "\(rule.code)")
    }
  }
}
