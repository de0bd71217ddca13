package import WebDocuments

/// What a document says in Microdata (HTML Standard, 5.2).
package struct MicrodataReading: Sendable {
  /// All items in the order of the document, those included that nothing leads to. They never lead to themselves.
  package internal(set) var items: [MicrodataItem] = []
  /// What was found wrong.
  package internal(set) var diagnostics: [Diagnostic] = []

  /// The most elements that `itemref` adds to items, all together. An element counts each time.
  static let mostReferredElements = 200_000
  /// The most bytes of values of a document, all together.
  static let mostBytes = 16 << 20

  /// Reads the Microdata of a document.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - base: What its addresses are relative to.
  /// - Complexity: O(*n* log *n*) in the size of the document, and in what `itemref` adds to items.
  package init(_ document: HTMLDocument, base: BaseIRI) {
    var walk = MicrodataWalk(document, base: base)
    walk.run()
    self = walk.reading
    diagnostics = walk.findings.all
  }

  init() {}
}
