public import WebDocuments

/// What an element of a page's head says, and where.
public struct MetaValue: Hashable, Sendable {
  /// The text, without white space around it.
  public let text: String
  /// Where it stands.
  public let location: SourceLocation

  /// Makes a value.
  public init(_ text: String, at location: SourceLocation) {
    self.text = text
    self.location = location
  }
}
