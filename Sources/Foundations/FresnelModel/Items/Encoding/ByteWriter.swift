/// Appends the parts that values are made of; ``ByteReader`` reads them back.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func reserve(_ count: Int) {
    bytes.reserveCapacity(count)
  }

  mutating func append(byte: UInt8) {
    bytes.append(byte)
  }

  mutating func append(varint value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func append(integer value: Int64) {
    append(varint: UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }

  mutating func append(littleEndian value: some FixedWidthInteger) {
    for shift in stride(from: 0, to: type(of: value).bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  /// Appends a number that is not NaN. Both zeros are equal, so one form stands for both.
  mutating func append(double value: Double) {
    append(littleEndian: (value == 0 ? 0 : value).bitPattern)
  }

  mutating func append(raw run: some Collection<UInt8>) {
    bytes.append(contentsOf: run)
  }

  /// Overwrites four bytes written before.
  mutating func patch(_ value: UInt32, at offset: Int) {
    for index in 0..<4 {
      bytes[offset + index] = UInt8(truncatingIfNeeded: value >> UInt32(8 * index))
    }
  }
}
