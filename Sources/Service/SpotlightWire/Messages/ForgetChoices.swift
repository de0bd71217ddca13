/// A person has a search forget that they chose some things: what meets all conditions.
///
/// Searches then order these things as if they had never been chosen. The things themselves stay, and so do the
/// places of history (``DeleteHistory``).
package struct ForgetChoices: Hashable, Sendable, WireValue {
  /// Whose; `nil` for everybody's.
  package var app: String?
  /// What they are called by: unique identifiers of items, in whichever index, and keys of states; empty for
  /// everything, searches that were continued in an app included.
  package var identifiers: [String]

  /// Puts the parts together.
  package init(app: String? = nil, identifiers: [String] = []) {
    self.app = app
    self.identifiers = identifiers
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(optional: app)
    writer.append(list: identifiers)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    app = try reader.optional()
    identifiers = try reader.list()
  }
}

/// What a person had forgotten.
package struct ChoicesForgotten: Hashable, Sendable, WireValue {
  /// Of how many things nothing is known any more.
  package var count: UInt64
  /// Those of the names of the request that were theirs.
  package var identifiers: [String]

  /// Puts the parts together.
  package init(count: UInt64, identifiers: [String]) {
    self.count = count
    self.identifiers = identifiers
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(varint: count)
    writer.append(list: identifiers)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    count = try reader.varint()
    identifiers = try reader.list()
  }
}
