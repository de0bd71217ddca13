import FresnelModel
import FresnelTestSupport
import Testing
import WebDocuments

@testable import SiteAssociations

struct ValidateTableTests {
  @Test func everyFileHasTheFindingsThatTheTableSays() throws {
    let rows = try WebTestData.rows(of: "aasa/validate-cases.jsonl")
    #expect(rows.count >= 20)
    for row in rows {
      let name = try #require(row["id"]?.string)
      let text = try #require(row["raw"]?.string ?? row["aasa"]?.text())
      let findings = AssociationReading(Array(text.utf8)).diagnostics
      let wanted = Set(row["codes"]?.elements.compactMap(\.string) ?? [])
      #expect(wanted.subtracting(findings.map(\.code)).isEmpty, "\(name)")
      let errors = Set(findings.filter { $0.severity == .error }.map(\.code))
      #expect(errors.subtracting(wanted).isEmpty, "\(name)")
      for finding in findings {
        #expect(finding.location != nil && finding.message.hasSuffix("."), "\(name)")
      }
    }
  }

  @Test func realFilesAreReadWithoutAnError() throws {
    let rows = try WebTestData.rows(of: "aasa/real-files.jsonl")
    #expect(rows.count >= 5)
    for row in rows {
      let reading = AssociationReading(Array(try #require(row["text"]?.string).utf8))
      #expect(reading.association != nil)
      #expect(reading.diagnostics.allSatisfy { $0.severity != .error }, "\(reading.diagnostics)")
    }
  }
}
