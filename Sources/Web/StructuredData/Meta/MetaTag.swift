package import WebDocuments

/// A `meta` element, wherever in the page it stands.
package struct MetaTag: Sendable {
  /// The element.
  package let node: HTMLNode
  /// The value of `name`, in lower case.
  package let name: String?
  /// The words of `property`.
  package let properties: [Substring]
  /// The value of `http-equiv`, in lower case.
  package let pragma: String?
  /// The value of `content`, without white space around it; empty when there is none.
  package let content: String

  /// Reads an element.
  package init(_ node: HTMLNode, in document: HTMLDocument) {
    func keyword(_ name: HTMLAttributeName) -> String? {
      document.attribute(name, of: node).map { $0.trimmingHTMLSpace().lowercased() }
    }
    self.node = node
    name = keyword(.name)
    properties = document.attribute(.property, of: node)?.splitAtHTMLSpace() ?? []
    pragma = keyword(.httpEquiv)
    content = document.attribute(.content, of: node).map { String($0.trimmingHTMLSpace()) } ?? ""
  }

  /// All of a document, in order.
  package static func all(in document: HTMLDocument) -> [MetaTag] {
    document.elements(.meta).map { MetaTag($0, in: document) }
  }
}
