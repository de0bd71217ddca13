internal import FresnelModel

/// Where and why a text is not JSON, or more JSON than is read.
package struct LocatedJSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The offset in bytes from the start of the text.
  package let offset: Int
  /// The place in the text, as if the text were a document of its own.
  package let location: SourceLocation
  /// What is wrong, without the place.
  package let reason: String

  init(_ error: JSONError) {
    offset = error.offset
    location = SourceLocation(line: error.line, column: error.column)
    reason = error.reason
  }

  /// One sentence with the place.
  package var description: String {
    "Line \(location.line), column \(location.column): \(reason)."
  }
}
