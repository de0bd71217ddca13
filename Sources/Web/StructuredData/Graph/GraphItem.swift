public import WebDocuments

/// A thing that a page tells of.
public struct GraphItem: Hashable, Sendable {
  /// Its name, an absolute IRI as a rule; `nil` when it has none.
  public let identifier: String?
  /// Its types in the order of the document: `Restaurant` for one of schema.org, else the whole IRI.
  public internal(set) var types: [String]
  /// Its properties in the order in which they first appear.
  public internal(set) var properties: [GraphProperty]
  /// How it was written; where two syntaxes tell of it, the first of them.
  public let syntax: GraphSyntax
  /// Where it begins.
  public internal(set) var location: SourceLocation?

  /// The values of a property, in order; none when it isn't there.
  ///
  /// - Parameter name: The name as ``GraphProperty/name`` has it.
  /// - Complexity: O(*p*) in the number of properties.
  public subscript(name: String) -> [GraphValue] {
    properties.firstIndex { $0.name == name }.map { properties[$0].values } ?? []
  }

  /// The first text of a property: that of a text, a number, a truth value or an address. It is looked for among the
  /// first thousand values.
  public func text(_ name: String) -> String? {
    for value in self[name].prefix(1_000) {
      if let text = value.text { return text }
    }
    return nil
  }
}
