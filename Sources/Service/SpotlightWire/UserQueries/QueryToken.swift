/// A part of typed text that is understood as a filter: offered by the service, and applied once the client
/// sends it back.
package struct QueryToken: Hashable, Sendable, WireValue {
  /// What a token narrows hits by.
  package enum Kind: UInt8, CaseIterable, Hashable, Sendable, WireValue {
    /// The kind of item.
    case kind = 0
    /// The app that has the item.
    case app = 1
    /// A person who sent, received or made it.
    case person = 2
    /// When it was made, changed or used.
    case time = 3
    /// How large it is.
    case size = 4
    /// Nothing: the person refused what was offered for this part of the text.
    case dismissed = 5
  }

  /// What it narrows hits by.
  package var kind: Kind
  /// The part of the text, as offsets into its UTF-8; empty for a token beside the text.
  package var range: Range<Int>
  /// What the person sees of it.
  package var shown: String
  /// The query string that it adds to the filters; nothing is read of it in a dismissed token.
  package var query: String

  /// Puts the parts together.
  package init(_ kind: Kind, range: Range<Int>, shown: String, query: String) {
    (self.kind, self.range, self.shown, self.query) = (kind, range, shown, query)
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(kind)
    writer.append(range: range)
    writer.append(string: shown)
    writer.append(string: query)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    kind = try reader.value()
    range = try reader.range()
    shown = try reader.string()
    query = try reader.string()
  }
}

/// A part of a text, as offsets into its UTF-8.
struct TextRange: Hashable, Sendable, WireValue {
  var range: Range<Int>

  init(_ range: Range<Int>) { self.range = range }

  func write(to writer: inout WireWriter) { writer.append(range: range) }

  init(from reader: inout WireReader) throws(WireError) { range = try reader.range() }
}

extension WireWriter {
  /// Appends both bounds, which are no less than 0.
  mutating func append(range: Range<Int>) {
    append(varint: UInt(max(0, range.lowerBound)))
    append(varint: UInt(max(0, range.upperBound)))
  }
}

extension WireReader {
  /// Reads a part of a text, which may be any text.
  mutating func range() throws(WireError) -> Range<Int> {
    let place = position
    let start = try ordinal()
    let end = try ordinal()
    guard start <= end else { throw .malformed("a range ends before it begins", at: place) }
    return start..<end
  }
}
