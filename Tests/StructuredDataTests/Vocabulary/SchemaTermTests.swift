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
