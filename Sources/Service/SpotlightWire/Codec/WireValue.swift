package import FresnelModel

/// A part of a message that knows its own bytes.
///
/// One value has one encoding, and what is read is checked whole: bytes that are accepted encode again
/// to the same bytes.
package protocol WireValue: Sendable {
  /// Appends the value's bytes.
  func write(to writer: inout WireWriter)

  /// Reads a value.
  ///
  /// - Throws: ``WireError`` with ``WireError/Code/malformed``.
  init(from reader: inout WireReader) throws(WireError)
}

extension String: WireValue {
  /// Appends the length and the UTF-8.
  package func write(to writer: inout WireWriter) { writer.append(string: self) }

  /// Reads a string.
  package init(from reader: inout WireReader) throws(WireError) { self = try reader.string() }
}

extension EncodedItem: WireValue {
  /// Appends the length and the item's bytes.
  package func write(to writer: inout WireWriter) { writer.append(bytes: bytes) }

  /// Finds an item in the reader's bytes, which it shares. Its header is checked now, its attributes
  /// when they are read or by ``EncodedItem/validate()``.
  package init(from reader: inout WireReader) throws(WireError) { self = try reader.item() }
}

extension WireValue where Self: RawRepresentable, RawValue: FixedWidthInteger & Sendable {
  /// Appends the number that stands for the value.
  package func write(to writer: inout WireWriter) { writer.append(rawValue) }

  /// Reads a number that stands for a value.
  package init(from reader: inout WireReader) throws(WireError) {
    let start = reader.position
    guard let value = Self(rawValue: try reader.integer()) else {
      throw .malformed("a number stands for nothing", at: start)
    }
    self = value
  }
}
