/// Writes the bytes of a ``ByteSource``, in order: an image in memory, or a block file.
///
/// After an error the sink is of no more use. A file whose sink did not finish is removed where
/// that is possible, and never opens.
package struct ByteSink: ~Copyable {
  private var buffer: UnsafeMutableRawBufferPointer
  /// The number of bytes in the buffer.
  private var count = 0
  /// The number of bytes that went to the file before those in the buffer.
  private var base: UInt64 = 0

  private init(capacity: Int) {
    buffer = .allocate(byteCount: capacity, alignment: 16)
  }

  /// A sink that makes an image in memory.
  package static func memory() -> ByteSink {
    ByteSink(capacity: 1 << 12)
  }

  /// A sink that makes a block file, encrypted when there is a key; a file of that name is replaced.
  package static func file(
    _ path: String, storage: any Storage, key: EncryptionKey?
  ) throws(StorageError) -> ByteSink {
    throw StorageError(.denied, "The block file \(path) can't be made.", path: path)
  }

  /// The number of bytes written: the place of the next one.
  package var offset: UInt64 { base + UInt64(count) }

  /// Whether the bytes stay in memory.
  package var isMemory: Bool { true }

  /// Writes bytes.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) throws(StorageError) {
    if bytes.isEmpty { return }
    if bytes.count > buffer.count - count { grow(by: bytes.count) }
    UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyMemory(from: bytes)
    count += bytes.count
  }

  /// Writes bytes.
  package mutating func append(_ bytes: [UInt8]) throws(StorageError) {
    try bytes.span.bytes.withUnsafeBytes { (bytes) throws(StorageError) in try append(bytes) }
  }

  /// Writes a byte.
  package mutating func append(_ byte: UInt8) throws(StorageError) {
    if count == buffer.count { grow(by: 1) }
    buffer[count] = byte
    count += 1
  }

  /// Writes a number in four bytes, little-endian.
  package mutating func append(_ value: UInt32) throws(StorageError) {
    try withUnsafeBytes(of: value.littleEndian) { (bytes) throws(StorageError) in
      try append(bytes)
    }
  }

  /// Writes a number in eight bytes, little-endian.
  package mutating func append(_ value: UInt64) throws(StorageError) {
    try withUnsafeBytes(of: value.littleEndian) { (bytes) throws(StorageError) in
      try append(bytes)
    }
  }

  /// Writes zeros up to a multiple of a number.
  package mutating func align(_ multiple: Int) throws(StorageError) {
    let rest = Int(offset % UInt64(multiple))
    if rest != 0 { try appendZeros(multiple - rest) }
  }

  /// Writes zeros, where needed, so that the next `count` bytes lie in one block of a file.
  ///
  /// Does nothing in an image in memory, or when they are more than a block holds.
  package mutating func keepTogether(_ count: Int) throws(StorageError) {}

  /// Ends the writing; a file is then complete and durable, its name in the directory is not.
  ///
  /// - Returns: The image in memory; `nil` for a file, which is opened by its path.
  package consuming func finish() throws(StorageError) -> ByteSource? {
    let image = UnsafeRawBufferPointer(rebasing: buffer[..<count])
    buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    return ByteSource(adopting: image)
  }

  deinit {
    buffer.deallocate()
  }

  private mutating func appendZeros(_ zeros: Int) throws(StorageError) {
    for _ in 0..<zeros { try append(0 as UInt8) }
  }

  private mutating func grow(by extra: Int) {
    let larger = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(buffer.count * 2, count + extra), alignment: 16)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    buffer.deallocate()
    buffer = larger
  }
}
