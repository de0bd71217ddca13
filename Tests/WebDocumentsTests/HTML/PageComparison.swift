import Testing

@testable import WebDocuments

/// Everything in a tree.
struct TreeContents: Equatable {
  let nodes: [String]
  let bytes: [UInt8]
  let findings: [Diagnostic]

  init(_ document: HTMLDocument) {
    nodes = document.allNodes.map { node in
      let attributes = document.attributes(of: node).map { name, value in
        "\(name)=\(value) at \(document.location(ofAttribute: name, of: node))"
      }
      let isElement = document.kind(of: node) == .element
      return """
        \(document.kind(of: node)) \(document.name(of: node)) \(document.tag(of: node)) \
        below \(document.parent(of: node)?.index ?? -1) \
        to \(document.descendants(of: node).upperBound.index) \
        at \(document.location(of: node)) \(isElement ? "" : document.text(of: node)) \
        \(attributes)
        """
    }
    bytes = document.bytes
    findings = document.diagnostics
  }
}

/// Reads a page whole and abridged, and requires that both trees are the same.
///
/// - Parameters:
///   - page: The page.
///   - label: Says which page it is where the trees differ.
/// - Returns: Whether the page was abridged in the end.
/// - Throws: `ExpectationFailedError` where the trees differ.
func isAbridged(_ page: String, _ label: Comment) throws -> Bool {
  let page = DecodedPage(page)
  let abridged = HTMLDocument.parse(page)
  let whole = HTMLDocument.parse(page, mayAbridge: false)
  try #require(!whole.wasAbridged, label)
  try #require(TreeContents(abridged) == TreeContents(whole), label)
  return abridged.wasAbridged
}
