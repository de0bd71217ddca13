internal import FresnelPlatform

/// Writes a block file: blocks as they come, then the block table and the tail.
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
  func write(_ blocks: UnsafeMutableRawBufferPointer) throws(StorageError) {
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
    blockCount += UInt64(count)
  }

  /// Writes what makes the file valid, after everything else is durable; all blocks of the content
  /// have been written.
  func finish(byteCount: UInt64) throws(StorageError) {
    let tableOffset = blockCount * Block.byteCount64
    if !table.isEmpty { try file.write(table, at: tableOffset) }
    try file.sync()
    try file.write(tail(byteCount: byteCount).encode(), at: tableOffset + UInt64(table.count))
    try file.sync()
    isFinished = true
  }

  private func tail(byteCount: UInt64) -> BlockFileTail {
    var checksum = CRC32C(continuing: BlockProtection.seed(identifier: identifier))
    checksum.update(table)
    var tail = BlockFileTail(
      isEncrypted: keys != nil, byteCount: byteCount, identifier: identifier,
      tableChecksum: checksum.value,
      wrappedKey: [UInt8](repeating: 0, count: BlockFileTail.wrappedKeyByteCount))
    if let keys {
      tail.wrappedKey = WrappedKey.wrap(keys.file, with: keys.store, binding: tail.boundFields)
    }
    return tail
  }
}
