/// A person chose an item of the client's app in the app's own search, after typing a text.
///
/// The service keeps the text for the app's own recent searches, and nothing else: what apps tell orders nothing.
package struct EngagedItem: Hashable, Sendable, WireValue {
  /// What was typed.
  package var text: String
  /// The protection class of the item's index: the text is kept in the store of that class, or nowhere.
  package var protection: ProtectionClass
  /// The name of the item's index.
  package var index: String
  /// The unique identifier of the item.
  package var identifier: String

  /// Puts the parts together.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - protection: The protection class of the item's index, as its hit told.
  ///   - index: The name of the item's index.
  ///   - identifier: The unique identifier of the item.
  package init(
    text: String, protection: ProtectionClass, index: String, identifier: String
  ) {
    (self.text, self.protection) = (text, protection)
    (self.index, self.identifier) = (index, identifier)
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(string: text)
    writer.append(protection)
    writer.append(string: index)
    writer.append(string: identifier)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    text = try reader.string()
    protection = try reader.value()
    index = try reader.string()
    identifier = try reader.string()
  }
}
