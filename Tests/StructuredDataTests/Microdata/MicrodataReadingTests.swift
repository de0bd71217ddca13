import Testing
import WebDocuments

@testable import StructuredData

struct MicrodataReadingTests {
  private func values(_ html: String, _ name: String = "x") -> [MicrodataItem.Value] {
    microdata(html).items[0].properties.filter { $0.names.contains(name[...]) }.map(\.value)
  }

  @Test(arguments: [
    (#"<meta itemprop=x content=" a ">"#, MicrodataItem.Value.text(" a ")),
    ("<meta itemprop=x>", .text("")),
    ("<img itemprop=x src=' a.png '>", .url("https://example.com/a.png")),
    ("<img itemprop=x>", .url("")),
    ("<a itemprop=x href='http://other.example'>b</a>", .url("http://other.example")),
    ("<object itemprop=x data=/o></object>", .url("https://example.com/o")),
    ("<data itemprop=x value=1>one</data>", .text("1")),
    ("<meter itemprop=x value=2>two</meter>", .text("2")),
    ("<time itemprop=x datetime=2020-01-01>then</time>", .text("2020-01-01")),
    ("<time itemprop=x>2020</time>", .text("2020")),
    ("<p itemprop=x> a <b>b</b>\n</p>", .text(" a b\n")),
    ("<p itemprop=x content=y>z</p>", .text("y")),
    ("<span itemprop=x content=''>z</span>", .text("")),
    ("<time itemprop=x datetime=1 content=2>3</time>", .text("2")),
    ("<a itemprop=x href=/y content=z>w</a>", .text("z")),
  ])
  func valuesDependOnTheElement(html: String, value: MicrodataItem.Value) {
    #expect(values("<div itemscope>\(html)</div>") == [value])
  }

  @Test func whatAnItemRefersToIsItsOwnInTheOrderOfTheDocument() {
    let html = """
      <p id=a><b itemprop=x>1</b></p>
      <div itemscope itemref="b a a none"><b itemprop=x>2</b></div>
      <p id=b itemprop="x y x">3</p>
      """
    #expect(values(html) == [.text("1"), .text("2"), .text("3")])
    let reading = microdata(html)
    #expect(reading.items[0].properties[2].names == ["x", "y"])
    #expect(reading.diagnostics.map(\.code) == ["microdata-itemref-missing"])
    #expect(reading.diagnostics.first?.location == SourceLocation(line: 2, column: 16))
  }

  @Test func nestedItemsKeepTheirProperties() {
    let reading = microdata(
      "<div itemscope><div itemprop=x itemscope><b itemprop=y>1</b></div><b itemprop=z>2</b></div>")
    #expect(reading.items.count == 2)
    #expect(reading.items[0].properties.map(\.names) == [["x"], ["z"]])
    #expect(reading.items[0].properties[0].value == .item(1))
    #expect(reading.items[1].properties.map(\.value) == [.text("1")])
    #expect(!reading.items[1].isTopLevel)
  }

  @Test(arguments: [
    // An item in what it refers to
    "<div id=a itemscope itemref=a><b itemprop=x>1</b></div>",
    "<p id=a><span itemscope itemref=a itemprop=x></span></p><div itemscope itemref=a></div>",
    // Two that refer to each other
    """
    <div itemscope><div id=a itemprop=x itemscope itemref=b></div></div>
    <div id=b itemprop=x itemscope itemref=a></div>
    """,
  ])
  func itemsThatLeadToThemselvesAreReported(html: String) {
    let reading = microdata(html)
    #expect(reading.diagnostics.map(\.code).contains("microdata-itemref-cycle"))
    // Following values ends.
    var seen = 0
    var waiting = Array(reading.items.indices)
    while let place = waiting.popLast(), seen < 1000 {
      seen += 1
      for case .item(let next) in reading.items[place].properties.map(\.value) {
        waiting.append(next)
      }
    }
    #expect(seen < 1000)
  }

  @Test func anIdentifierNeedsAType() {
    let reading = microdata(
      "<p itemscope itemid=a></p><p itemscope itemtype='https://schema.org/Thing' itemid=a></p>")
    #expect(reading.items.map(\.identifier) == [nil, "https://example.com/a"])
  }

  @Test func strayAttributesAreReported() {
    let reading = microdata("<p itemprop=name>a</p>\n<p itemtype='https://schema.org/Thing'>b</p>")
    #expect(
      Set(reading.diagnostics.map(\.code))
        == ["microdata-itemprop-outside-item", "microdata-itemtype-without-itemscope"])
  }

  @Test func wordsBelongToTheTypeAround() {
    let html = """
      <div itemscope itemtype="https://schema.org/Person http://other.example/v#T">
      <b itemprop="name">A</b><b itemprop="http://other.example/v#w">B</b>
      <div itemprop="knows" itemscope><b itemprop="name">C</b></div>
      <div itemprop="owns" itemscope itemtype="http://other.example/v#T"><b itemprop="size">D</b></div>
      </div>
      <div itemscope itemtype="Person"><b itemprop="name">E</b></div>
      """
    let document = HTMLDocument.parse(html)
    let graph = ItemGraph(
      MicrodataReading(document, base: BaseIRI("https://example.com/")), of: document)
    #expect(graph.topLevel.count == 2)
    let person = graph[graph.topLevel[0]]
    #expect(person.types == ["Person", "http://other.example/v#T"])
    #expect(person.properties.map(\.name) == ["name", "http://other.example/v#w", "knows", "owns"])
    #expect(graph[graph.items("knows", of: graph.topLevel[0])[0]].text("name") == "C")
    let owned = graph[graph.items("owns", of: graph.topLevel[0])[0]]
    #expect(owned.properties.map(\.name) == ["http://other.example/v#size"])
    // A type that is no address is none.
    #expect(graph[graph.topLevel[1]].types == [])
    #expect(graph[graph.topLevel[1]].text("name") == "E")
  }

  @Test func itemsStandInTheOrderOfTheDocument() {
    let document = HTMLDocument.parse(
      """
      <p itemscope itemtype=s:A><b itemprop=x itemscope itemtype=s:B></b></p>
      <p itemscope itemtype=s:C></p>
      """)
    let graph = ItemGraph(
      MicrodataReading(document, base: BaseIRI("https://example.com/")), of: document)
    #expect(graph.items.flatMap(\.types) == ["s:A", "s:B", "s:C"])
    #expect(graph.topLevel == [0, 2])
    #expect(graph[1].location == SourceLocation(line: 1, column: 27))
  }
}
