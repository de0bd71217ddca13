internal import FresnelPlatform

/// Writes a block file: blocks as they come, then copies of some of them, then the block table and the tail, twice.
///
/// The copies are kept in memory until then.
///
/// Removes the file when it goes away before it finished, unless the path names another one by then; where that
/// fails too, the file has no tail, and so is no block file.
final class BlockFileWriter {
  private let path: String
  private let storage: any Storage
  private let file: any StorageFile
  private let identifier: [UInt8]
  private let protection: BlockProtection
  /// The store's key and the file's; `nil` for a plain file.
  private let keys: (store: EncryptionKey, file: EncryptionKey)?
  private var table: [UInt8] = []
  private var blockCount: UInt64 = 0
  /// The blocks to be written twice, as they were written, and their numbers.
  private var copies: [UInt8] = []
  private var copiedBlocks: [UInt32] = []
  private var isFinished = false

  /// Makes a file, in place of one with that path.
  init(_ path: String, storage: any Storage, key: EncryptionKey?) throws(StorageError) {
    identifier = SecureRandom.bytes(count: BlockFileTail.identifierByteCount)
    if let key {
      try EncryptionKey.prepareCipher()
      let fileKey = EncryptionKey.random()
      keys = (key, fileKey)
      protection = .encryption(fileKey)
    } else {
      keys = nil
      protection = .checksums(seed: BlockProtection.seed(identifier: identifier))
    }
    self.path = path
    self.storage = storage
    file = try storage.open(path, for: .creating)
  }

  deinit {
    // Its owner was told of the error that led here, or gave up of itself.
    if !isFinished, (try? file.isInPlace) == true { try? storage.remove(path) }
  }

  /// Writes whole blocks; encrypts them in place.
  ///
  /// - Parameters:
  ///   - blocks: The blocks, at most 64.
  ///   - copied: Which of them are to be written twice, a bit for each from the lowest on.
  /// - Throws: ``StorageError`` of the failed write.
  func write(
    _ blocks: UnsafeMutableRawBufferPointer, copied: UInt64 = 0
  ) throws(StorageError) {
    let entryByteCount = protection.entryByteCount
    let count = blocks.count / Block.byteCount
    let start = table.count
    table.append(contentsOf: repeatElement(0, count: count * entryByteCount))
    table.withUnsafeMutableBytes { table in
      for index in 0..<count {
        let entry = start + index * entryByteCount
        protection.seal(
          UnsafeMutableRawBufferPointer(
            rebasing: blocks[(index * Block.byteCount)..<((index + 1) * Block.byteCount)]),
          block: blockCount + UInt64(index),
          entry: UnsafeMutableRawBufferPointer(rebasing: table[entry..<(entry + entryByteCount)]))
      }
    }
    try file.write(UnsafeRawBufferPointer(blocks), at: blockCount * Block.byteCount64)
    for index in 0..<count where copied & 1 << UInt64(index) != 0 {
      let start = index * Block.byteCount
      copies.append(contentsOf: blocks[start..<(start + Block.byteCount)])
      // A segment has at most 64 GiB.
      copiedBlocks.append(UInt32(blockCount + UInt64(index)))
    }
    blockCount += UInt64(count)
  }

  /// Writes what makes the file valid, after everything else is durable; all blocks of the content
  /// have been written.
  func finish(byteCount: UInt64) throws(StorageError) {
    var tail = BlockFileTail(
      isEncrypted: keys != nil, byteCount: byteCount, identifier: identifier,
      copyCount: UInt32(copiedBlocks.count))
    let layout = BlockFileLayout(tail)
    for block in copiedBlocks { table.appendLittleEndian(block) }
    tail.tableChecksum = tail.checksum(of: table)
    if let keys {
      tail.wrappedKey = WrappedKey.wrap(keys.file, with: keys.store, binding: tail.boundFields)
    }
    let encodedTail = tail.encode()
    if !copies.isEmpty { try file.write(copies, at: blockCount * Block.byteCount64) }
    let gap = [UInt8](repeating: 0, count: Int(layout.firstEndOffset - layout.blocksEnd))
    try file.write(gap + table, at: layout.blocksEnd)
    try file.sync()
    try file.write(
      encodedTail + table + encodedTail, at: layout.lastEndOffset - UInt64(encodedTail.count))
    try file.sync()
    isFinished = true
  }
}
