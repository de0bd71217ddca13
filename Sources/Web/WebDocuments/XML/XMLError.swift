/// Where and why the reading of an XML text ended before its end.
package struct XMLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What ended it.
  package enum Kind: Hashable, Sendable {
    /// The text is not well-formed.
    case malformed
    /// There is a document type, which may name other files and define entities.
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
  package let location: SourceLocation
  /// What is wrong, without the place.
  package let reason: String

  /// One sentence with the place.
  package var description: String {
    "Line \(location.line), column \(location.column): \(reason)."
  }
}
