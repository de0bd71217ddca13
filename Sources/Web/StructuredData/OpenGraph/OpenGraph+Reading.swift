package import WebDocuments

extension OpenGraph {
  /// Reads what a page says.
  ///
  /// - Parameters:
  ///   - document: The page.
  ///   - tags: All its `meta` elements.
  ///   - base: What its addresses are relative to.
  ///   - diagnostics: Takes what is wrong.
  package init(
    _ document: HTMLDocument, tags: [MetaTag], base: BaseIRI, _ diagnostics: inout [Diagnostic]
  ) {
    var reader = OpenGraphReader(document, base: base)
    for tag in tags { reader.read(tag) }
    reader.finish()
    self = reader.page
    diagnostics += reader.findings.all
  }
}
