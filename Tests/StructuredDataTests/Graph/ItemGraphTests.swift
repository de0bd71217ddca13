import Testing
import WebDocuments

@testable import StructuredData

struct ItemGraphTests {
  private let schema = "https://schema.org/"

  /// A graph of items given as identifier, type and properties; the first stands for itself.
  private func graph(
    as syntax: GraphSyntax = .jsonLD,
    _ items: [(String?, String, [(String, GraphReference)])], topLevel: [Int] = [0]
  ) -> ItemGraph {
    var builder = ItemGraphBuilder(syntax)
    let places = items.map { builder.item($0.0, at: nil) }
    for (place, item) in zip(places, items) {
      builder.addType(schema + item.1, to: place)
      for (name, value) in item.2 {
        builder.add(value, to: schema + name, of: place, at: nil)
      }
    }
    for place in topLevel { builder.markTopLevel(places[place]) }
    return builder.finish()
  }

  private func text(_ text: String) -> GraphReference { .value(.text(text, language: nil)) }

  @Test(arguments: [
    ("http://schema.org/Person", "Person"), ("https://www.schema.org/Person", "Person"),
    ("HTTP://Schema.ORG/Person", "Person"), ("https://schema.org/Person/", "Person"),
    ("https://schema.org/", nil), ("https://schema.org", nil),
    ("https://schema.organic/x", nil), ("https://example.com/schema.org/x", nil), ("Person", nil),
  ])
  func namesOfSchemaOrgAreShort(iri: String, name: String?) {
    #expect(SchemaNamespace.localName(of: iri) == name)
  }

  @Test func whatIsToldUnderOneNameIsOneItem() {
    var builder = ItemGraphBuilder(.jsonLD)
    let first = builder.item("https://e.org/#a", at: nil)
    builder.addType(schema + "Person", to: first)
    builder.add(text("Ann"), to: schema + "name", of: first, at: nil)
    builder.endBlankNames()
    let second = builder.item("https://e.org/#a", at: nil)
    builder.add(text("Ann"), to: schema + "name", of: second, at: nil)
    builder.add(text("x@e.org"), to: schema + "email", of: second, at: nil)
    let graph = builder.finish()
    #expect(graph.items.count == 1)
    #expect(graph[0]["name"].count == 1)
    #expect(graph[0].text("email") == "x@e.org")
  }

  @Test func blankNamesEndWithTheirDocument() {
    var builder = ItemGraphBuilder(.jsonLD)
    let first = builder.item("_:b0", at: nil)
    #expect(builder.item("_:b0", at: nil) == first)
    builder.endBlankNames()
    #expect(builder.item("_:b0", at: nil) != first)
  }

  @Test func namesBecomeItemsWhereSomethingIsToldOfThem() {
    let graph = graph([
      (
        "https://e.org/#a", "Recipe",
        [
          ("author", .named("https://e.org/#b")), ("image", .named("https://e.org/c.png")),
        ]
      ),
      ("https://e.org/#b", "Person", [("name", text("Ann"))]),
    ])
    #expect(graph.items("author", of: 0) == [1])
    #expect(graph[0]["image"].first?.content == .url("https://e.org/c.png"))
    #expect(graph[0]["author"].first.flatMap(graph.text(of:)) == "Ann")
    #expect(graph[0]["author"].first.flatMap(graph.address(of:)) == "https://e.org/#b")
    #expect(graph.topLevel == [0])
  }

  @Test func whatNothingLeadsToStandsForItself() {
    let circle = graph(
      [
        ("https://e.org/#a", "Person", [("knows", .named("https://e.org/#b"))]),
        ("https://e.org/#b", "Person", [("knows", .named("https://e.org/#a"))]),
        (nil, "Thing", [("about", .named("https://e.org/#a"))]),
      ], topLevel: [])
    #expect(circle.topLevel == [2])
    let lone = graph(
      [
        ("https://e.org/#a", "Person", [("knows", .named("https://e.org/#b"))]),
        ("https://e.org/#b", "Person", [("knows", .named("https://e.org/#a"))]),
      ], topLevel: [])
    #expect(lone.topLevel == [0])
  }

  @Test func theFirstSyntaxWinsForEachProperty() {
    let first = graph([
      (nil, "Recipe", [("name", text(" Soup ")), ("cookTime", text("PT1H"))])
    ])
    let second = graph(
      as: .microdata,
      [
        (nil, "WebPage", [("mainEntity", .value(.item(1)))]),
        (
          nil, "Recipe",
          [
            ("name", text("Soup")), ("cookTime", text("PT2H")), ("author", .value(.item(2))),
          ]
        ),
        (nil, "Person", [("name", text("Ann"))]),
      ])
    let merged = ItemGraph.merging([first, second])
    #expect(merged.items.map(\.types) == [["Recipe"], ["WebPage"], ["Person"]])
    #expect(merged[0].text("cookTime") == "PT1H")
    #expect(merged.items("author", of: 0) == [2])
    #expect(merged.items("mainEntity", of: 1) == [0])
    #expect(merged.topLevel == [0, 1])
    #expect(merged[0].syntax == .jsonLD)
  }

  @Test func valuesThatLostToAnotherSyntaxAreDropped() {
    let first = graph([
      (nil, "Recipe", [("name", text("Soup")), ("author", text("Ann"))])
    ])
    let second = graph(
      as: .rdfa,
      [
        (nil, "Recipe", [("name", text("Soup")), ("author", .value(.item(1)))]),
        (nil, "Person", [("name", text("Ann"))]),
      ])
    #expect(ItemGraph.merging([first, second]).items.count == 1)
  }

  @Test func itemsOfTheSameNameButOtherIdentifiersAreTwo() {
    let first = graph([("https://e.org/#1", "Person", [("name", text("Ann"))])])
    let second = graph(as: .rdfa, [("https://e.org/#2", "Person", [("name", text("Ann"))])])
    #expect(ItemGraph.merging([first, second]).items.count == 2)
    let third = graph(as: .rdfa, [("https://e.org/#1", "Person", [("email", text("a@e.org"))])])
    #expect(ItemGraph.merging([first, third]).items.count == 1)
  }

  @Test func theNormalFormIsTheSameForTheSameData() {
    let first = graph([
      (
        nil, "Recipe",
        [
          ("name", text("Soup\n of day")), ("url", .named("https://e.org/a/b.html")),
          ("author", .value(.item(1))), ("author", .value(.item(2))),
        ]
      ),
      (nil, "Person", [("name", text("Ann"))]), (nil, "Person", [("name", text("Bob"))]),
    ])
    let second = graph(
      as: .rdfa,
      [
        (nil, "Person", [("name", text("Bob"))]), (nil, "Person", [("name", text("Ann"))]),
        (
          nil, "Recipe",
          [
            ("url", text("b.html")), ("author", .value(.item(1))), ("author", .value(.item(0))),
            ("name", text("Soup of day")), ("name", text("Soup of  day ")),
          ]
        ),
      ])
    let base = "https://e.org/a/page.html"
    #expect(first.normalForm(base: base) == second.normalForm(base: base))
    #expect(first.normalForm() != second.normalForm())
  }

  @Test func circlesHaveANormalForm() {
    func circle(_ names: [String]) -> [String] {
      graph(
        names.indices.map { place in
          (
            nil, "Person",
            [
              ("name", text(names[place])),
              ("knows", .value(.item((place + 1) % names.count))),
            ]
          )
        }
      ).normalForm()
    }
    #expect(circle(["a", "b", "c"]).count == 3)
    #expect(circle(["a", "b", "c"]) == circle(["a", "b", "c"]))
    #expect(circle(["a", "b", "c"]) != circle(["a", "c", "b"]))
  }

  @Test func numbersAndTextsOfTheSameDigitsAreTheSameData() {
    let first = graph([(nil, "Rating", [("ratingValue", .value(.number(4, text: "4.0")))])])
    let second = graph([(nil, "Rating", [("ratingValue", text("4"))])])
    #expect(first.normalForm() == second.normalForm())
  }
}
