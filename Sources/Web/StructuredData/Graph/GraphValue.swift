public import WebDocuments

/// A value of a property, and where it was read.
public struct GraphValue: Hashable, Sendable {
  /// What a value can be.
  public enum Content: Hashable, Sendable {
    /// A text as it was written, white space included, and the language that was named for it.
    case text(String, language: String?)
    /// A number of JSON, and how it was written.
    case number(Double, text: String)
    /// `true` or `false` of JSON.
    case boolean(Bool)
    /// An address that is none of an item of the graph.
    case url(String)
    /// An item of the graph, by its place in ``ItemGraph/items``. Items may refer to each other in circles.
    case item(Int)
  }

  /// The value.
  public let content: Content
  /// The kind of text, where it was said or follows from the property: `Date` for one of schema.org, else the
  /// whole name.
  public let datatype: String?
  /// Where it was read.
  public let location: SourceLocation?

  /// Makes a value.
  ///
  /// - Parameters:
  ///   - content: The value.
  ///   - datatype: The kind of text.
  ///   - location: Where it was read.
  public init(_ content: Content, datatype: String? = nil, at location: SourceLocation? = nil) {
    self.content = content
    self.datatype = datatype
    self.location = location
  }

  /// The value as text: of a text itself, of a number as it was written, of an address the address; `nil` for an
  /// item.
  public var text: String? {
    switch content {
    case .text(let text, _): text
    case .number(_, let text): text
    case .boolean(let value): value ? "true" : "false"
    case .url(let url): url
    case .item: nil
    }
  }

  /// The item's place; `nil` for anything else.
  public var item: Int? {
    if case .item(let index) = content { index } else { nil }
  }
}
