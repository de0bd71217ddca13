package import WebDocuments

/// What a document says in Microdata (HTML Standard, 5.2).
///
/// Besides, `content` gives the value of any element, as in the W3C's Microdata and in what schema.org shows: many pages
/// say there what machines are to read.
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
  ///   - isStrict: Whether `content` counts on `meta` only, as the HTML Standard has it.
  /// - Complexity: O(*n* log *n*) in the size of the document, and in what `itemref` adds to items.
  package init(_ document: HTMLDocument, base: BaseIRI, isStrict: Bool = false) {
    var walk = MicrodataWalk(document, base: base, isStrict: isStrict)
    walk.run()
    self = walk.reading
    diagnostics = walk.findings.all
  }

  init() {}
}
