/// Questions about types by their names.
package enum SchemaVocabulary {
  /// The release of schema.org that is known.
  package static let release = "30.0"

  /// Whether a type is another one or below it.
  ///
  /// - Parameters:
  ///   - type: A name as ``GraphItem/types`` has it.
  ///   - ancestor: The name of the other.
  /// - Returns: `false` also when schema.org doesn't know one of them, unless they are the same.
  package static func isSubtype(_ type: String, of ancestor: String) -> Bool {
    if type == ancestor { return true }
    return SchemaTerm(.type, named: type)?.isSubtype(ofTypeNamed: ancestor) ?? false
  }
}

extension GraphItem {
  /// Whether one of the item's types is a type of schema.org or below it.
  package func isA(_ type: String) -> Bool {
    types.contains { SchemaVocabulary.isSubtype($0, of: type) }
  }

  /// Whether one of the item's types is one of several types of schema.org or below one.
  package func isA(anyOf names: [String]) -> Bool {
    types.contains { type in
      if names.contains(type) { return true }
      guard let term = SchemaTerm(.type, named: type) else { return false }
      return names.contains(where: term.isSubtype(ofTypeNamed:))
    }
  }
}
