/// A client asks for one item of anybody's.
package struct ItemLookup: Hashable, Sendable, WireValue {
  /// Whose item it is.
  package var app: String
  /// The name of the index; empty for the default one.
  package var index: String
  /// The unique identifier.
  package var identifier: String

  /// Puts the parts together.
  package init(app: String, index: String, identifier: String) {
    self.app = app
    self.index = index
    self.identifier = identifier
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(string: app)
    writer.append(string: index)
    writer.append(string: identifier)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    app = try reader.string()
    index = try reader.string()
    identifier = try reader.string()
  }
}

/// A client asks for all items.
package struct ItemList: Hashable, Sendable, WireValue {
  /// Whose; `nil` for everybody's.
  package var app: String?
  /// The name of the index; `nil` for all.
  package var index: String?

  /// Puts the parts together.
  package init(app: String? = nil, index: String? = nil) {
    self.app = app
    self.index = index
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(optional: app)
    writer.append(optional: index)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    app = try reader.optional()
    index = try reader.optional()
  }
}
