package import WebDocuments

/// An item as HTML's Microdata has it, before its names are put behind a vocabulary.
package struct MicrodataItem: Sendable {
  /// A value of a property.
  package enum Value: Hashable, Sendable {
    case text(String)
    /// An address, resolved; empty when the element has none.
    case url(String)
    /// Another item, by its place in ``MicrodataReading/items``.
    case item(Int)
  }

  /// A value, the names that it has in this item, and the element that gives it.
  package struct Property: Sendable {
    package let names: [Substring]
    package internal(set) var value: Value
    package let node: HTMLNode
  }

  /// The element.
  package let node: HTMLNode
  /// The words of `itemtype`, as they stand there.
  package let types: [Substring]
  /// The address that `itemid` names it by, resolved. Without a type it has none.
  package let identifier: String?
  /// What was found in it and in what `itemref` refers to, in the order of the document.
  package internal(set) var properties: [Property] = []
  /// Whether it is no property of another item.
  package let isTopLevel: Bool
}
