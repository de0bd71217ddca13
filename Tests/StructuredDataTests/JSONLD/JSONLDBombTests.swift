import Foundation
import Testing
import WebDocuments

@testable import StructuredData

/// Documents that are made to cost much.
@Suite(.timeLimit(.minutes(30)))
struct JSONLDBombTests {
  private let base = BaseIRI("https://e.org/")

  /// Reads a document. What it could cost without bounds is more than the time of the suite by far.
  @discardableResult
  private func read(_ json: String) -> JSONLDReading {
    JSONLDReading(Array(json.utf8), base: base)
  }

  private func codes(_ json: String) -> Set<String> { Set(read(json).diagnostics.map(\.code)) }

  private func object(_ count: Int, _ member: (Int) -> String) -> String {
    "{" + (0..<count).map(member).joined(separator: ",") + "}"
  }

  @Test func aVocabularyThatIsCopiedIntoEveryName() {
    let long = String(repeating: "v", count: 8_000)
    let members = object(40_000) { "\"k\($0)\":1" }
    #expect(
      codes(#"{"@context":{"@vocab":"https://e.org/\#(long)"},"x":\#(members)}"#)
        == ["jsonld-too-large"])
    let longer = String(repeating: "v", count: 1 << 20)
    #expect(
      codes(#"{"@context":{"@vocab":"https://e.org/\#(longer)"},"x":1}"#) == ["jsonld-too-large"])
  }

  @Test func aContextThatIsReadWhereverItsWordStands() {
    let context = object(5_000) { "\"t\($0)\":\"https://e.org/\($0)\"" }
    let values = (0..<5_000).map { _ in "{\"a\":{}}" }.joined(separator: ",")
    #expect(
      codes(
        #"{"@context":{"@vocab":"https://e.org/","a":{"@id":"x:a","@context":\#(context)}},"b":[\#(values)]}"#
      ) == ["jsonld-too-large"])
  }

  @Test func contextsInsideContexts() {
    let depth = 40
    var context = "{}"
    for level in 0..<depth { context = #"{"t\#(level)":{"@id":"x:t","@context":\#(context)}}"# }
    read(#"{"@context":\#(context),"t\#(depth - 1)":{"t\#(depth - 2)":{}}}"#)
    let many = Array(repeating: #"{"@vocab":"https://e.org/"}"#, count: 20_000)
    read(#"{"@context":[\#(many.joined(separator: ","))],"x":1}"#)
  }

  @Test func contextsThatAreCopiedToBeChanged() {
    let context = object(5_000) { "\"t\($0)\":\"https://e.org/\($0)\"" }
    let values = (0..<5_000).map { "{\"@context\":{\"u\($0)\":\"x:u\"}}" }.joined(separator: ",")
    #expect(
      codes(#"{"@context":\#(context),"t1":[\#(values)]}"#) == ["jsonld-too-large"])
  }

  @Test func definitionsThatLeadToOthers() {
    let chain = object(20_000) { "\"t\($0)\":\"t\($0 + 1):x\"" }
    #expect(!read(#"{"@context":\#(chain),"t0":1}"#).diagnostics.isEmpty)
    let circle = object(1_000) { "\"t\($0)\":\"t\(($0 + 1) % 1_000):x\"" }
    #expect(!read(#"{"@context":\#(circle),"t0":1}"#).diagnostics.isEmpty)
  }

  @Test func manyMembers() {
    let members = object(30_000) { "\"k\($0 % 15_000)\":\"v\"" }
    let reading = read(#"{"@context":"https://schema.org","x":\#(members)}"#)
    #expect(reading.graph.items.count == 2)
    #expect(reading.graph[1].properties.count == ItemGraphBuilder.mostProperties)
    let types = (0..<20_000).map { "\"T\($0)\"" }.joined(separator: ",")
    let typed = read(#"{"@context":"https://schema.org","@type":[\#(types)],"name":"x"}"#)
    #expect(typed.graph[0].types.count == ItemGraphBuilder.mostTypes)
    #expect(typed.graph.vocabularyDiagnostics().contains { $0.code == "too-large" })
  }

  @Test func circlesOfReferences() {
    let nodes = (0..<5_000).map {
      ##"{"@id":"#\##($0)","knows":[{"@id":"#\##(($0 + 1) % 5_000)"},{"@id":"#\##($0)"}]}"##
    }
    let graph = read(
      #"{"@context":"https://schema.org","@graph":[\#(nodes.joined(separator: ","))]}"#
    ).graph
    #expect(graph.items.count == 5_000)
    #expect(graph.normalForm().count == 5_000)
    #expect(ItemGraph.merging([graph, graph]).items.count == 5_000)
  }

  @Test func listsOfLists() {
    var list = "1"
    for _ in 0..<25 { list = #"{"@list":[\#(list),\#(list.count < 200 ? list : "2")]}"# }
    let graph = read(#"{"@context":"https://schema.org","name":\#(list)}"#).graph
    #expect(!graph[0]["name"].isEmpty)
    let deep = String(repeating: "[", count: 5_000)
    #expect(codes(deep) == ["jsonld-syntax"])
  }

  @Test func nestingUpToTheLimitFitsASmallStack() async {
    var nested = "1"
    for _ in 0..<30 { nested = #"{"hasPart":[\#(nested)]}"# }
    let json = #"{"@context":"https://schema.org","@type":"Book","hasPart":\#(nested)}"#
    let items = await withCheckedContinuation { continuation in
      let thread = Thread {
        let reading = JSONLDReading(Array(json.utf8), base: BaseIRI("https://e.org/"))
        continuation.resume(returning: reading.graph.items.count)
      }
      // Half of what threads have as a rule; without optimization frames are large.
      thread.stackSize = 4 << 20
      thread.start()
    }
    #expect(items == 31)
  }

  @Test func manyBlocks() {
    let block = "<script type='application/ld+json'>{\"https://schema.org/name\":\"x\"}</script>"
    let page = String(repeating: block, count: 2_000)
    let reading = JSONLDReading(HTMLDocument.parse(DecodedPage(page)), base: base)
    #expect(reading.graph.items.count == JSONLDReading.mostBlocks)
    #expect(reading.diagnostics.map(\.code) == ["jsonld-too-large"])
  }

  @Test func aBlockThatIsTooLarge() {
    let text = String(repeating: "x", count: JSONLDReading.greatestBlock)
    #expect(codes(#"{"https://schema.org/name":"\#(text)"}"#) == ["jsonld-too-large"])
  }
}
