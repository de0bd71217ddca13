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

  /// Examples of which the table reads one syntax otherwise, and we don't: in HTML `content` counts on any element.
  private static let sameHere: Set = [
    "eg-0011", "eg-0012", "eg-0173", "eg-0194", "eg-0196", "eg-0232", "eg-0319", "eg-0379",
  ]

  /// Examples of which two syntaxes say the same and one does not, by the table, as `structured-data.md` lists them.
  private static let oddOnes: [String: [String]] = [
    "jsonld": [
      "eg-0001", "eg-0003", "eg-0013", "eg-0175", "eg-0177", "eg-0209", "eg-0261", "4658", "4660",
      "eg-0319", "eg-0352", "eg-0358", "eg-0379", "eg-0381", "eg-0452", "eg-0454", "eg-0455",
      "eg-0456",
    ],
    "microdata": [
      "eg-0011", "eg-0012", "eg-0023", "eg-0173", "eg-0194", "eg-0196", "eg-0218", "eg-0232",
      "eg-0428", "eg-0434", "eg-0437", "eg-0439",
    ],
  ]

  @Test(
    "Where one syntax says something else, it is what the example says",
    arguments: ["jsonld", "microdata"])
  func examplesThatDisagree(odd: String) throws {
    let others = ["microdata", "rdfa", "jsonld"].filter { $0 != odd }
    let expected = try #require(Self.oddOnes[odd])
    var found: [String] = []
    for row in try WebTestData.rows(of: "schemaorg/examples.jsonl") {
      let id = try #require(row["id"]?.string)
      let agreeing = Set(row["agree"]?.elements.compactMap(\.string) ?? [])
      guard agreeing == ["\(others[0])=\(others[1])"], row[odd]?.string != nil else { continue }
      found.append(id)
      let forms = try ([odd] + others).map {
        try graph(Substring($0), of: row).normalForm(base: Self.address)
      }
      #expect((forms[0] == forms[1]) == Self.sameHere.contains(id), "\(id) in \(odd)")
      if !Self.differences.contains("\(id) \(others[0])=\(others[1])") {
        #expect(forms[1] == forms[2], "\(id) does not say the same in \(others)")
      }
    }
    #expect(found.sorted() == expected.sorted())
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
