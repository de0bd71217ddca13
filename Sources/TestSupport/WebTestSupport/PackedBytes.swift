/// Data in gzip's form, made by hand.
package enum PackedBytes {
  /// Some bytes, in a block that is not packed; at most 65,535.
  package static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let count = UInt16(bytes.count)
    return header + [1] + little(count) + little(~count) + bytes
      + little(checksum(bytes)) + little(UInt32(bytes.count))
  }

  /// Many zeros in few bytes: about 160 to one. The checksum at the end is wrong.
  package static func zeros(_ count: Int) -> [UInt8] {
    var bits = Bits()
    // The last block, with the fixed codes; a zero, then copies of it, 258 at a time.
    bits.append(0b1, 1)
    bits.append(0b01, 2)
    bits.append(0b0000_1100, 8)
    for _ in 0..<(count / 258) {
      bits.append(0b1010_0011, 8)
      bits.append(0, 5)
    }
    bits.append(0, 7)
    return header + bits.bytes + [0, 0, 0, 0] + little(UInt32(truncatingIfNeeded: count))
  }

  private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

  private struct Bits {
    private(set) var bytes: [UInt8] = []
    private var free = 0

    /// Appends bits, the lowest first.
    mutating func append(_ value: UInt32, _ count: Int) {
      for index in 0..<count {
        if free == 0 {
          bytes.append(0)
          free = 8
        }
        bytes[bytes.count - 1] |= UInt8((value >> UInt32(index)) & 1) << UInt8(8 - free)
        free -= 1
      }
    }
  }

  private static func little(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var value: UInt32 = ~0
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return ~value
  }
}
