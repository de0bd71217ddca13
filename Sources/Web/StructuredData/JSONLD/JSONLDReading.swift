package import WebDocuments

/// What a page says in JSON-LD.
package struct JSONLDReading: Sendable {
  /// The items of all blocks; what they say of the same thing is one item.
  package let graph: ItemGraph
  /// What was found wrong.
  package let diagnostics: [Diagnostic]

  /// The most blocks of a page that are read.
  static let mostBlocks = 1_000
  /// The most bytes of a block that are read.
  static let greatestBlock = 4 << 20

  /// How deep a block may nest. What reads it calls itself for each level.
  static let greatestDepth = 64

  /// Reads the blocks of a page, each of which stands for itself: one that is broken doesn't spoil the others.
  ///
  /// - Parameters:
  ///   - document: The page.
  ///   - base: What its addresses are relative to.
  package init(_ document: HTMLDocument, base: BaseIRI) {
    var collector = JSONLDCollector(base: base)
    let scripts = Self.scripts(of: document)
    for script in scripts.prefix(Self.mostBlocks) {
      collector.read(Array(document.bytes(of: script))) { offset in
        document.location(ofByte: offset, inTextOf: script)
      }
    }
    if scripts.count > Self.mostBlocks {
      collector.report(
        .jsonldTooLarge, "Of \(scripts.count) blocks the first \(Self.mostBlocks) are read.",
        at: document.location(of: scripts[Self.mostBlocks]))
    }
    (graph, diagnostics) = collector.finish()
  }

  /// Reads a document that is JSON-LD by itself.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - base: What its addresses are relative to.
  package init(_ bytes: [UInt8], base: BaseIRI) {
    var collector = JSONLDCollector(base: base)
    let lines = LineIndex(bytes)
    collector.read(bytes) { lines.location(of: $0) }
    (graph, diagnostics) = collector.finish()
  }

  /// The elements of a page that hold JSON-LD, in order.
  static func scripts(of document: HTMLDocument) -> [HTMLNode] {
    document.elements(.script).filter { node in
      guard let type = document.attribute(.type, of: node),
        type.utf8.count >= mediaType.utf8.count
      else { return false }
      let essence = type.prefix { $0 != ";" }
      return essence.utf8.count < 100 && foldingSpace(String(essence)).lowercased() == mediaType
    }
  }

  private static let mediaType = "application/ld+json"
}
