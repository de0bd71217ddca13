import StructuredData
import WebDocuments

/// Pages with Microdata, from their bytes to the graph of items.
enum MicrodataTarget: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    [
      """
      <p itemscope itemtype="https://schema.org/Person https://e.org/v#T" itemid=a itemref="b c b">
      <b itemprop="name https://e.org/p">A</b><a itemprop=url href="../x?y#z">B</a>
      <span itemprop=knows itemscope><img itemprop=image src=//h/i><meta itemprop=x content=y></span>
      <time itemprop=d datetime=2020>c</time><data itemprop=v value=1>d</data></p>
      <div id=b><b itemprop=w>e</b></div>
      """,
      "<div id=a itemscope itemref=b><i itemprop=x itemscope itemref=a></i></div><p id=b itemprop=y itemscope itemref=a>",
      "<base href=/b/><p itemprop=x itemtype=T><object itemscope itemid=c itemprop=''>",
    ].map { Array($0.utf8) }
  }

  static func examine(_ input: [UInt8]) {
    let document = HTMLDocument.parse(DecodedPage(utf8: input))
    let reading = MicrodataReading(document, base: BaseIRI("https://example.com/a/b"))
    for (place, item) in reading.items.enumerated() {
      for property in item.properties {
        guard case .item(let target) = property.value else { continue }
        expect(reading.items.indices.contains(target), "A value is an item that isn't there.")
        expect(target != place, "An item is its own value.")
      }
    }
    let graph = ItemGraph(reading, of: document)
    expect(graph.items.count <= reading.items.count, "The graph tells of more than the page.")
    examine(graph)
    examine(reading.diagnostics)
  }

  /// Looks whether a graph holds together.
  static func examine(_ graph: ItemGraph) {
    expect(graph.topLevel.allSatisfy(graph.items.indices.contains), "An item isn't there.")
    expect(graph.topLevel.isEmpty == graph.items.isEmpty, "Nothing leads to an item.")
    for item in graph.items {
      for property in item.properties {
        expect(!property.values.isEmpty, "A property has no value.")
        expect(
          property.values.compactMap(\.item).allSatisfy(graph.items.indices.contains),
          "A value is an item that isn't there.")
      }
    }
    _ = graph.normalForm()
  }

  /// Looks whether findings are sentences.
  static func examine(_ findings: [Diagnostic]) {
    for finding in findings { expect(finding.message.hasSuffix("."), "A finding is no sentence.") }
  }
}
