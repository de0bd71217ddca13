import FresnelStorage

extension Varint {
  /// Reads a number as ``read(_:at:)`` does: without a call if it has at most four bytes and is not at
  /// the end.
  @inline(__always)
  static func readShort(_ bytes: UnsafeRawBufferPointer, at position: inout Int) -> UInt64? {
    guard bytes.count &- position >= 4 else { return read(bytes, at: &position) }
    let word = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self))
    // The highest bit of the number's last byte is the first that is 0.
    let lastBit = (~word & 0x8080_8080).trailingZeroBitCount
    guard lastBit < 32 else { return read(bytes, at: &position) }
    position &+= (lastBit &+ 1) / 8
    let own = word & (UInt32.max &>> UInt32(truncatingIfNeeded: 31 &- lastBit))
    return UInt64(
      own & 0x7F | own >> 1 & 0x3F80 | own >> 2 & 0x1F_C000 | own >> 3 & 0xFE0_0000)
  }
}

/// Distances in both directions as numbers that are small when the distance is.
enum ZigZag {
  /// The number of a distance, given modulo 2^64.
  static func encode(_ distance: UInt64) -> UInt64 {
    let signed = Int64(bitPattern: distance)
    return UInt64(bitPattern: signed << 1 ^ signed >> 63)
  }

  /// The distance, modulo 2^64, that a number stands for.
  static func decode(_ number: UInt64) -> UInt64 {
    number >> 1 ^ (0 &- (number & 1))
  }
}

extension GrowableBuffer<UInt8> {
  /// Appends a number as ``Varint`` does.
  mutating func append(varint value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }
}
