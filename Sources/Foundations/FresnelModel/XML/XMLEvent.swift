/// What an XML text is told as, from its beginning to its end.
package enum XMLEvent: Hashable, Sendable {
  /// An element begins.
  case start(XMLName, attributes: [XMLAttribute])
  /// An element ends.
  case end(XMLName)
  /// All text up to the next tag, as long as texts may be; what is longer was left out behind it.
  case text(String, isWhole: Bool)
}

/// An attribute of an element of XML.
package struct XMLAttribute: Hashable, Sendable {
  /// The name; without a prefix it is in no namespace.
  package let name: XMLName
  /// The value.
  package let value: String

  /// Makes an attribute.
  package init(_ name: XMLName, _ value: String) {
    self.name = name
    self.value = value
  }
}
