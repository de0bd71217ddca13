import FresnelPlatform

extension [UInt8] {
  /// A number of the input, least significant byte first; 0 where the input ends before.
  func number<Value: FixedWidthInteger>(_ type: Value.Type, at offset: Int) -> Value {
    var value: Value = 0
    for index in 0..<(Value.bitWidth / 8) where offset >= 0 && offset + index < count {
      value |= Value(truncatingIfNeeded: self[offset + index]) << Value(index * 8)
    }
    return value
  }

  /// Appends a number, least significant byte first.
  mutating func append<Value: FixedWidthInteger>(number value: Value) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }

  /// Replaces bytes by a number, least significant byte first; they have to be there.
  mutating func store<Value: FixedWidthInteger>(number value: Value, at offset: Int) {
    Swift.withUnsafeBytes(of: value.littleEndian) { bytes in
      replaceSubrange(offset..<(offset + bytes.count), with: bytes)
    }
  }

  /// The checksum of some of the bytes, started from another.
  func checksum(_ range: Range<Int>, continuing start: UInt32 = 0) -> UInt32 {
    var checksum = CRC32C(continuing: start)
    self[range].withUnsafeBytes { checksum.update($0) }
    return checksum.value
  }
}
