/// Escapes of bytes as `%` and two hexadecimal digits.
package enum PercentEncoding {
  /// The capital hexadecimal digits.
  private static let digits: StaticString = "0123456789ABCDEF"

  /// Appends a byte's escape.
  @inline(__always)
  package static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "%"))
    bytes.append(digits.utf8Start[Int(byte &>> 4)])
    bytes.append(digits.utf8Start[Int(byte & 15)])
  }

  /// The bytes with every escape undone; a `%` that begins none stays as it is.
  ///
  /// - Complexity: O(*n*).
  package static func decode(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%"), let escaped = escape(in: bytes, at: index) {
        decoded.append(escaped)
        bytes.formIndex(&index, offsetBy: 3)
      } else {
        decoded.append(byte)
        bytes.formIndex(after: &index)
      }
    }
    return decoded
  }

  /// The text with every escape undone, read as UTF-8; `nil` when it isn't.
  package static func decode(_ text: some StringProtocol) -> String? {
    String(validating: decode(text.utf8), as: UTF8.self)
  }

  /// The byte whose escape begins at an index; `nil` when none does.
  @inline(__always)
  package static func escape<Bytes: Collection<UInt8>>(
    in bytes: Bytes, at index: Bytes.Index
  ) -> UInt8? {
    guard bytes[index] == UInt8(ascii: "%"),
      let first = bytes.index(index, offsetBy: 1, limitedBy: bytes.endIndex),
      first < bytes.endIndex, let high = bytes[first].hexValue
    else { return nil }
    let second = bytes.index(after: first)
    guard second < bytes.endIndex, let low = bytes[second].hexValue else { return nil }
    return high << 4 | low
  }
}
