import Foundation
import Testing
import WebDocuments

@testable import WebMarkup

@Suite("The page about pages and cards")
struct DocumentationTests {
  @Test func everyRuleStandsThereWithItsSeverity() throws {
    let page = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Documentation/web/pages-and-cards.md"), encoding: .utf8)
    let rules: [DiagnosticRule] =
      DiagnosticRule.deepLinks + DiagnosticRule.canonical + DiagnosticRule.titleDescriptionImage
      + DiagnosticRule.card
    #expect(Set(rules.map(\.code)).count == rules.count)
    for rule in rules {
      #expect(page.contains("| `\(rule.code)` | \(rule.severity.name) |"), "\(rule.code)")
      #expect(rule.remedy.hasSuffix("."), "\(rule.code)")
    }
  }
}
