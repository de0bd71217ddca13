/// Whole numbers in as few bytes as they need: LEB128, seven bits a byte, the lowest first.
package enum Varint {
  /// The greatest number of bytes of a number.
  package static let maximumByteCount = 10

  /// Reads a number and moves `position` behind it.
  ///
  /// - Returns: `nil` when the bytes end before, or the number needs more than 64 bits.
  @inlinable
  package static func read(
    _ bytes: UnsafeRawBufferPointer, at position: inout Int
  ) -> UInt64? {
    guard position >= 0, position < bytes.count else { return nil }
    let first = bytes[position]
    if first < 0x80 {
      position += 1
      return UInt64(first)
    }
    var value = UInt64(first & 0x7f)
    var shift: UInt64 = 7
    var next = position + 1
    while next < bytes.count {
      let byte = bytes[next]
      next += 1
      if shift == 63, byte > 1 { return nil }
      value |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 {
        position = next
        return value
      }
      shift += 7
      if shift > 63 { return nil }
    }
    return nil
  }

  /// Appends a number.
  @inlinable
  package static func append(_ value: UInt64, to bytes: inout [UInt8]) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// The number of bytes a number takes.
  @inlinable
  package static func byteCount(_ value: UInt64) -> Int {
    (70 - (value | 1).leadingZeroBitCount) / 7
  }
}
