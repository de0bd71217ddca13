/// A person chose an item of the client's app in the app's own search, after typing a text.
///
/// The service keeps the text for the app's own recent searches, and nothing else: what apps tell orders nothing.
package struct EngagedItem: Hashable, Sendable, WireValue {
  /// What was typed.
  package var text: String
  /// The unique identifier of the item, in whichever index of the app.
  package var identifier: String

  /// Puts the parts together.
  package init(text: String, identifier: String) {
    (self.text, self.identifier) = (text, identifier)
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(string: text)
    writer.append(string: identifier)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    text = try reader.string()
    identifier = try reader.string()
  }
}
