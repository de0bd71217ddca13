public import WebDocuments

/// A property of an item with all its values.
public struct GraphProperty: Hashable, Sendable {
  /// The name: `name` for one of schema.org, else the whole IRI, or the bare word that stands there when its
  /// item has no type.
  public let name: String
  /// The values in the order of the document; at least one.
  public internal(set) var values: [GraphValue]
  /// Where its name was read; `nil` where that is beside the first value.
  public internal(set) var location: SourceLocation?
}
