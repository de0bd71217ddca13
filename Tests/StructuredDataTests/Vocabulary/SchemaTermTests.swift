import FresnelTestSupport
import Foundation
import Testing

@testable import StructuredData

struct SchemaTermTests {
  /// The rows of the table that the vocabulary is generated from.
  private func rows() throws -> [[String]] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let table = try String(contentsOf: root.appending(path: "Data/schema-org.tsv"), encoding: .utf8)
    return table.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      line.split(separator: "\t").map { $0 == "-" ? "" : String($0) }
    }
  }

  @Test func everyRowOfTheTableCanBeRead() throws {
    let kinds: [String: SchemaTerm.Kind] = [
      "type": .type, "property": .property, "member": .member,
    ]
    let rows = try rows()
    #expect(rows.count > 3_000)
    for row in rows {
      guard let kind = kinds[row[1]] else {
        #expect(SchemaTable.iri(ofPrefix: row[0]) == row[2])
        continue
      }
      let term = try #require(SchemaTerm(kind, named: row[0]), "\(row[0])")
      #expect(term.name == row[0])
      #expect(term.above.map(\.name) == row[2].split(separator: " ").map(String.init))
      if kind == .property {
        #expect(term.range.map(\.name) == row[3].split(separator: " ").map(String.init))
      }
      #expect(term.successor?.name ?? "" == row[4])
      #expect(term.inverse?.name ?? "" == row[5])
      #expect((term.coercion.map { $0 == .iri ? "iri" : "Date" } ?? "") == row[6])
      #expect(term.isRetired == (row[7] == "attic"))
      #expect(SchemaTerm.differingByCase(kind, from: row[0].uppercased()) != nil)
    }
  }

  @Test(arguments: [
    ("Restaurant", "Place", true), ("Restaurant", "Organization", true),
    ("Restaurant", "Restaurant", true), ("Place", "Restaurant", false),
    ("Restaurant", "CreativeWork", false), ("Unheard", "Thing", false),
    ("https://e.org/x", "https://e.org/x", true), ("URL", "Text", true),
  ])
  func inheritanceIsAGraph(type: String, ancestor: String, isSubtype: Bool) {
    #expect(SchemaVocabulary.isSubtype(type, of: ancestor) == isSubtype)
  }

  @Test(arguments: [
    ("address", "Restaurant", true), ("servesCuisine", "Restaurant", true),
    ("servesCuisine", "Recipe", false), ("name", "Recipe", true),
  ])
  func propertiesAreInherited(property: String, type: String, belongs: Bool) throws {
    let property = try #require(SchemaTerm(.property, named: property))
    #expect(property.belongs(to: try #require(SchemaTerm(.type, named: type))) == belongs)
  }

  @Test func namesThatAreNotThereAreNotFound() {
    for name in ["", "zzz", "0", "Restauran", "Restaurants", "restaurant", "é"] {
      #expect(SchemaTerm(.type, named: name) == nil)
    }
    #expect(SchemaTerm(.type, named: "name") == nil)
    #expect(SchemaTable.iri(ofPrefix: "unheard") == nil)
    #expect(SchemaTable.iri(ofPrefix: "") == nil)
  }

  /// How many letters two names differ by, or are exchanged: by the definition, prefix by prefix.
  private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var cells = [[Int]](
      repeating: Array(0...second.count), count: first.count + 1)
    for row in 1..<(first.count + 1) {
      cells[row][0] = row
      for column in 1..<(second.count + 1) {
        let cost = first[row - 1] == second[column - 1] ? 0 : 1
        cells[row][column] = min(
          cells[row - 1][column - 1] + cost, cells[row - 1][column] + 1,
          cells[row][column - 1] + 1)
        if row > 1, column > 1, first[row - 1] == second[column - 2],
          first[row - 2] == second[column - 1]
        {
          cells[row][column] = min(cells[row][column], cells[row - 2][column - 2] + 1)
        }
      }
    }
    return cells[first.count][second.count]
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func whatIsSuggestedIsTheNearestOfAll(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let names = (0..<SchemaTable.count).map(SchemaTerm.init(place:))
    for _ in 0..<3 {
      let original = names[random.below(names.count)]
      var written = Array(original.name.lowercased().utf8)
      for _ in 0...random.below(3) {
        let place = random.below(written.count)
        switch random.below(3) {
        case 0: written[place] = UInt8(ascii: "a") + UInt8(random.below(26))
        case 1: written.insert(UInt8(ascii: "e"), at: place)
        default: if written.count > 4 { written.remove(at: place) }
        }
      }
      let limit = written.count < 8 ? 1 : 2
      let candidates = names.filter { $0.kind == original.kind }
        .map { (term: $0, distance: Self.distance(written, Array($0.name.lowercased().utf8))) }
        .filter { $0.distance <= limit }
      // The first of those at the least distance; what is one letter away is as near as what is none.
      let least = candidates.map { max(1, $0.distance) }.min()
      let expected = candidates.first { max(1, $0.distance) == least }?.term
      let text = String(decoding: written, as: UTF8.self)
      let isLong = (4...63).contains(written.count)
      #expect(
        SchemaTerm.nearest(original.kind, to: text) == (isLong ? expected : nil),
        "seed \(seed): \(text)")
    }
  }

  @Test func namesThatDifferLittleAreSuggested() {
    #expect(SchemaTerm.differingByCase(.type, from: "restaurant")?.name == "Restaurant")
    #expect(
      SchemaTerm.differingByCase(.property, from: "AggregateRating")?.name == "aggregateRating")
    #expect(SchemaTerm.differingByCase(.type, from: "AGGREGATERATING")?.name == "AggregateRating")
    #expect(SchemaTerm.nearest(.property, to: "recipeIngredents")?.name == "recipeIngredient")
    #expect(SchemaTerm.nearest(.property, to: "agregateRating")?.name == "aggregateRating")
    #expect(SchemaTerm.nearest(.property, to: "cookTmie")?.name == "cookTime")
    #expect(SchemaTerm.nearest(.type, to: "Resturant")?.name == "Restaurant")
    #expect(SchemaTerm.nearest(.type, to: "Xyzzyplugh") == nil)
    #expect(SchemaTerm.nearest(.type, to: "") == nil)
  }
}
