/// A node of a document: an element, a text or a comment. It means something with its document only.
package struct HTMLNode: Hashable, Comparable, Strideable, Sendable {
  /// The place among all nodes, in document order.
  package let index: Int

  /// Names a node by its place.
  package init(index: Int) {
    self.index = index
  }

  /// What a node is.
  package enum Kind: UInt8, Sendable {
    /// The document itself.
    case document
    /// An element.
    case element
    /// A text.
    case text
    /// A comment.
    case comment
  }

  /// Whether a node comes before another one in document order; an element comes before what is in it.
  package static func < (first: HTMLNode, second: HTMLNode) -> Bool { first.index < second.index }

  /// How many nodes on another one is.
  package func distance(to other: HTMLNode) -> Int { other.index - index }

  /// The node that is so many on.
  package func advanced(by distance: Int) -> HTMLNode { HTMLNode(index: index + distance) }
}
