import FresnelStorage

/// Reads the fixed fields of a part of a segment, from bytes that may be anything.
struct DocumentFields {
  private let bytes: UnsafeRawBufferPointer
  private(set) var position: Int

  init(_ bytes: UnsafeRawBufferPointer, at position: Int) {
    self.bytes = bytes
    self.position = position
  }

  mutating func byte() throws(StorageError) -> UInt8 { try number(UInt8.self) }
  mutating func word() throws(StorageError) -> UInt32 { try number(UInt32.self) }
  mutating func long() throws(StorageError) -> UInt64 { try number(UInt64.self) }

  private mutating func number<Value: FixedWidthInteger & BitwiseCopyable>(
    _ type: Value.Type
  ) throws(StorageError) -> Value {
    let size = MemoryLayout<Value>.size
    guard position >= 0, bytes.count >= size, position <= bytes.count - size else {
      throw StorageError(.corrupted, "A segment's footer ends inside the place of its documents.")
    }
    defer { position += size }
    return Value(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: type))
  }
}

extension [UInt8] {
  /// Appends the number's bytes, the lowest first.
  mutating func append(fixed value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }
}

extension UnsafeRawBufferPointer {
  /// The number at an offset, lowest byte first; all of its bytes must be in bounds.
  @inline(__always)
  func fixed<Value: FixedWidthInteger & BitwiseCopyable>(_ type: Value.Type, at offset: Int)
    -> Value
  {
    Value(littleEndian: loadUnaligned(fromByteOffset: offset, as: type))
  }
}

extension ByteSource {
  /// The error of documents that break their format.
  func damagedDocuments(_ what: String, at offset: UInt64? = nil) -> StorageError {
    StorageError(
      .corrupted, "The documents of \(path ?? "a segment in memory") are damaged: \(what).",
      path: path, offset: offset)
  }
}
