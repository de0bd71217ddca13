/// A header of a request or an answer.
package struct HTTPHeader: Hashable, Sendable {
  /// The name.
  package var name: String
  /// The value.
  package var value: String

  /// Makes a header.
  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
