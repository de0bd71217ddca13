package import FresnelModel

/// An item that was found.
package struct WireHit: Hashable, Sendable, WireValue {
  /// Whose item it is, and in which index.
  package var scope: IndexScope
  /// The protection class of its index.
  package var protection: ProtectionClass
  /// How well it answers a search; 0 where hits are not ranked.
  package var score: Double
  /// The item, with the attributes that were asked for.
  package var item: EncodedItem

  /// Puts the parts together.
  package init(
    scope: IndexScope, protection: ProtectionClass, score: Double, item: EncodedItem
  ) {
    self.scope = scope
    self.protection = protection
    self.score = score
    self.item = item
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(string: scope.app)
    writer.append(string: scope.index)
    writer.append(protection)
    writer.append(score)
    writer.append(item)
  }

  /// Reads a hit, whose item shares the reader's bytes.
  package init(from reader: inout WireReader) throws(WireError) {
    scope = IndexScope(app: try reader.string(), index: try reader.string())
    protection = try reader.value()
    score = try reader.double()
    item = try reader.value()
  }
}
