import FresnelPlatform

/// Writes the bytes of a ``ByteSource``, in order: an image in memory, or a block file.
///
/// After an error the sink is of no more use. A file whose sink did not finish is removed where
/// that is possible, and never opens.
package struct ByteSink: ~Copyable {
  // Owned by the sink alone: it is written here and freed in deinit, or handed over in finish.
  private var buffer: UnsafeMutableRawBufferPointer
  /// The number of bytes in the buffer.
  private var count = 0
  /// The number of bytes that went to the file before those in the buffer.
  private var base: UInt64 = 0
  private let file: BlockFileWriter?
  /// Where in the buffer the bytes begin that are being written twice; `nil` when none are.
  private var copiedStart: Int?
  /// The blocks of the buffer to be written twice, a bit for each.
  private var copiedBlocks: UInt64 = 0

  private init(capacity: Int, file: BlockFileWriter?) {
    buffer = UnsafeMutableRawBufferPointer(
      start: BufferMemory.allocate(byteCount: capacity), count: capacity)
    self.file = file
  }

  /// A sink that makes an image in memory.
  package static func memory() -> ByteSink {
    ByteSink(capacity: Block.byteCount, file: nil)
  }

  /// A sink that makes a block file, encrypted when there is a key; a file of that name is replaced.
  package static func file(
    _ path: String, storage: any Storage, key: EncryptionKey?
  ) throws(StorageError) -> ByteSink {
    ByteSink(
      capacity: Block.countInStep * Block.byteCount,
      file: try BlockFileWriter(path, storage: storage, key: key))
  }

  /// The number of bytes written: the place of the next one.
  package var offset: UInt64 { base + UInt64(count) }

  /// Whether the bytes stay in memory.
  package var isMemory: Bool { file == nil }

  /// Writes bytes.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) throws(StorageError) {
    var rest = bytes
    while rest.count > buffer.count - count {
      guard file != nil else {
        grow(by: rest.count)
        break
      }
      let part = buffer.count - count
      copy(UnsafeRawBufferPointer(rebasing: rest[..<part]))
      rest = UnsafeRawBufferPointer(rebasing: rest[part...])
      try flush()
    }
    copy(rest)
  }

  /// Writes bytes.
  package mutating func append(_ bytes: [UInt8]) throws(StorageError) {
    try bytes.span.bytes.withUnsafeBytes { (bytes) throws(StorageError) in try append(bytes) }
  }

  /// Writes a byte.
  package mutating func append(_ byte: UInt8) throws(StorageError) {
    if count == buffer.count { try makeRoom() }
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
  package mutating func keepTogether(_ count: Int) throws(StorageError) {
    let room = Block.byteCount - Int(offset % Block.byteCount64)
    if file != nil, count > room, count <= Block.byteCount { try appendZeros(room) }
  }

  /// Has a file keep a second copy of what is appended from here on, up to ``endCopiedBytes()``, so that one damaged
  /// page costs nothing of it: for the little without which much else can't be found.
  ///
  /// Copies are made of whole blocks, which stay in memory until the file is finished. Does nothing in an image in
  /// memory.
  package mutating func beginCopiedBytes() { copiedStart = count }

  /// Ends what ``beginCopiedBytes()`` began.
  package mutating func endCopiedBytes() {
    noteCopiedBlocks()
    copiedStart = nil
  }

  /// Ends the writing; a file is then complete and durable, its name in the directory is not.
  ///
  /// - Returns: The image in memory; `nil` for a file, which is opened by its path.
  package consuming func finish() throws(StorageError) -> ByteSource? {
    guard let file else {
      resize(to: count)
      let image = UnsafeRawBufferPointer(buffer)
      buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)
      return ByteSource(adopting: image)
    }
    let byteCount = offset
    try appendZeros((Block.byteCount - count % Block.byteCount) % Block.byteCount)
    try flush()
    try file.finish(byteCount: byteCount)
    return nil
  }

  deinit {
    guard let memory = buffer.baseAddress else { return }
    BufferMemory.deallocate(memory, byteCount: buffer.count)
  }

  /// Writes bytes that the buffer has room for.
  private mutating func copy(_ bytes: UnsafeRawBufferPointer) {
    UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyMemory(from: bytes)
    count += bytes.count
  }

  private mutating func appendZeros(_ zeros: Int) throws(StorageError) {
    var rest = zeros
    while rest > 0 {
      if count == buffer.count { try makeRoom() }
      let part = min(rest, buffer.count - count)
      UnsafeMutableRawBufferPointer(rebasing: buffer[count..<(count + part)])
        .initializeMemory(as: UInt8.self, repeating: 0)
      count += part
      rest -= part
    }
  }

  private mutating func makeRoom() throws(StorageError) {
    if file == nil { grow(by: 1) } else { try flush() }
  }

  /// Writes the buffer, which holds whole blocks, to the file.
  private mutating func flush() throws(StorageError) {
    if count == 0 { return }
    noteCopiedBlocks()
    try file?.write(
      UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), copied: copiedBlocks)
    base += UInt64(count)
    count = 0
    copiedBlocks = 0
    if copiedStart != nil { copiedStart = 0 }
  }

  /// Notes which blocks of the buffer have bytes that are to be written twice.
  private mutating func noteCopiedBlocks() {
    guard file != nil, let start = copiedStart, start < count else { return }
    for block in (start / Block.byteCount)...((count - 1) / Block.byteCount) {
      copiedBlocks |= 1 << UInt64(block)
    }
  }

  private mutating func grow(by extra: Int) {
    resize(to: max(buffer.count * 2, count + extra))
  }

  /// Makes the buffer larger, or smaller.
  private mutating func resize(to byteCount: Int) {
    guard let memory = buffer.baseAddress, byteCount != buffer.count else { return }
    buffer = UnsafeMutableRawBufferPointer(
      start: BufferMemory.resize(memory, from: buffer.count, to: byteCount), count: byteCount)
  }
}
