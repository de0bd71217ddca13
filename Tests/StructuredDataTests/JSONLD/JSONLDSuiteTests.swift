import FresnelModel
import FresnelTestSupport
import Testing
import WebDocuments

@testable import StructuredData

/// The JSON-LD working group's own tests, the published examples of schema.org, and whole pages.
struct JSONLDSuiteTests {
  /// Rows that ask for what isn't read.
  private static let exceptions: Set = [
    // The context is given from outside the document.
    "expand#t0077"
  ]

  @Test func rowsOfTheSuiteMeanWhatItExpects() throws {
    let rows = try WebTestData.rows(of: "jsonld/w3c.jsonl")
    #expect(rows.count >= 150)
    for row in rows {
      let id = try #require(row["id"]?.string)
      guard !Self.exceptions.contains(id) else { continue }
      #expect(difference(row) == nil, "\(id)")
    }
  }

  /// What is other than a row has it; `nil` when nothing is.
  private func difference(_ row: JSONValue) -> String? {
    let values: [ExpandedValue]
    do {
      values = try expanded(row)
    } catch {
      return row["error"]?.string == error.description ? nil : error.description
    }
    guard let expect = row["expect"]?.string, row["error"]?.string == nil else { return "no error" }
    let kinds = row["kind"]?.elements.compactMap(\.string) ?? []
    let got: String
    let wanted: String
    if kinds.contains("ToRDFTest") {
      got = ExpandedQuads.quads(values).text
      wanted = Quads(expect).text
    } else if kinds.contains("ExpandTest") {
      got = ExpandedJSON.text(values)
      guard let json = try? LocatedJSON.parse(Array(expect.utf8)) else { return "no JSON" }
      wanted = ExpandedJSON.text(of: json)
    } else {
      // Nothing is written in short or flat form here, but what is must say the same.
      guard let other = try? expanded(expect, base: row["base"]?.string ?? "") else {
        return "not expanded"
      }
      got = ExpandedQuads.quads(values).text
      wanted = ExpandedQuads.quads(other).text
    }
    return got == wanted ? nil : "\n got \(got)\nwant \(wanted)"
  }

  private struct Refusal: Error {
    let description: String
  }

  private func expanded(_ row: JSONValue) throws(Refusal) -> [ExpandedValue] {
    let input = row["input"]?.string ?? ""
    let own = row["base"]?.string ?? ""
    let parts = own.split(separator: "#", maxSplits: 1)
    let address = row["option"]?["base"]?.string ?? String(parts[0])
    guard row["input_type"]?.string == "text/html" else {
      return try expanded(input, base: address)
    }
    let page = HTMLDocument.parse(DecodedPage(input))
    let element = page.allNodes.first {
      page.tag(of: $0) == .base && page.attribute(.href, of: $0) != nil
    }
    let base = BaseIRI(element.flatMap { page.attribute(.href, of: $0) }, of: address).text
    var scripts = JSONLDReading.scripts(of: page)
    if parts.count > 1 {
      scripts = scripts.filter { page.attribute(.id, of: $0) == String(parts[1]) }
      guard !scripts.isEmpty else { throw Refusal(description: "loading document failed") }
    }
    let texts = scripts.map { page.text(of: $0) }
    // Several blocks are one document to the suite.
    let isOne = parts.count > 1 || row["option"]?["extractAllScripts"] != .boolean(true)
    let text = isOne ? texts.first ?? "[]" : "[\(texts.joined(separator: ","))]"
    return try expanded(text, base: base, isScript: true)
  }

  private func expanded(
    _ text: String, base: String, isScript: Bool = false
  ) throws(Refusal) -> [ExpandedValue] {
    var processor = JSONLDProcessor(documentLength: text.utf8.count, .strict)
    guard let json = try? LocatedJSON.parse(Array(text.utf8)) else {
      throw Refusal(description: isScript ? "invalid script element" : "loading document failed")
    }
    do {
      return try processor.expand(json, JSONLDContext(base: BaseIRI(base)))
    } catch {
      throw Refusal(description: error.code.rawValue)
    }
  }

  /// Examples for which the table says something else than the standards.
  private static let differences: Set = [
    // It takes `123.45.678.90:2342` for a whole name, though no scheme begins with a digit, and drops it.
    "eg-0451"
  ]

  /// The published examples of schema.org, against what PyLD reads in them.
  @Test func everyExampleOfSchemaOrgSaysTheSame() throws {
    var count = 0
    for row in try WebTestData.rows(of: "schemaorg/examples.jsonl") {
      guard let text = row["jsonld"]?.string, let wanted = row["jsonld_nquads"]?.elements,
        !wanted.isEmpty
      else { continue }
      count += 1
      guard !Self.differences.contains(row["id"]?.string ?? "") else { continue }
      let page = HTMLDocument.parse(DecodedPage(text))
      let quads = JSONLDReading.scripts(of: page).map { script in
        let text = page.text(of: script)
        let values = try? expanded(text, base: "https://www.example.com/page.html")
        return values.map { ExpandedQuads.quads($0).text } ?? "not expanded"
      }
      #expect(
        quads == wanted.compactMap(\.string).map { Quads($0).text }, "\(row["id"]?.string ?? "")")
    }
    #expect(count > 300)
  }

  @Test func blocksOfWholePagesAreReadOrRefusedAsTheTableSays() throws {
    for row in try WebTestData.rows(of: "pages/real-pages.jsonl") {
      guard let html = row["html_text"]?.string else { continue }
      let page = HTMLDocument.parse(DecodedPage(html))
      let blocks = JSONLDReading.scripts(of: page).map { script in
        (try? LocatedJSON.parse(Array(page.bytes(of: script)))).map { ExpandedJSON.text(of: $0) }
      }
      let wanted = (row["expect"]?["jsonld"]?.elements ?? []).map { block -> String? in
        guard block["error"] == nil else { return nil }
        let value = block["value"] ?? block
        let json = try? LocatedJSON.parse(Array(value.text().utf8))
        return json.map { ExpandedJSON.text(of: $0) }
      }
      #expect(blocks == wanted, "\(row["id"]?.string ?? "")")
    }
  }
}
