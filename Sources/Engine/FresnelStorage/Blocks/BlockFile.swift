internal import FresnelPlatform

/// An open block file: reads blocks and verifies them, keeps nothing but the block table.
final class BlockFile: Sendable {
  let path: String
  /// The byte count of the content.
  let byteCount: UInt64
  let blockCount: Int
  private let file: any StorageFile
  private let protection: BlockProtection
  /// The entries of all blocks.
  private let table: [UInt8]

  /// Opens a file and verifies its tail and its block table.
  init(_ path: String, storage: any Storage, key: EncryptionKey?) throws(StorageError) {
    let file = try storage.open(path, for: .reading)
    let fileByteCount = try file.byteCount()
    Self.prefetchEnd(of: file, fileByteCount, isEncrypted: key != nil)
    let tailByteCount = UInt64(BlockFileTail.byteCount)
    var tail: BlockFileTail?
    if fileByteCount >= tailByteCount {
      let bytes = try file.read(at: fileByteCount - tailByteCount, count: BlockFileTail.byteCount)
      tail = try BlockFileTail.decode(bytes, path: path)
    }
    guard let tail else {
      throw StorageError(.corrupted, "\(path) doesn't end as a block file does.", path: path)
    }
    let protection = try Self.protection(tail, key: key, path: path)
    let entryByteCount = UInt64(protection.entryByteCount)
    // The content is part of the file, so neither the sum nor the product can overflow.
    guard tail.byteCount <= fileByteCount,
      fileByteCount
        == tail.blockCount * (Block.byteCount64 + entryByteCount) + tailByteCount
    else {
      throw StorageError(
        .corrupted, "\(path) has \(fileByteCount) bytes, which isn't what its end says.",
        path: path)
    }
    let table = try file.read(
      at: tail.blockCount * Block.byteCount64, count: Int(tail.blockCount * entryByteCount))
    var checksum = CRC32C(continuing: BlockProtection.seed(identifier: tail.identifier))
    checksum.update(table)
    guard table.count == Int(tail.blockCount * entryByteCount),
      checksum.value == tail.tableChecksum
    else {
      throw StorageError(
        .corrupted, "The block table of \(path) fails its checksum.", path: path,
        offset: tail.blockCount * Block.byteCount64)
    }
    self.path = path
    self.file = file
    self.protection = protection
    self.table = table
    byteCount = tail.byteCount
    blockCount = Int(tail.blockCount)
  }

  /// Has the table of blocks and the last blocks read in one go: the owner's own table of what is
  /// where is at the end too.
  private static func prefetchEnd(
    of file: any StorageFile, _ byteCount: UInt64, isEncrypted: Bool
  ) {
    let entryByteCount = UInt64(isEncrypted ? 16 : 4)
    let tableByteCount = byteCount / (Block.byteCount64 + entryByteCount) * entryByteCount
    let wanted = tableByteCount + 4 * Block.byteCount64
    file.prefetch((byteCount - min(byteCount, wanted))..<byteCount)
  }

  private static func protection(
    _ tail: BlockFileTail, key: EncryptionKey?, path: String
  ) throws(StorageError) -> BlockProtection {
    switch (tail.isEncrypted, key) {
    case (false, nil):
      return .checksums(seed: BlockProtection.seed(identifier: tail.identifier))
    case (true, nil):
      throw StorageError(.wrongKey, "\(path) is encrypted, and no key was given.", path: path)
    case (false, _?):
      // Otherwise whoever can write to the directory could slip in content of their own.
      throw StorageError(.wrongKey, "\(path) isn't encrypted, though a key was given.", path: path)
    case (true, let key?):
      try EncryptionKey.prepareCipher()
      guard
        let fileKey = WrappedKey.unwrap(tail.wrappedKey, with: key, binding: tail.boundFields)
      else {
        throw StorageError(.wrongKey, "\(path) is encrypted with another key.", path: path)
      }
      return .encryption(fileKey)
    }
  }

  /// Fills a buffer with whole blocks from a place and verifies each.
  ///
  /// - Throws: ``StorageError``, of the first block that can't be read or fails its checksum.
  func read(
    from first: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(StorageError) {
    let offset = UInt64(first) * Block.byteCount64
    let count = try readPersistently(into: buffer, at: offset)
    for index in 0..<(buffer.count / Block.byteCount) {
      let start = index * Block.byteCount
      guard start + Block.byteCount <= count else {
        throw damage(first + index, "is missing")
      }
      let bytes = UnsafeMutableRawBufferPointer(
        rebasing: buffer[start..<(start + Block.byteCount)])
      guard open(bytes, block: first + index) else {
        throw damage(first + index, "fails its checksum")
      }
    }
  }

  /// Reads, and once more if the device failed: that may pass.
  private func readPersistently(
    into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64
  ) throws(StorageError) -> Int {
    do throws(StorageError) {
      return try file.read(into: buffer, at: offset)
    } catch {
      guard error.isDeviceFailure else { throw error }
      return try file.read(into: buffer, at: offset)
    }
  }

  /// Lets the system begin to read some blocks.
  func prefetch(_ blocks: Range<Int>) {
    file.prefetch(
      (UInt64(blocks.lowerBound) * Block.byteCount64)..<(UInt64(blocks.upperBound)
        * Block.byteCount64))
  }

  /// Reads and verifies every block; tells now and then how many bytes are done, and stops when the
  /// answer is `false`.
  func verify(_ progress: (UInt64) -> Bool) -> [DamagedRange] {
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Block.countInStep * Block.byteCount, alignment: Block.byteCount)
    defer { buffer.deallocate() }
    var damaged: [DamagedRange] = []
    var block = 0
    while block < blockCount {
      let count = min(Block.countInStep, blockCount - block)
      let step = UnsafeMutableRawBufferPointer(rebasing: buffer[..<(count * Block.byteCount)])
      do throws(StorageError) {
        try read(from: block, into: step)
      } catch {
        findDamage(in: block..<(block + count), buffer: buffer, &damaged)
      }
      block += count
      guard progress(min(UInt64(block) * Block.byteCount64, byteCount)) else { break }
    }
    return damaged
  }

  /// Reads blocks one by one and adds those that are damaged to the list.
  private func findDamage(
    in blocks: Range<Int>, buffer: UnsafeMutableRawBufferPointer, _ damaged: inout [DamagedRange]
  ) {
    for block in blocks {
      do throws(StorageError) {
        try read(
          from: block, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<Block.byteCount]))
      } catch {
        let start = UInt64(block) * Block.byteCount64
        let end = min(start + Block.byteCount64, byteCount)
        if let last = damaged.last, last.bytes.upperBound == start {
          damaged[damaged.count - 1].bytes = last.bytes.lowerBound..<end
        } else {
          damaged.append(DamagedRange(bytes: start..<end, error: error))
        }
      }
    }
  }

  private func open(_ bytes: UnsafeMutableRawBufferPointer, block: Int) -> Bool {
    let entryByteCount = protection.entryByteCount
    return table.withUnsafeBytes { table in
      protection.open(
        bytes, block: UInt64(block),
        entry: UnsafeRawBufferPointer(
          rebasing: table[(block * entryByteCount)..<((block + 1) * entryByteCount)]))
    }
  }

  private func damage(_ block: Int, _ fault: String) -> StorageError {
    StorageError(
      .corrupted, "Block \(block) of \(path) \(fault).", path: path,
      offset: UInt64(block) * Block.byteCount64)
  }
}
