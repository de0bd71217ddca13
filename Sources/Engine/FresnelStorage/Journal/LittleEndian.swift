extension [UInt8] {
  /// Appends an integer, least significant byte first.
  mutating func appendLittleEndian<Value: FixedWidthInteger>(_ value: Value) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }

  /// Replaces bytes by an integer, least significant byte first.
  mutating func storeLittleEndian<Value: FixedWidthInteger>(_ value: Value, at index: Int) {
    var next = index
    Swift.withUnsafeBytes(of: value.littleEndian) { bytes in
      for byte in bytes {
        self[next] = byte
        next += 1
      }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Reads an integer stored with its least significant byte first; the index must be in bounds.
  @inline(__always)
  func littleEndian<Value: FixedWidthInteger & BitwiseCopyable>(
    _ type: Value.Type, at index: Int
  ) -> Value {
    Value(littleEndian: loadUnaligned(fromByteOffset: index, as: type))
  }
}

extension ArraySlice<UInt8> {
  /// Reads an integer stored with its least significant byte first, `index` bytes into the slice.
  func littleEndian<Value: FixedWidthInteger & BitwiseCopyable>(
    _ type: Value.Type, at index: Int
  ) -> Value {
    withUnsafeBytes { $0.littleEndian(type, at: index) }
  }
}
