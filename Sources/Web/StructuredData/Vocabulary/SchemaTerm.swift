/// A name of schema.org: a type, a property, or a member of an enumeration.
package struct SchemaTerm: Hashable, Sendable {
  /// Its place in the table.
  let place: Int

  /// What a name can be.
  package enum Kind: Hashable, Sendable {
    /// A type of things, or of texts.
    case type
    /// A property.
    case property
    /// A member of an enumeration, such as `InStock`.
    case member
  }

  init(place: Int) {
    self.place = place
  }

  /// The term of a name as ``GraphItem`` has it; `nil` when schema.org has none of this kind.
  ///
  /// - Complexity: O(log *n*) in the number of names.
  package init?(_ kind: Kind, named name: String) {
    guard let place = SchemaTable.place(of: name) else { return nil }
    self.place = place
    guard self.kind == kind else { return nil }
  }

  /// What it is.
  package var kind: Kind {
    let flags = SchemaTable.flags(place)
    return flags.contains(.property) ? .property : flags.contains(.member) ? .member : .type
  }

  /// The name, such as `Restaurant`.
  package var name: String { SchemaTable.name(place) }

  /// What to write instead, when it was superseded.
  package var successor: SchemaTerm? { SchemaTable.instead(place).map(SchemaTerm.init(place:)) }

  /// Whether it is kept for old documents only.
  package var isRetired: Bool { SchemaTable.flags(place).contains(.retired) }

  /// A property's opposite: `hasPart` for `isPartOf`.
  package var inverse: SchemaTerm? { SchemaTable.inverse(place).map(SchemaTerm.init(place:)) }

  /// A type's direct supertypes, a property's domain, or the enumerations that a member belongs to.
  package var above: [SchemaTerm] { SchemaTable.above(place).map(SchemaTerm.init(place:)) }

  /// All types that a type is one of, itself not among them, in the order of their names.
  package var ancestors: [SchemaTerm] {
    kind == .type ? SchemaTable.second(place).map(SchemaTerm.init(place:)) : []
  }

  /// The types that values of a property may have.
  package var range: [SchemaTerm] {
    kind == .property ? SchemaTable.second(place).map(SchemaTerm.init(place:)) : []
  }

  /// Whether a type is another one or below it.
  ///
  /// - Complexity: O(*a*) in the number of ancestors, at most about ten.
  package func isSubtype(of other: SchemaTerm) -> Bool {
    place == other.place || kind == .type && SchemaTable.second(place).contains(other.place)
  }

  /// Whether a type is below the one of a name, or that one. To compare the names of its ancestors takes less than to
  /// look the name up.
  func isSubtype(ofTypeNamed name: String) -> Bool {
    SchemaTable.isName(place, name)
      || kind == .type && SchemaTable.second(place).contains { SchemaTable.isName($0, name) }
  }

  /// Whether values of this type are texts, numbers and the like rather than things.
  package var isDatatype: Bool {
    Self.datatypes.contains(where: { isSubtype(of: $0) })
  }

  private static let datatypes = ["Text", "Number", "Boolean", "Date", "DateTime", "Time"]
    .compactMap { SchemaTerm(.type, named: $0) }

  /// Whether a property is one of things of a type: its domain holds the type or one above it.
  package func belongs(to type: SchemaTerm) -> Bool {
    guard kind == .property else { return false }
    let ancestors = SchemaTable.second(type.place)
    return SchemaTable.above(place).contains { $0 == type.place || ancestors.contains($0) }
  }

  /// What schema.org's JSON-LD context takes texts of a property for.
  package enum Coercion: Sendable {
    /// An address.
    case iri
    /// A date.
    case date
  }

  /// What schema.org's JSON-LD context takes texts of this property for; `nil` for texts.
  package var coercion: Coercion? {
    let flags = SchemaTable.flags(place)
    return flags.contains(.iri) ? .iri : flags.contains(.date) ? .date : nil
  }
}

extension SchemaTerm: CustomStringConvertible {
  /// The name.
  package var description: String { name }
}
