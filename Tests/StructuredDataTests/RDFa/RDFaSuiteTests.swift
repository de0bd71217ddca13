import FresnelModel
import FresnelTestSupport
import Testing
import WebDocuments

@testable import StructuredData

/// The W3C's test suite for RDFa 1.1 in HTML5.
struct RDFaSuiteTests {
  /// Rows that are not in scope.
  private static let exceptions: Set = [
    // They ask for what a processor reports, as statements of its own.
    "rdfa1.1-lite/0239", "rdfa1.1-lite/0313",
    // It asks for what follows from a vocabulary that would have to be fetched.
    "rdfa1.1-lite/0240",
  ]

  private func statements(of row: JSONValue) throws -> Triples {
    let document = HTMLDocument.parse(try #require(row["text"]?.string))
    let base = document.base(at: try #require(row["base"]?.string))
    return Triples(RDFaReading(document, base: base).statements)
  }

  @Test func everyPageSaysWhatTheSuiteExpects() throws {
    let rows = try WebTestData.rows(of: "rdfa/w3c.jsonl")
    #expect(rows.count >= 120)
    for row in rows {
      let id = try #require(row["id"]?.string)
      guard !Self.exceptions.contains(id) else { continue }
      let found = try statements(of: row)
      if row["negative"] == .boolean(true) {
        #expect(
          found.lines.allSatisfy { $0[0].hasSuffix(".html>") && $0[2] == "\"rdfagraph\"" }, "\(id)")
      } else if let expected = row["triples"]?.elements, !expected.isEmpty {
        let expected = Triples(expected.compactMap(\.string))
        #expect(found.differences(from: expected) == [], "\(id)")
      } else {
        // The one row whose statements are given only as a question.
        #expect(id == "rdfa1.1-lite/0281")
        #expect(found.lines.map { $0[2] } == ["\"2012\"^^<http://www.w3.org/2001/XMLSchema#gYear>"])
      }
    }
  }

  /// Examples for which the table says something else than the standards.
  private static let differences: Set = [
    // It has the attributes of `body` cut off.
    "eg-0207", "eg-0235", "eg-0334", "eg-0336", "eg-0337", "eg-0338", "eg-0353", "eg-0356",
    "eg-0394", "eg-0395", "eg-0447", "eg-0449", "eg-0450", "eg-0462",
    // It doesn't know HTML's `datetime`.
    "eg-0193", "eg-0349", "eg-0375", "eg-0398", "eg-0401", "eg-0402", "eg-0455", "eg-0456",
    // It doesn't know HTML's `lang`.
    "eg-0231", "eg-0454",
    // It writes numbers in another form than the page.
    "eg-0265",
  ]

  /// The published examples of schema.org, against what pyRdfa3 reads in them.
  @Test func everyExampleOfSchemaOrgSaysTheSame() throws {
    let rows = try WebTestData.rows(of: "schemaorg/examples.jsonl").filter { $0["rdfa"] != nil }
    #expect(rows.count >= 124)
    for row in rows {
      let id = try #require(row["id"]?.string)
      guard !Self.differences.contains(id) else { continue }
      let document = HTMLDocument.parse(try #require(row["rdfa"]?.string))
      let base = document.base(at: "https://www.example.com/page.html")
      let found = Triples(RDFaReading(document, base: base).statements)
        .filter { $0[1] != "<http://www.w3.org/ns/rdfa#usesVocabulary>" }
      let lines = try #require(row["rdfa_nquads"]?.string).split(separator: "\n").map(String.init)
      #expect(found.differences(from: Triples(lines)) == [], "\(id)")
    }
  }
}
