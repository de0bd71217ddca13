internal import WebDocuments

/// A value of an expanded document.
struct ExpandedValue {
  /// What a value can be.
  indirect enum Kind {
    case node(ExpandedNode)
    case literal(ExpandedLiteral)
    case list([ExpandedValue])
  }

  var kind: Kind
  /// The key under which it stood in an index.
  var index: String?
  /// Where it stands, in bytes from the start of the document.
  let offset: Int

  var node: ExpandedNode? {
    if case .node(let node) = kind { node } else { nil }
  }
}

/// A thing of an expanded document.
struct ExpandedNode {
  /// A property with its values.
  struct Property {
    let iri: String
    var values: [ExpandedValue]
    /// Where its name stands, in bytes from the start of the document; `nil` where that is beside its first value.
    var nameOffset: Int?
  }

  /// Its name.
  enum Identifier: Hashable {
    case none
    /// A name that stands for nothing.
    case null
    case iri(String)
  }

  var identifier = Identifier.none
  /// Whether all of it was written as a text that the context takes for a name.
  var isText = false
  /// The types; `nil` when the document doesn't speak of them.
  var types: [String]?
  var properties: [Property] = []
  /// Properties of others whose value it is.
  var reverse: [Property] = []
  /// What stands in the graph of its name.
  var graph: [ExpandedValue]?
  /// Things that only stand here.
  var included: [ExpandedValue]?

  /// Whether it only names something.
  var isReference: Bool {
    types == nil && properties.isEmpty && reverse.isEmpty && graph == nil && included == nil
  }

  /// Whether it is a graph without a name and nothing else.
  var hasOnlyGraph: Bool {
    graph != nil && identifier == .none && types == nil && properties.isEmpty && reverse.isEmpty
      && included == nil
  }
}

/// A text, number or the like of an expanded document.
struct ExpandedLiteral {
  /// A text, a number, a truth value; with type `@json` anything.
  let value: LocatedJSON
  var type: String?
  var language: String?
  var direction: String?
}

/// What an element became.
enum Expansion {
  case nothing
  case one(ExpandedValue)
  case many([ExpandedValue])

  var values: [ExpandedValue] {
    switch self {
    case .nothing: []
    case .one(let value): [value]
    case .many(let values): values
    }
  }
}
