import FresnelPlatform
import Testing
import WebDocuments

@testable import AppDirectory

struct DocumentedFindingsTests {
  @Test func thePageHasEveryRuleWithItsRemedy() throws {
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let page = try FileSystem.contents(of: "/\(package)/Documentation/web/app-directory.md")
    let lines = String(decoding: page, as: UTF8.self).split(separator: "\n")
    for rule in DiagnosticRule.appStream {
      #expect(
        lines.contains {
          $0.hasPrefix("| `\(rule.code)` | \(rule.severity.name) |")
            && $0.hasSuffix("| \(rule.remedy) |")
        }, "\(rule.code)")
    }
    #expect(lines.count { $0.hasPrefix("| `appstream-") } == DiagnosticRule.appStream.count)
  }
}
