import FresnelModel
import FresnelTestSupport
import Testing
import WebDocuments

@testable import StructuredData

/// The W3C's test suite for Microdata, the published examples of schema.org, and whole pages.
struct MicrodataSuiteTests {
  /// What a page says, in the JSON that the HTML Standard has for it; names are sorted.
  private func json(_ reading: MicrodataReading) -> [JSONValue] {
    reading.items.indices.filter { reading.items[$0].isTopLevel }.map { json($0, reading) }
  }

  private func json(_ place: Int, _ reading: MicrodataReading) -> JSONValue {
    let item = reading.items[place]
    var names: [String] = []
    var values: [String: [JSONValue]] = [:]
    for property in item.properties {
      let value: JSONValue =
        switch property.value {
        case .text(let text), .url(let text): .string(text)
        case .item(let place): json(place, reading)
        }
      for name in property.names.map(String.init) {
        if values[name] == nil { names.append(name) }
        values[name, default: []].append(value)
      }
    }
    var members: [JSONMember] = []
    if let identifier = item.identifier { members.append(JSONMember("id", .string(identifier))) }
    if !item.types.isEmpty {
      members.append(JSONMember("type", .array(item.types.map { .string(String($0)) })))
    }
    members.append(
      JSONMember(
        "properties",
        .object(names.sorted().map { JSONMember($0, .array(values[$0] ?? [])) })))
    return sorted(.object(members))
  }

  /// The value with the members of all objects sorted.
  private func sorted(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): .array(elements.map(sorted))
    case .object(let members):
      .object(members.sorted { $0.name < $1.name }.map { JSONMember($0.name, sorted($0.value)) })
    default: value
    }
  }

  private func check(_ html: String, at address: String, _ expected: [JSONValue], _ id: String) {
    let document = HTMLDocument.parse(html)
    let reading = MicrodataReading(
      document, base: document.base(at: address), isStrict: true)
    #expect(json(reading) == expected.map(sorted), "\(id)")
  }

  @Test func everyPageOfTheSuiteHasItsItems() throws {
    let rows = try WebTestData.rows(of: "microdata/w3c.jsonl")
    var count = 0
    for row in rows {
      guard let items = row["items"]?.elements else { continue }
      count += 1
      check(
        try #require(row["text"]?.string), at: try #require(row["base"]?.string), items,
        row["id"]?.string ?? "")
    }
    #expect(count >= 50)
  }

  @Test func everyExampleOfSchemaOrgHasItsItems() throws {
    let rows = try WebTestData.rows(of: "schemaorg/examples.jsonl").filter {
      $0["microdata"] != nil
    }
    #expect(rows.count >= 141)
    // The table has the attributes of `head` cut off in this one.
    for row in rows where row["id"]?.string != "eg-0238" {
      check(
        try #require(row["microdata"]?.string), at: "https://www.example.com/page.html",
        row["microdata_items"]?.elements ?? [], row["id"]?.string ?? "")
    }
  }

  @Test func everyWholePageHasItsItems() throws {
    let rows = try WebTestData.rows(of: "pages/real-pages.jsonl")
    #expect(rows.count >= 80)
    for row in rows {
      check(
        try #require(row["html_text"]?.string),
        at: row["url"]?.string ?? "https://www.example.com/",
        row["expect"]?["microdata"]?.elements ?? [], row["id"]?.string ?? "")
    }
  }

  /// Rows whose statements are not those of the items alone.
  private static let exceptions: Set = [
    // A vocabulary's registry adds types and equivalent properties.
    "test0071", "test0072", "test0073", "test0074", "test0075",
    // `itemprop-reverse` is an experiment that no standard took over.
    "test0081", "test0082", "test0083",
    // Of an item without a type, a graph tells a bare word and schema.org's property not apart.
    "test0057", "test0058", "test0059",
  ]

  /// The statements of the suite, as far as the graph keeps them: the kind of a text is left to who uses it.
  @Test func theGraphSaysWhatTheSuiteExpects() throws {
    let rows = try WebTestData.rows(of: "microdata/w3c.jsonl")
    for row in rows where row["negative"] != .boolean(true) {
      let id = try #require(row["id"]?.string)
      guard !Self.exceptions.contains(id) else { continue }
      let document = HTMLDocument.parse(try #require(row["text"]?.string))
      let address = try #require(row["base"]?.string)
      let reading = MicrodataReading(
        document, base: document.base(at: address), isStrict: true)
      func folded(_ part: String) -> String {
        if part.hasPrefix("\"") { return part.replacing(#/(@[a-z-]+|\^\^<[^>]*>)$/#, with: "") }
        return part.replacing("https://schema.org/", with: "http://schema.org/")
      }
      let found = Triples(ItemGraph(reading, of: document), document: address).map(folded)
      let expected = Triples((row["triples"]?.elements ?? []).compactMap(\.string)).map(folded)
      #expect(found.differences(from: expected) == [], "\(id)")
    }
  }
}
