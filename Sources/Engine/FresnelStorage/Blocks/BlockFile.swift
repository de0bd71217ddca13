internal import FresnelPlatform
import Synchronization

/// An open block file: reads blocks and verifies them, keeps nothing but the block table.
final class BlockFile: Sendable {
  let path: String
  /// The byte count of the content.
  let byteCount: UInt64
  let blockCount: Int
  private let file: any StorageFile
  private let protection: BlockProtection
  private let end: BlockFileEnd
  /// The first damage that was met with and cost nothing.
  private let noted: Mutex<StorageError?>
  /// Told of the first that is met with once the file is open.
  private let noteCopiedDamage: (@Sendable (StorageError) -> Void)?

  /// Opens a file and verifies its tail and its block table.
  init(
    _ path: String, storage: any Storage, key: EncryptionKey?,
    noteCopiedDamage: (@Sendable (StorageError) -> Void)? = nil
  ) throws(StorageError) {
    let file = try storage.open(path, for: .reading)
    let fileByteCount = try file.byteCount()
    Self.prefetchEnd(of: file, fileByteCount, isEncrypted: key != nil)
    let end = try BlockFileEnd.read(file, fileByteCount, path: path) {
      (try? Self.protection($0, key: key, path: path)) != nil
    }
    protection = try Self.protection(end.tail, key: key, path: path)
    self.path = path
    self.file = file
    self.end = end
    noted = Mutex(end.damage)
    self.noteCopiedDamage = noteCopiedDamage
    byteCount = end.tail.byteCount
    blockCount = end.layout.blockCount
  }

  /// Damage that was met with and cost nothing, for there are copies of what is damaged; `nil` as long as there was none.
  var notedDamage: StorageError? { noted.withLock { $0 } }

  /// Notes damage that costs nothing, and tells of it unless there was some before: the file is written anew for any.
  func note(_ damage: StorageError) {
    let isFirst = noted.withLock { noted in
      defer { noted = noted ?? damage }
      return noted == nil
    }
    if isFirst { noteCopiedDamage?(damage) }
  }

  /// Forgets the damage that was noted, as it has passed: the next is told of again.
  func forgetNotedDamage() { noted.withLock { $0 = nil } }

  /// Has both ends and the last copies read in one go: among these is the owner's own table of what is where.
  private static func prefetchEnd(
    of file: any StorageFile, _ byteCount: UInt64, isEncrypted: Bool
  ) {
    let entryByteCount = UInt64(isEncrypted ? 16 : 4)
    let tableByteCount = byteCount / (Block.byteCount64 + entryByteCount) * entryByteCount
    let wanted = 2 * tableByteCount + 5 * Block.byteCount64
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

  /// Fills a buffer with whole blocks and verifies each.
  ///
  /// Blocks that all have copies are read from these, which lie side by side; a block that is damaged where it is read
  /// is read where it is besides, if it is.
  ///
  /// - Throws: ``StorageError``, of the first block that can't be read or fails its checksum.
  func read(
    from first: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(StorageError) {
    let blocks = first..<(first + buffer.count / Block.byteCount)
    let copyPlace = end.copyPlace(of: blocks)
    do throws(StorageError) {
      try readPlaces(from: copyPlace ?? first, into: buffer)
    } catch {
      guard !end.copiedBlocks.isEmpty, error.code == .corrupted || error.isDeviceFailure else {
        throw error
      }
      for (index, block) in blocks.enumerated() {
        let start = index * Block.byteCount
        try readWherever(
          block,
          into: UnsafeMutableRawBufferPointer(
            rebasing: buffer[start..<(start + Block.byteCount)]))
      }
      note(error)
    }
  }

  /// Reads a block in its place or, where that is damaged, its copy.
  private func readWherever(
    _ block: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(StorageError) {
    do throws(StorageError) {
      try readPlaces(from: block, into: buffer)
    } catch {
      guard error.code == .corrupted || error.isDeviceFailure,
        let copyPlace = end.copyPlace(of: block..<(block + 1)),
        (try? readPlaces(from: copyPlace, into: buffer)) != nil
      else { throw error }
      note(error)
    }
  }

  /// Fills a buffer with what is at places of the file, counted in blocks from its start, and verifies it.
  private func readPlaces(
    from first: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(StorageError) {
    let count = try readPersistently(into: buffer, at: UInt64(first) * Block.byteCount64)
    for index in 0..<(buffer.count / Block.byteCount) {
      let start = index * Block.byteCount
      guard start + Block.byteCount <= count else {
        throw damage(first + index, "is missing")
      }
      let bytes = UnsafeMutableRawBufferPointer(
        rebasing: buffer[start..<(start + Block.byteCount)])
      guard open(bytes, block: end.block(atPlace: first + index)) else {
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
    let first = end.copyPlace(of: blocks) ?? blocks.lowerBound
    file.prefetch(
      (UInt64(first) * Block.byteCount64)..<(UInt64(first + blocks.count) * Block.byteCount64))
  }

  private func open(_ bytes: UnsafeMutableRawBufferPointer, block: Int) -> Bool {
    let entryByteCount = protection.entryByteCount
    return end.table.withUnsafeBytes { table in
      protection.open(
        bytes, block: UInt64(block),
        entry: UnsafeRawBufferPointer(
          rebasing: table[(block * entryByteCount)..<((block + 1) * entryByteCount)]))
    }
  }

  private func damage(_ place: Int, _ fault: String) -> StorageError {
    let block = end.block(atPlace: place)
    let what = place < blockCount ? "Block \(block)" : "The copy of block \(block)"
    return StorageError(
      .corrupted, "\(what) of \(path) \(fault).", path: path,
      offset: UInt64(place) * Block.byteCount64)
  }
}

// How a whole file is verified.

extension BlockFile {
  /// Reads and verifies every block, in its place and where it has a copy, and both ends; tells now and then how many
  /// bytes of the content are done, and stops when the answer is `false`.
  func verify(_ progress: (UInt64) -> Bool) -> [DamagedRange] {
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Block.countInStep * Block.byteCount, alignment: Block.byteCount)
    defer { buffer.deallocate() }
    var damaged: [DamagedRange] = []
    var place = 0
    let placeCount = blockCount + end.copiedBlocks.count
    while place < placeCount {
      // A step has no copies besides blocks in their places.
      let count = min(
        Block.countInStep, (place < blockCount ? blockCount : placeCount) - place)
      let step = UnsafeMutableRawBufferPointer(rebasing: buffer[..<(count * Block.byteCount)])
      do throws(StorageError) {
        try readPlaces(from: place, into: step)
      } catch {
        findDamage(in: place..<(place + count), buffer: buffer, &damaged)
      }
      place += count
      guard progress(min(UInt64(place) * Block.byteCount64, byteCount)) else { return damaged }
    }
    if let error = end.damage(in: file) {
      damaged.append(DamagedRange(bytes: byteCount..<byteCount, isLost: false, error: error))
    }
    return damaged
  }

  /// Reads places one by one and adds those that are damaged to the list.
  private func findDamage(
    in places: Range<Int>, buffer: UnsafeMutableRawBufferPointer, _ damaged: inout [DamagedRange]
  ) {
    let buffer = UnsafeMutableRawBufferPointer(rebasing: buffer[..<Block.byteCount])
    for place in places {
      do throws(StorageError) {
        try readPlaces(from: place, into: buffer)
      } catch {
        let block = end.block(atPlace: place)
        // What is damaged in both was told of when the block was read in its place.
        var isLost = place < blockCount
        if isLost, let copyPlace = end.copyPlace(of: block..<(block + 1)) {
          isLost = (try? readPlaces(from: copyPlace, into: buffer)) == nil
        }
        let start = UInt64(block) * Block.byteCount64
        let bytes = start..<min(start + Block.byteCount64, byteCount)
        if let last = damaged.last, last.bytes.upperBound == start, last.isLost == isLost {
          damaged[damaged.count - 1].bytes = last.bytes.lowerBound..<bytes.upperBound
        } else {
          damaged.append(DamagedRange(bytes: bytes, isLost: isLost, error: error))
        }
      }
    }
  }
}
