/// A header of a request or an answer.
package struct HTTPHeader: Hashable, Sendable {
  /// The name.
  package var name: String
  /// The value.
  package var value: String

  /// Makes a header.
  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Whether this is the name; names are alike whatever their case.
  package func isNamed(_ other: String) -> Bool {
    name.utf8.count == other.utf8.count
      && name.utf8.elementsEqual(other.utf8) { first, second in
        first == second || Self.lowercased(first) == Self.lowercased(second)
      }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
