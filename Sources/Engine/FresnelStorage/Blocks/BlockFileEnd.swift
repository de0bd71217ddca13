internal import FresnelPlatform

/// What a block file tells of itself behind its content, read from the one of its two ends that is sound.
struct BlockFileEnd: Sendable {
  let tail: BlockFileTail
  let layout: BlockFileLayout
  /// The entries of all blocks.
  let table: [UInt8]
  /// The blocks that have copies, ascending.
  let copiedBlocks: [UInt32]
  /// Why the last end is of no use; `nil` when it was read.
  private(set) var damage: StorageError?

  /// Reads the last end, or the first one where the last is damaged or can't be read.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - fileByteCount: Its length.
  ///   - path: Its path, for messages.
  ///   - hasKey: Whether the reader's key, or that there is none, fits what a tail says. Of the first end only: whatever
  ///     is appended to a file may look like the end of another one.
  /// - Returns: The end.
  /// - Throws: ``StorageError`` when neither is of use: that of the last one, or code `newerFormat`.
  static func read(
    _ file: any StorageFile, _ fileByteCount: UInt64, path: String,
    hasKey: (BlockFileTail) -> Bool
  ) throws(StorageError) -> BlockFileEnd {
    do throws(StorageError) {
      return try readLast(file, fileByteCount, path: path)
    } catch {
      guard error.code == .corrupted || error.isDeviceFailure,
        var end = try findFirst(file, fileByteCount, path: path, hasKey)
      else { throw error }
      end.damage = error
      return end
    }
  }

  private static func readLast(
    _ file: any StorageFile, _ fileByteCount: UInt64, path: String
  ) throws(StorageError) -> BlockFileEnd {
    guard let tail = try tail(file, before: fileByteCount, path: path) else {
      throw StorageError(.corrupted, "\(path) doesn't end as a block file does.", path: path)
    }
    guard let layout = BlockFileLayout(tail, fileByteCount: fileByteCount) else {
      throw StorageError(
        .corrupted, "\(path) has \(fileByteCount) bytes, which isn't what its end says.",
        path: path)
    }
    return try BlockFileEnd(tail, layout, file, at: layout.lastEndOffset, path: path)
  }

  /// A device that fails may take seconds to say so: after this many failures no more is read.
  private static let mostDeviceFailures = 16
  /// Each tail may have a table as long as a part of the file read: after so many without a sound one no more is.
  private static let mostTables = 16
  /// What was appended to a file costs nothing as long as it is no longer than this. A longer search would keep whoever
  /// opens a store of large files waiting.
  static let mostAppendedBytes: UInt64 = 16 << 20

  /// Looks for the first end, from the back. It finishes at a multiple of a block, which its own length tells.
  private static func findFirst(
    _ file: any StorageFile, _ fileByteCount: UInt64, path: String,
    _ hasKey: (BlockFileTail) -> Bool
  ) throws(StorageError) -> BlockFileEnd? {
    let tailByteCount = UInt64(BlockFileTail.byteCount)
    guard fileByteCount > tailByteCount else { return nil }
    let greatest = BlockFileLayout.greatestEndByteCount(fileByteCount: fileByteCount)
    let least = fileByteCount - min(fileByteCount, greatest + mostAppendedBytes)
    var place = (fileByteCount - tailByteCount) / Block.byteCount64 * Block.byteCount64
    var (failureCount, tableCount) = (0, 0)
    // Told where no end is of use: it says more than that the last one is damaged.
    var (foreign, newer): (BlockFileEnd?, StorageError?) = (nil, nil)
    while place >= max(least, Block.byteCount64), failureCount < mostDeviceFailures,
      tableCount < mostTables
    {
      do throws(StorageError) {
        if let tail = try tail(file, before: place, path: path),
          let layout = BlockFileLayout(tail, fileByteCount: fileByteCount, mayGoOn: true),
          layout.hasFirstEnd, layout.lastEndOffset == place
        {
          tableCount += 1
          let end = try BlockFileEnd(tail, layout, file, at: layout.firstEndOffset, path: path)
          if hasKey(tail) { return end }
          foreign = foreign ?? end
        }
      } catch {
        switch error.code {
        case .corrupted: break
        case .newerFormat: newer = newer ?? error
        case _ where error.isDeviceFailure: failureCount += 1
        default: throw error
        }
      }
      place -= Block.byteCount64
    }
    if foreign == nil, let newer { throw newer }
    return foreign
  }

  /// The tail that finishes at a place; `nil` when there is none.
  private static func tail(
    _ file: any StorageFile, before place: UInt64, path: String
  ) throws(StorageError) -> BlockFileTail? {
    let byteCount = BlockFileTail.byteCount
    guard place >= UInt64(byteCount) else { return nil }
    let bytes = try file.read(at: place - UInt64(byteCount), count: byteCount)
    return try BlockFileTail.decode(bytes, path: path)
  }

  /// Reads what stands before the tail of an end that begins at a place.
  private init(
    _ tail: BlockFileTail, _ layout: BlockFileLayout, _ file: any StorageFile, at offset: UInt64,
    path: String
  ) throws(StorageError) {
    let byteCount = layout.endByteCount - BlockFileTail.byteCount
    let bytes = try file.read(at: offset, count: byteCount)
    guard bytes.count == byteCount, tail.checksum(of: bytes) == tail.tableChecksum else {
      throw StorageError(
        .corrupted, "The block table of \(path) fails its checksum.", path: path, offset: offset)
    }
    let numbers = bytes[layout.tableByteCount...]
    copiedBlocks = (0..<layout.copyCount).map { numbers.littleEndian(UInt32.self, at: 4 * $0) }
    guard zip(copiedBlocks, copiedBlocks.dropFirst()).allSatisfy({ $0 < $1 }),
      copiedBlocks.last.map({ Int($0) < layout.blockCount }) ?? true
    else {
      throw StorageError(
        .corrupted, "The numbers of the copied blocks of \(path) are damaged.", path: path,
        offset: offset)
    }
    self.tail = tail
    self.layout = layout
    table = layout.copyCount == 0 ? bytes : Array(bytes[..<layout.tableByteCount])
  }

  /// Where the copies of some blocks are, counted in blocks from the start of the file; `nil` unless all have one.
  func copyPlace(of blocks: Range<Int>) -> Int? {
    guard !copiedBlocks.isEmpty, !blocks.isEmpty else { return nil }
    var low = 0
    var high = copiedBlocks.count
    while low < high {
      let middle = (low + high) / 2
      if Int(copiedBlocks[middle]) < blocks.lowerBound { low = middle + 1 } else { high = middle }
    }
    let last = low + blocks.count - 1
    guard last < copiedBlocks.count, Int(copiedBlocks[low]) == blocks.lowerBound,
      Int(copiedBlocks[last]) == blocks.upperBound - 1
    else { return nil }
    return layout.blockCount + low
  }

  /// The block that is at a place, counted in blocks from the start of the file: in its own, or copied.
  func block(atPlace place: Int) -> Int {
    place < layout.blockCount ? place : Int(copiedBlocks[place - layout.blockCount])
  }

  /// What is wrong with the two ends as they are on the disk, and the zeros before them; `nil` when nothing is.
  func damage(in file: any StorageFile) -> StorageError? {
    // A file of version 1 has one end, which was read to open it.
    guard layout.hasFirstEnd else { return nil }
    let path = file.path
    var end = table
    for block in copiedBlocks { end.appendLittleEndian(block) }
    end += tail.encode()
    do throws(StorageError) {
      let gap = Int(layout.firstEndOffset - layout.blocksEnd)
      let first = try file.read(at: layout.blocksEnd, count: gap + end.count)
      guard first.count == gap + end.count, first[..<gap].allSatisfy({ $0 == 0 }),
        first[gap...].elementsEqual(end)
      else {
        return StorageError(
          .corrupted, "The first of the two ends of \(path) is damaged.", path: path,
          offset: layout.blocksEnd)
      }
      guard try file.read(at: layout.lastEndOffset, count: end.count) == end else {
        return StorageError(
          .corrupted, "The last of the two ends of \(path) is damaged.", path: path,
          offset: layout.lastEndOffset)
      }
      guard try file.byteCount() == layout.fileByteCount else {
        return StorageError(
          .corrupted, "Something was appended to \(path) behind its end.", path: path,
          offset: layout.fileByteCount)
      }
      return nil
    } catch {
      return error
    }
  }
}
