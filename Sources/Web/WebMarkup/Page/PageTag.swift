internal import StructuredData
internal import WebDocuments

/// A `meta` element and where it stands.
struct PageTag: Sendable {
  /// The element.
  let tag: MetaTag
  /// Whether it stands in `head`.
  let isInHead: Bool
  /// Where the element stands.
  let location: SourceLocation
  /// Where what it says stands.
  let contentLocation: SourceLocation

  /// Reads an element.
  init(_ node: HTMLNode, in document: HTMLDocument, isInHead: Bool) {
    tag = MetaTag(node, in: document)
    self.isInHead = isInHead
    location = document.location(of: node)
    contentLocation = document.location(ofAttribute: .content, of: node)
  }

  /// What it names, in lower case: by `name`, or by the words of `property`.
  var keys: [String] { [tag.name].compactMap(\.self) + tag.properties.map { $0.lowercased() } }

  /// What it says; `nil` when that is nothing.
  var value: String? { tag.content.isEmpty ? nil : tag.content }
}
