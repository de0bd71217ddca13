import FresnelModel
import FresnelTestSupport
import Testing
import WebDocuments

@testable import StructuredData

/// One example in several syntaxes says the same in each.
struct AgreementTests {
  private static let address = "https://www.example.com/page.html"

  /// Pairs that the table has agree though they differ.
  private static let differences: Set = [
    // In JSON-LD the items have fewer types, and a value is an address instead of an item.
    "eg-0220 microdata=jsonld", "eg-0220 rdfa=jsonld",
    // An address has a slash behind the host in one of them only.
    "eg-0439 rdfa=jsonld",
  ]

  /// What an example says in a syntax.
  private func graph(_ syntax: Substring, of row: JSONValue) throws -> ItemGraph {
    let document = HTMLDocument.parse(try #require(row[String(syntax)]?.string))
    let base = document.base(at: Self.address)
    switch syntax {
    case "microdata": return ItemGraph(MicrodataReading(document, base: base), of: document)
    case "rdfa": return ItemGraph(RDFaReading(document, base: base), of: document)
    default: return JSONLDReading(document, base: base).graph
    }
  }

  @Test func examplesOfSchemaOrgSayTheSameInEverySyntax() throws {
    var pairs = 0
    for row in try WebTestData.rows(of: "schemaorg/examples.jsonl") {
      let id = try #require(row["id"]?.string)
      for pair in row["agree"]?.elements.compactMap(\.string) ?? [] {
        guard !Self.differences.contains("\(id) \(pair)") else { continue }
        let syntaxes = pair.split(separator: "=")
        let forms = try syntaxes.map { try graph($0, of: row).normalForm(base: Self.address) }
        #expect(forms.first == forms.last, "\(id) \(pair)")
        pairs += 1
      }
    }
    #expect(pairs == 126)
  }
}
