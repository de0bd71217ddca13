import FresnelPlatform
import Testing
import WebDocuments

@testable import SiteValidation

struct DocumentedFindingsTests {
  @Test func everyFindingIsDocumentedWithItsSeverityAndRemedy() throws {
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let bytes = try FileSystem.contents(of: "/\(package)/Documentation/web/validation.md")
    let page = String(decoding: bytes, as: UTF8.self)
    let rules = DiagnosticRule.reaching + DiagnosticRule.resources
    #expect(Set(rules.map(\.code)).count == rules.count)
    for rule in rules {
      #expect(page.contains("| `\(rule.code)` | \(rule.severity.name) |"), "\(rule.code)")
      #expect(page.contains("| \(rule.remedy) |"), "\(rule.code)")
    }
  }
}
