import FresnelPlatform

/// Where the bytes of a segment are: one address space from 0 to ``byteCount``.
///
/// Either an image in memory or a block file, read through a ``BlockCache`` that verifies, and for
/// an encrypted file decrypts, each block when it is filled. Immutable, for any number of threads.
package final class ByteSource: Sendable {
  /// The number of bytes.
  package let byteCount: UInt64
  /// The file's path; `nil` for an image in memory.
  package let path: String?
  // Never written after init, and freed only in deinit, which runs when nothing refers to the
  // source any more: so any thread may read it.
  private nonisolated(unsafe) let image: UnsafeRawBufferPointer
  /// The blocks of a file; `nil` for an image in memory.
  private let blocks: CachedBlocks?
  /// Finds those of them that are in the cache.
  private let lookup: CachedBlocks.Lookup?

  /// Makes an image in memory from a copy of some bytes.
  package convenience init(memory bytes: [UInt8]) {
    let image = UnsafeMutableRawBufferPointer(
      start: BufferMemory.allocate(byteCount: bytes.count), count: bytes.count)
    image.copyBytes(from: bytes)
    self.init(adopting: UnsafeRawBufferPointer(image))
  }

  /// Makes an image in memory; takes over what `BufferMemory` allocated with as many bytes.
  init(adopting image: UnsafeRawBufferPointer) {
    self.image = image
    byteCount = UInt64(image.count)
    path = nil
    blocks = nil
    lookup = nil
  }

  private init(_ blocks: CachedBlocks) {
    image = UnsafeRawBufferPointer(start: nil, count: 0)
    byteCount = blocks.file.byteCount
    path = blocks.file.path
    self.blocks = blocks
    lookup = blocks.lookup
  }

  deinit {
    guard let memory = image.baseAddress else { return }
    BufferMemory.deallocate(UnsafeMutableRawPointer(mutating: memory), byteCount: image.count)
  }

  /// Opens a block file, plain or encrypted with the given key, and verifies its tail and its block
  /// table, which stays in memory; the blocks read are kept in the cache.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - storage: Where it is.
  ///   - cache: Where its blocks are kept.
  ///   - key: What it is encrypted with.
  ///   - noteCopiedDamage: Called at most once, on any thread that reads, when a read meets with damage that costs
  ///     nothing. It has to return at once. What opening meets with is ``notedDamage``.
  /// - Returns: The file's bytes.
  /// - Throws: ``StorageError`` with code `corrupted`, `newerFormat`, `wrongKey`, `notFound` or that
  ///   of a failed read.
  package static func open(
    _ path: String, storage: any Storage, cache: BlockCache, key: EncryptionKey?,
    noteCopiedDamage: (@Sendable (StorageError) -> Void)? = nil
  ) throws(StorageError) -> ByteSource {
    let file = try BlockFile(
      path, storage: storage, key: key, noteCopiedDamage: noteCopiedDamage)
    return ByteSource(CachedBlocks(file, cache: cache))
  }

  /// Contiguous bytes, which stay valid while the pin lives.
  ///
  /// Bytes of one block of a file are handed out in place, and those that span several blocks are
  /// copied: let records that are read often lie in one block (``ByteSink/keepTogether(_:)``).
  ///
  /// - Throws: ``StorageError`` with code `corrupted` when the range is not within the source, or
  ///   a block fails its checksum; or the code of a failed read.
  package func pin(_ offset: UInt64, _ count: Int) throws(StorageError) -> BytePin {
    guard count >= 0, offset <= byteCount, UInt64(count) <= byteCount - offset else {
      throw outOfRange(offset, count)
    }
    guard let lookup else {
      // The range was found to be within the image.
      return BytePin(
        UnsafeRawBufferPointer(rebasing: image[Int(offset)..<(Int(offset) + count)]), of: self)
    }
    let start = Int(offset % Block.byteCount64)
    if count > 0, start + count <= Block.byteCount,
      let frame = lookup.pin(Int(offset / Block.byteCount64))
    {
      return BytePin(
        UnsafeRawBufferPointer(start: frame.bytes + start, count: count), of: self, in: frame)
    }
    return try pinMissing(offset, count)
  }

  /// Bytes within the file that do not lie in one block of the cache.
  @inline(never)
  private func pinMissing(_ offset: UInt64, _ count: Int) throws(StorageError) -> BytePin {
    guard let blocks, count > 0 else {
      return BytePin(UnsafeRawBufferPointer(start: nil, count: 0), of: self)
    }
    let start = Int(offset % Block.byteCount64)
    return try blocks.pin(Int(offset / Block.byteCount64), start..<(start + count), of: self)
  }

  /// Copies bytes, block by block through the cache: for bytes that span a few blocks.
  ///
  /// - Parameters:
  ///   - offset: Where they begin.
  ///   - bytes: Where they go; tells how many.
  /// - Throws: ``StorageError``, as ``pin(_:_:)``.
  /// - Complexity: O(*n*) in the bytes.
  package func read(
    _ offset: UInt64, into bytes: UnsafeMutableRawBufferPointer
  ) throws(StorageError) {
    var filled = 0
    while filled < bytes.count {
      let start = offset + UInt64(filled)
      let count = min(Block.byteCount - Int(start % Block.byteCount64), bytes.count - filled)
      let part = try pin(start, count)
      UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]).copyMemory(from: part.bytes)
      filled += count
    }
  }

  /// Lets the system begin to read bytes that will be wanted soon, unless the cache has them all;
  /// nothing waits for it.
  ///
  /// Places that are not next to one another are read at the same time when each was announced before
  /// the first is read.
  package func prefetch(_ offset: UInt64, _ count: Int) {
    guard let blocks, count > 0, offset < byteCount, UInt64(count) <= byteCount - offset
    else { return }
    let first = Int(offset / Block.byteCount64)
    let end = Int((offset + UInt64(count) - 1) / Block.byteCount64) + 1
    guard let missing = (first..<end).first(where: { !blocks.mayHold($0) }) else { return }
    blocks.file.prefetch(missing..<end)
  }

  /// Has the processor load bytes that will be read soon, as far as they are in memory and lie in one block. Nothing
  /// waits for it, and nothing is read from a file.
  ///
  /// - Parameters:
  ///   - offset: Where they begin.
  ///   - count: How many.
  /// - Complexity: O(*n*) in the bytes.
  package func load(_ offset: UInt64, _ count: Int) {
    guard offset < byteCount else { return }
    let address: UnsafeRawPointer
    if let lookup {
      guard let block = lookup.address(Int(offset / Block.byteCount64)) else { return }
      address = block + Int(offset % Block.byteCount64)
    } else if let base = image.baseAddress {
      address = base + Int(offset)
    } else {
      return
    }
    var line = 0
    while line < count {
      MemoryHints.prefetch(address + line)
      line += MemoryHints.lineByteCount
    }
  }

  /// Whether the cache seems to have the block of a place; always true of an image in memory.
  package func isAtHand(_ offset: UInt64) -> Bool {
    guard let blocks, offset < byteCount else { return true }
    return blocks.mayHold(Int(offset / Block.byteCount64))
  }

  /// Reads in order from a place, in large steps past the cache; for merges and checks.
  package func stream(from offset: UInt64) -> ByteStream {
    ByteStream(self, from: offset)
  }

  /// Reads and verifies every block past the cache, its copy where it has one, and both ends of the file.
  ///
  /// - Parameter progress: Told the number of bytes verified so far, now and then; returns whether
  ///   to go on.
  /// - Returns: What is damaged, in order; always empty for an image in memory.
  package func verify(_ progress: (UInt64) -> Bool = { _ in true }) -> [DamagedRange] {
    guard let blocks else {
      _ = progress(byteCount)
      return []
    }
    return blocks.file.verify(progress)
  }

  /// Damage that was met with and cost nothing, for the file has copies of what is damaged; `nil` as long as there was
  /// none.
  package var notedDamage: StorageError? { blocks?.file.notedDamage }

  /// Notes damage that costs nothing, of this file or of one that belongs to it.
  package func note(_ damage: StorageError) { blocks?.file.note(damage) }

  /// Forgets the damage that was noted, as it has passed: the next is told of again.
  package func forgetNotedDamage() { blocks?.file.forgetNotedDamage() }

  /// The file's blocks, for those who read past the cache; `nil` for an image in memory.
  var file: BlockFile? { blocks?.file }

  func outOfRange(_ offset: UInt64, _ count: Int) -> StorageError {
    StorageError(
      .corrupted,
      "\(count) bytes at \(offset) were asked for, of \(byteCount) in \(path ?? "memory").",
      path: path, offset: offset)
  }
}
