import Testing
import WebDocuments

@testable import StructuredData

/// Pages that are made to take long or to fill the memory. That each ends is the test.
struct SyntaxBombTests {
  private func repeated(_ count: Int, _ part: (Int) -> String) -> String {
    (0..<count).map(part).joined()
  }

  private func read(microdata html: String) -> (MicrodataReading, ItemGraph) {
    let document = HTMLDocument.parse(html)
    let reading = MicrodataReading(document, base: BaseIRI("https://example.com/"))
    return (reading, ItemGraph(reading, of: document))
  }

  private func read(rdfa html: String) -> (RDFaReading, ItemGraph) {
    let document = HTMLDocument.parse(html)
    let reading = RDFaReading(document, base: BaseIRI("https://example.com/"))
    return (reading, ItemGraph(reading, of: document))
  }

  @Test func itemsWithinItems() {
    let (reading, graph) = read(microdata: repeated(100_000) { _ in "<div itemscope itemprop=x>" })
    #expect(reading.items.count > 500)
    #expect(graph.items.isEmpty || graph.topLevel.count <= graph.items.count)
  }

  @Test func aCircleOfItems() {
    let (reading, graph) = read(
      microdata: "<p itemscope itemref=i0>"
        + repeated(10_000) {
          "<p id=i\($0) itemscope itemprop=x itemref=i\(($0 + 1) % 10_000)></p>"
        })
    #expect(reading.diagnostics.map(\.code) == ["microdata-itemref-cycle"])
    #expect(graph.items.count == 10_001)
  }

  @Test func diamondsOfItems() {
    // Each item refers to both of the next row: paths double with every row, items don't.
    let (reading, graph) = read(
      microdata: "<p itemscope itemref='a0 b0'>"
        + repeated(1_000) { row in
          ["a", "b"].map {
            "<p id=\($0)\(row) itemscope itemprop=x itemref='a\(row + 1) b\(row + 1)'></p>"
          }.joined()
        })
    #expect(reading.diagnostics.allSatisfy { $0.code == "microdata-itemref-missing" })
    #expect(graph.items.count == 2_001)
  }

  @Test func manyItemsReferToOnePlace() {
    let (reading, _) = read(
      microdata: "<div id=a>" + repeated(3_000) { "<b itemprop=x\($0)>\($0)</b>" } + "</div>"
        + repeated(3_000) { _ in "<p itemscope itemref=a></p>" })
    #expect(reading.diagnostics.map(\.code).contains("too-large"))
    #expect(
      reading.items.map(\.properties.count).reduce(0, +) <= MicrodataReading.mostReferredElements)
  }

  @Test func textsWithinTexts() {
    let text = String(repeating: "a", count: 1 << 20)
    let (reading, _) = read(
      microdata: "<div itemscope>" + repeated(100) { _ in "<div itemprop=x>" } + text)
    #expect(reading.diagnostics.map(\.code) == ["too-large"])
    let (other, _) = read(
      rdfa: "<div vocab='v:/'>" + repeated(100) { _ in "<div property=x>" } + text)
    #expect(other.diagnostics.map(\.code).contains("too-large"))
  }

  @Test func aMillionPrefixes() {
    let (reading, _) = read(
      rdfa: "<p prefix='" + repeated(300_000) { "p\($0): v:\($0) " } + "'><b property=p7:x>1</b>")
    #expect(reading.diagnostics.map(\.code) == ["too-large"])
    #expect(reading.statements.map(\.predicate) == ["v:7x"])
  }

  @Test func prefixesOnEveryElement() {
    let (reading, _) = read(
      rdfa: repeated(20_000) { "<p prefix='a: v:\($0) b: w:'></p>" }
        + repeated(400) { "<div prefix='a: v:\($0) b: w:'>" } + "<b property=a:x>1</b>")
    #expect(reading.statements.map(\.predicate) == ["v:399x"])
  }

  @Test func linksThatEveryElementCompletes() {
    let (reading, graph) = read(
      rdfa: "<div vocab='v:/' rel='" + repeated(1_000) { "r\($0) " } + "'>"
        + repeated(1_000) { "<b about='#\($0)' typeof=T></b>" })
    #expect(reading.statements.count == RDFaReading.mostStatements)
    #expect(reading.diagnostics.map(\.code) == ["too-large"])
    #expect(!graph.items.isEmpty)
  }

  @Test func namesWithLongVocabularies() {
    let vocabulary = "v:" + String(repeating: "a", count: 1_000) + "/"
    let (reading, _) = read(
      rdfa: "<div vocab='\(vocabulary)'>" + repeated(50_000) { "<b property=n\($0) content=1></b>" }
    )
    #expect(reading.diagnostics.map(\.code).contains("too-large"))
  }

  @Test func patternsThatCopyEachOther() {
    let patterns = repeated(200) { pattern in
      "<p resource='_:\(pattern)' typeof='rdfa:Pattern'>"
        + repeated(200) { "<i property='rdfa:copy' href='_:\($0)'></i>" } + "</p>"
    }
    let (reading, _) = read(
      rdfa: patterns
        + repeated(5_000) { "<p resource='#\($0)'><i property='rdfa:copy' resource='_:0'></i></p>" }
    )
    #expect(reading.diagnostics.map(\.code).contains("too-large"))
  }

  @Test func tagsWithoutEnd() {
    let document = HTMLDocument.parse(
      "<html prefix='" + repeated(100_000) { "p\($0): http://ogp.me/ns# " } + "'>"
        + repeated(20_000) { "<meta property='p\($0):title q:r' name=keywords content='a\($0),b'>" }
    )
    var diagnostics: [Diagnostic] = []
    let tags = MetaTag.all(in: document)
    let page = OpenGraph(document, tags: tags, base: BaseIRI("https://example.com/"), &diagnostics)
    #expect(page.title?.text == "a0,b")
    #expect(diagnostics.count < 100)
    #expect(PageMetadata(document, tags: tags).keywords.count == 1_000)
  }
}
