import Testing
import WebDocuments

@testable import StructuredData

struct JSONLDReadingTests {
  private let base = BaseIRI("https://e.org/page.html")

  private func read(_ json: String) -> JSONLDReading {
    JSONLDReading(Array(json.utf8), base: base)
  }

  private func read(page: String) -> JSONLDReading {
    JSONLDReading(HTMLDocument.parse(DecodedPage(page)), base: base)
  }

  private func script(_ json: String) -> String {
    "<script type=\"application/ld+json\">\(json)</script>"
  }

  private func contents(_ values: [GraphValue]) -> [GraphValue.Content] { values.map(\.content) }

  @Test(arguments: [
    "https://schema.org", "http://schema.org/", "https://www.schema.org/", "HTTP://SCHEMA.ORG",
    "https://schema.org/docs/jsonldcontext.json", "http://schema.org/docs/jsonldcontext.jsonld",
  ])
  func theContextOfSchemaOrgIsKnownHoweverItIsSpelt(context: String) {
    let reading = read(#"{"@context": "\#(context)", "@type": "Recipe", "name": "Soup"}"#)
    #expect(reading.diagnostics == [])
    #expect(reading.graph.items.map(\.types) == [["Recipe"]])
    #expect(reading.graph[0].text("name") == "Soup")
  }

  @Test(arguments: ["schema.org", "//schema.org/", "https://schema.org/Recipe"])
  func contextsThatClearlyMeanItAreReported(context: String) {
    let reading = read(#"{"@context": "\#(context)", "@type": "Recipe", "name": "Soup"}"#)
    #expect(reading.diagnostics.map(\.code) == ["jsonld-context-unknown"])
    #expect(reading.graph[0].text("name") == "Soup")
  }

  @Test func otherContextsAreReportedAndNotFetched() {
    let reading = read(#"{"@context": "https://other.example/", "@type": "Recipe"}"#)
    #expect(reading.diagnostics.map(\.code) == ["jsonld-context-unknown"])
    #expect(reading.diagnostics[0].location == SourceLocation(line: 1, column: 14))
  }

  @Test func whatHasNoContextIsReadAsIfItHadSchemaOrgs() {
    let reading = read(#"{"@type": "Recipe", "name": "Soup"}"#)
    #expect(reading.diagnostics.map(\.code) == ["jsonld-context-missing"])
    #expect(reading.graph[0].types == ["Recipe"])
    let whole = read(#"{"@type": "https://schema.org/Recipe", "https://schema.org/name": "Soup"}"#)
    #expect(whole.diagnostics == [])
    #expect(whole.graph[0].text("name") == "Soup")
  }

  @Test(arguments: [
    #"{"@context": "https://schema.org", "@type": "Recipe", "name": "So//up, /*1*/",}"#,
    #"{"@context": "https://schema.org", "@type": ["Recipe", ], "name": "So//up, /*1*/" , }"#,
    "{\"@context\": \"https://schema.org\", // \"a\"\n\"@type\": \"Recipe\", \"name\": \"So//up, /*1*/\"}",
    #"/* {, */{"@context": "https://schema.org", "@type": "Recipe", "name": "So//up, /*1*/", /**/}"#,
  ])
  func commasAndCommentsTooManyAreReportedAndTheRestIsRead(block: String) {
    let reading = read(block)
    #expect(reading.diagnostics.map(\.code) == ["jsonld-syntax"])
    #expect(reading.graph.items.map(\.types) == [["Recipe"]])
    #expect(reading.graph.items.map { $0.text("name") } == ["So//up, /*1*/"])
  }

  @Test(arguments: [
    #"{"@context": "https://schema.org", "name": "Soup", , "x": 1}"#, #"{"name": "a" / 2, }"#,
    #"{"name": "a\", }"#, "/", "/*", "//", "{,}/",
  ])
  func whatIsBrokenOtherwiseIsNotRepaired(block: String) {
    let reading = read(block)
    #expect(reading.diagnostics.map(\.code) == ["jsonld-syntax"])
    #expect(reading.graph.items.isEmpty)
  }

  @Test func aBrokenBlockDoesNotSpoilTheOthers() {
    let page = [
      #"{"@context": "https://schema.org", "@type": "Recipe", "name": "Soup""#, "", "[]",
      #"{"@context": "https://schema.org", "@type": "Recipe", "name": "Stew"}"#,
    ].map(script).joined(separator: "\n")
    let reading = read(page: page)
    #expect(reading.diagnostics.map(\.code) == ["jsonld-syntax", "jsonld-empty", "jsonld-empty"])
    #expect(reading.diagnostics[0].location?.line == 1)
    #expect(reading.graph.items.map { $0.text("name") } == ["Stew"])
    #expect(reading.graph[0].location?.line == 4)
  }

  @Test(arguments: [
    "application/ld+json", "Application/LD+JSON", "application/ld+json; charset=utf-8",
    " application/ld+json ;profile=\"x\"",
  ])
  func blocksAreKnownByTheirMediaType(type: String) {
    let page = "<script type='\(type)'>{\"https://schema.org/name\": \"Soup\"}</script>"
    #expect(read(page: page).graph.items.count == 1)
    let other = "<script type='application/json'>{\"https://schema.org/name\": \"Soup\"}</script>"
    #expect(read(page: other).graph.items.isEmpty)
  }

  @Test func nodesOfTheSameNameMergeAcrossBlocks() {
    let page = [
      ##"{"@context": "https://schema.org", "@type": "WebPage", "mainEntity": {"@id": "#r"}}"##,
      ##"{"@context": "https://schema.org", "@type": "Recipe", "@id": "#r", "name": "Soup"}"##,
      ##"{"@context": "https://schema.org", "@id": "https://e.org/page.html#r", "cookTime": "PT1H"}"##,
    ].map(script).joined()
    let graph = read(page: page).graph
    #expect(graph.items.map(\.types) == [["WebPage"], ["Recipe"]])
    #expect(graph.items("mainEntity", of: 0) == [1])
    #expect(graph[1].text("cookTime") == "PT1H")
    #expect(graph.topLevel == [0, 1])
  }

  @Test func blankNodesOfDifferentBlocksAreDifferent() {
    let block = #"{"@context": "https://schema.org", "@type": "Person", "@id": "_:a"}"#
    #expect(read(page: script(block) + script(block)).graph.items.count == 2)
  }

  @Test func whatIsReferredToAndNotDescribedIsNoted() {
    let reading = read(
      ##"{"@context": "https://schema.org", "@type": "Article", "author": {"@id": "#me"}, "##
        + ##""publisher": {"@id": "https://other.example/#us"}, "url": "#here"}"##)
    #expect(reading.diagnostics.map(\.code) == ["jsonld-id-unresolved"])
    #expect(reading.diagnostics[0].subject == "author")
    #expect(contents(reading.graph[0]["author"]) == [.url("https://e.org/page.html#me")])
  }

  @Test func addressesStayAddressesWhereOnlyThoseAreExpected() {
    let graph = read(
      #"{"@context": "https://schema.org", "@id": "https://e.org/", "@type": "WebPage", "#
        + #""url": "https://e.org/", "image": "https://e.org/i", "hasPart": "#
        + #"{"@id": "https://e.org/i", "@type": "ImageObject"}}"#
    ).graph
    #expect(contents(graph[0]["url"]) == [.url("https://e.org/")])
    #expect(contents(graph[0]["image"]) == [.item(1)])
  }

  @Test func emptyTextsAreNoAddresses() {
    let graph = read(
      #"{"@context": "https://schema.org", "@type": "Product", "image": "", "url": " ", "name": ""}"#
    ).graph
    #expect(graph[0].properties.map(\.name) == ["name"])
  }

  @Test func valuesKeepWhatTheyAre() {
    let reading = read(
      #"{"@context": ["https://schema.org", {"@language": "de", "name": {"@container": "@language"}}], "#
        + #""@type": ["Product", "http://e.org/T"], "name": {"en": "Cup", "fr": ["Tasse"]}, "#
        + #""description": "Gut", "width": 4.50, "isFamilyFriendly": true, "#
        + #""releaseDate": "2015-06-08", "sku": null, "keywords": ["a", "a", "b"], "#
        + #""award": {"@list": ["1", "2"]}, "image": "cup.png"}"#)
    let item = reading.graph[0]
    #expect(item.types == ["Product", "http://e.org/T"])
    #expect(
      contents(item["name"]) == [.text("Cup", language: "en"), .text("Tasse", language: "fr")])
    #expect(contents(item["description"]) == [.text("Gut", language: "de")])
    #expect(contents(item["width"]) == [.number(4.5, text: "4.50")])
    #expect(contents(item["isFamilyFriendly"]) == [.boolean(true)])
    #expect(item["releaseDate"].map(\.datatype) == ["Date"])
    #expect(item["sku"] == [])
    #expect(item["keywords"].map(\.text) == ["a", "b"])
    #expect(item["award"].map(\.text) == ["1", "2"])
    #expect(contents(item["image"]) == [.url("https://e.org/cup.png")])
  }

  @Test func termsPrefixesAndReversalAreUnderstood() {
    let graph = read(
      ##"{"@context": {"@vocab": "https://schema.org/", "s": "http://schema.org/", "##
        + ##""titel": "s:name", "bild": {"@id": "s:image", "@type": "@id"}, "##
        + ##""partOf": {"@reverse": "hasPart"}}, "@type": "s:Chapter", "titel": "One", "##
        + ##""bild": "/i.png", "partOf": {"@type": "Book", "name": "All"}, "##
        + ##""@reverse": {"mentions": {"@type": "Article"}}}"##
    ).graph
    #expect(graph.items.map(\.types) == [["Chapter"], ["Book"], ["Article"]])
    #expect(graph[0].text("name") == "One")
    #expect(graph[0].text("image") == "https://e.org/i.png")
    #expect(graph.items("hasPart", of: 1) == [0])
    #expect(graph.items("mentions", of: 2) == [0])
    #expect(graph.topLevel == [0, 1, 2])
  }

  @Test func whatIsWrongIsLeftOutAndTheRestIsRead() {
    let reading = read(
      #"{"@context": "https://schema.org", "@type": ["Recipe", 5], "@id": 7, "name": "Soup", "#
        + #""author": {"@value": {"x": 1}}}"#)
    #expect(reading.diagnostics.map(\.code) == ["jsonld-syntax", "jsonld-syntax", "jsonld-syntax"])
    #expect(reading.graph[0].types == ["Recipe"])
    #expect(reading.graph[0].text("name") == "Soup")
  }

  @Test func valuesKnowWhereTheyStand() {
    let page = "<p>\n" + script("{\"@context\": \"https://schema.org\",\n \"name\": \"Sóup\"}")
    #expect(read(page: page).graph[0]["name"][0].location == SourceLocation(line: 3, column: 10))
  }
}
