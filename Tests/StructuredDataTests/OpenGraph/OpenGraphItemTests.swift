import Testing
import WebDocuments

@testable import StructuredData

struct OpenGraphItemTests {
  private func graph(_ tags: [(String, String)]) -> ItemGraph {
    let head = tags.map { "<meta property=\"\($0.0)\" content=\"\($0.1)\">" }.joined(
      separator: "\n")
    let document = HTMLDocument.parse(head)
    var diagnostics: [Diagnostic] = []
    return ItemGraph(
      OpenGraph(
        document, tags: MetaTag.all(in: document), base: BaseIRI("https://example.com/p"),
        &diagnostics))
  }

  @Test func anArticleIsAnItem() {
    let graph = graph([
      ("og:title", "T"), ("og:type", "article"), ("og:image", "http://i/1.png"),
      ("og:image:secure_url", "https://i/1.png"), ("article:published_time", "2020-01-01"),
      ("article:tag", "a"), ("article:tag", "b"), ("article:author", "https://example.com/ann"),
    ])
    #expect(graph.topLevel == [0])
    #expect(graph[0].types == ["Article"])
    #expect(graph[0].syntax == .openGraph)
    #expect(graph[0].location == SourceLocation(line: 2, column: 1))
    #expect(graph[0].text("name") == "T")
    #expect(graph[0]["image"].map(\.content) == [.url("https://i/1.png")])
    #expect(graph[0]["keywords"].map(\.text) == ["a", "b"])
    #expect(graph[0].text("datePublished") == "2020-01-01")
    #expect(graph[0]["author"].map(\.content) == [.url("https://example.com/ann")])
  }

  @Test func aProductHasItsPrice() throws {
    let graph = graph([
      ("og:type", "product"), ("product:price:amount", "5.50"), ("product:price:currency", "EUR"),
      ("product:availability", "in stock"),
    ])
    let offer = graph[try #require(graph.items("offers", of: 0).first)]
    #expect(offer.types == ["Offer"])
    #expect(offer.text("price") == "5.50")
    #expect(offer.text("priceCurrency") == "EUR")
    #expect(offer.text("availability") == "http://schema.org/InStock")
  }

  @Test func aSongLasts() {
    #expect(
      graph([("og:type", "music.song"), ("music:duration", "65")])[0].text("duration") == "PT65S")
  }

  @Test(arguments: ["website", "restaurant.menu", "x:y"])
  func whatIsOnlyAPageIsNone(kind: String) {
    #expect(graph([("og:type", kind), ("og:title", "T")]).items.isEmpty)
  }
}
