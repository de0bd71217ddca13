/// A field of a form or of a query.
///
/// Follows the parser of `application/x-www-form-urlencoded` in the URL Standard.
package struct FormField: Hashable, Sendable {
  /// The name, decoded.
  package var name: String
  /// The value, decoded; empty where the field has none.
  package var value: String

  /// Makes a field.
  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }

  /// Reads the fields of a body or a query; whatever the bytes are, they have some meaning.
  ///
  /// - Complexity: O(*b*) in the number of bytes.
  package static func parse(_ bytes: [UInt8]) -> [FormField] {
    bytes.split(separator: UInt8(ascii: "&")).map { field in
      let equals = field.firstIndex(of: UInt8(ascii: "="))
      return FormField(
        name: decode(field[..<(equals ?? field.endIndex)]),
        value: equals.map { decode(field[($0 + 1)...]) } ?? "")
    }
  }

  private static func decode(_ bytes: ArraySlice<UInt8>) -> String {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "+"): decoded.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        if index + 2 < bytes.endIndex, let high = digit(bytes[index + 1]),
          let low = digit(bytes[index + 2])
        {
          decoded.append(high << 4 | low)
          index += 2
        } else {
          decoded.append(UInt8(ascii: "%"))
        }
      case let byte: decoded.append(byte)
      }
      index += 1
    }
    return String(decoding: decoded, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
