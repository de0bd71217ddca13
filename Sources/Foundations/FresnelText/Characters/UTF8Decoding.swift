/// Decodes the code point at an offset of UTF-8 text that may be damaged.
///
/// - Parameters:
///   - bytes: The text.
///   - offset: Where to read, inside the text.
/// - Returns: The code point and how many bytes it takes (at least one). Damaged text gives U+FFFD
///   for each maximal part of a sequence, as The Unicode Standard recommends in section 3.9.
@inline(__always)
func decodeScalar(in bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> (
  scalar: UInt32, byteCount: Int
) {
  let first = bytes[offset]
  if first < 0x80 { return (UInt32(first), 1) }
  let available = bytes.count - offset
  if first < 0xE0 {
    guard first >= 0xC2, available > 1, isContinuation(bytes[offset + 1]) else {
      return (0xFFFD, 1)
    }
    return (UInt32(first & 0x1F) << 6 | UInt32(bytes[offset + 1] & 0x3F), 2)
  }
  return decodeLongScalar(in: bytes, at: offset, first: first, available: available)
}

/// Whether a byte continues a sequence.
@inline(__always)
private func isContinuation(_ byte: UInt8) -> Bool {
  byte & 0xC0 == 0x80
}

/// Decodes a sequence of three or four bytes.
private func decodeLongScalar(
  in bytes: UnsafeBufferPointer<UInt8>, at offset: Int, first: UInt8, available: Int
) -> (scalar: UInt32, byteCount: Int) {
  guard first <= 0xF4, available > 1 else { return (0xFFFD, 1) }
  let second = bytes[offset + 1]
  // Overlong forms, surrogates and code points past U+10FFFF show in the second byte.
  let secondRange: ClosedRange<UInt8> =
    switch first {
    case 0xE0: 0xA0...0xBF
    case 0xED: 0x80...0x9F
    case 0xF0: 0x90...0xBF
    case 0xF4: 0x80...0x8F
    default: 0x80...0xBF
    }
  guard secondRange.contains(second) else { return (0xFFFD, 1) }
  guard available > 2, isContinuation(bytes[offset + 2]) else { return (0xFFFD, 2) }
  let third = UInt32(bytes[offset + 2] & 0x3F)
  if first < 0xF0 {
    return (UInt32(first & 0x0F) << 12 | UInt32(second & 0x3F) << 6 | third, 3)
  }
  guard available > 3, isContinuation(bytes[offset + 3]) else { return (0xFFFD, 3) }
  let high = UInt32(first & 0x07) << 18 | UInt32(second & 0x3F) << 12
  return (high | third << 6 | UInt32(bytes[offset + 3] & 0x3F), 4)
}

/// Passes the UTF-8 bytes of a code point to `body`, first byte first.
@inline(__always)
func encodeScalar(_ scalar: UInt32, _ body: (UInt8) -> Void) {
  switch scalar {
  case 0..<0x80:
    body(UInt8(truncatingIfNeeded: scalar))
  case 0x80..<0x800:
    body(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
    body(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
  case 0x800..<0x10000:
    body(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
    body(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
    body(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
  default:
    body(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
    body(UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F))
    body(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
    body(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
  }
}

/// Whether all bytes are ASCII, looked at eight at a time.
package func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  let words = UnsafeRawBufferPointer(bytes)
  var united: UInt64 = 0
  var offset = 0
  // Every load ends at or before the end of the buffer.
  while offset + 8 <= words.count {
    united |= words.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    offset += 8
  }
  while offset < words.count {
    united |= UInt64(words[offset])
    offset += 1
  }
  return united & 0x8080_8080_8080_8080 == 0
}
