package import FresnelModel

/// What a person decided about one thing: for which texts it stands first, what else it is called, and whether surfaces
/// leave it out.
package struct PersonalMark: Hashable, Sendable, WireValue {
  /// A text for which the thing stands first.
  package struct Pin: Hashable, Sendable, WireValue {
    /// The text, as the person wrote it.
    package var text: String
    /// When it was pinned. Of several things that are pinned for a text the one pinned last stands first.
    package var date: Timestamp

    /// Puts the parts together.
    package init(text: String, date: Timestamp) {
      (self.text, self.date) = (text, date)
    }

    /// Appends the parts.
    package func write(to writer: inout WireWriter) {
      writer.append(string: text)
      writer.append(date.secondsSinceReferenceDate)
    }

    /// Reads the parts.
    package init(from reader: inout WireReader) throws(WireError) {
      text = try reader.string()
      date = Timestamp(secondsSinceReferenceDate: try reader.double())
    }
  }

  /// The index that holds the thing; that of history where it is a place that was visited.
  package var scope: IndexScope
  /// Its identifier there.
  package var identifier: String
  /// The class in whose store the mark is kept.
  package var protection: ProtectionClass
  /// The texts for which it stands first, in the order in which they were pinned.
  package var pins: [Pin]
  /// What else it is called, in the order in which that was said.
  package var aliases: [String]
  /// Whether surfaces leave it out.
  package var isHidden: Bool

  /// Puts the parts together.
  package init(
    scope: IndexScope, identifier: String, protection: ProtectionClass, pins: [Pin] = [],
    aliases: [String] = [], isHidden: Bool = false
  ) {
    self.scope = scope
    self.identifier = identifier
    self.protection = protection
    self.pins = pins
    self.aliases = aliases
    self.isHidden = isHidden
  }

  /// Whether nothing is decided any more.
  package var isEmpty: Bool { pins.isEmpty && aliases.isEmpty && !isHidden }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(string: scope.app)
    writer.append(string: scope.index)
    writer.append(string: identifier)
    writer.append(protection)
    writer.append(list: pins)
    writer.append(list: aliases)
    writer.append(isHidden)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    scope = IndexScope(app: try reader.string(), index: try reader.string())
    identifier = try reader.string()
    protection = try reader.value()
    pins = try reader.list()
    aliases = try reader.list()
    isHidden = try reader.flag()
  }
}
