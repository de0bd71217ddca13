/// Where and why the reading of an XML text ended before its end.
package struct XMLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What ended it.
  package enum Kind: Hashable, Sendable {
    /// The text is not well-formed.
    case malformed
    /// There is a document type that is not allowed, as it may name other files and define entities.
    case documentType
    /// Elements nest too deeply.
    case tooDeep
    /// A tag, a comment or the like is too long.
    case tooLong
    /// There was not enough memory.
    case noMemory
  }

  /// What ended it.
  package let kind: Kind
  /// The place in the text.
  package let place: XMLPlace
  /// What is wrong, without the place.
  package let reason: String

  /// One sentence with the place.
  package var description: String {
    "Line \(place.line), column \(place.column): \(reason)."
  }
}

/// A place in a text of XML.
package struct XMLPlace: Hashable, Sendable {
  /// The line, from 1.
  package let line: Int
  /// The column in characters (Unicode scalars), from 1.
  package let column: Int

  /// Names a place as the parser counts it, whose columns begin at 0.
  init(_ line: UInt64, _ column: UInt64) {
    self.line = Int(clamping: line)
    self.column = Int(clamping: column) + 1
  }
}
