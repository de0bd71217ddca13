/// Where the parts of a block file are, as its tail tells.
///
/// The content comes first, then the copies of some of its blocks, then the end, twice: the first one finishes at a
/// multiple of a block, so that no page of the file has something of both. Version 1 has neither copies nor a first end.
struct BlockFileLayout: Equatable, Sendable {
  /// The number of blocks of the content.
  let blockCount: Int
  /// How many of them have a copy.
  let copyCount: Int
  /// The byte count of a block's entry in the table.
  let entryByteCount: Int
  /// Whether there is a first end.
  let hasFirstEnd: Bool

  /// The layout of a file with such a tail.
  init(_ tail: BlockFileTail) {
    blockCount = Int(tail.blockCount)
    copyCount = Int(tail.copyCount)
    entryByteCount = BlockProtection.entryByteCount(isEncrypted: tail.isEncrypted)
    hasFirstEnd = tail.version > 1
  }

  /// The layout of a file with such a tail; `nil` when that has another length, so that the tail is not its own.
  ///
  /// - Parameters:
  ///   - tail: The tail.
  ///   - fileByteCount: The length of the file.
  ///   - mayGoOn: Whether the file may be longer than the tail says, as where something was appended to it.
  init?(_ tail: BlockFileTail, fileByteCount: UInt64, mayGoOn: Bool = false) {
    // The content and its copies are part of the file, so no sum or product can overflow.
    guard tail.byteCount <= fileByteCount, UInt64(tail.copyCount) <= tail.blockCount else {
      return nil
    }
    self.init(tail)
    guard self.fileByteCount == fileByteCount || (mayGoOn && self.fileByteCount < fileByteCount)
    else { return nil }
  }

  /// The byte count of an end: the block table, the numbers of the copied blocks, the tail.
  var endByteCount: Int { tableByteCount + 4 * copyCount + BlockFileTail.byteCount }

  /// The byte count of the block table.
  var tableByteCount: Int { entryByteCount * blockCount }

  /// Where the content and its copies finish.
  var blocksEnd: UInt64 { UInt64(blockCount + copyCount) * Block.byteCount64 }

  /// Where the last end begins, and the first one finishes.
  var lastEndOffset: UInt64 {
    guard hasFirstEnd else { return blocksEnd }
    let byteCount = UInt64(endByteCount)
    return blocksEnd + (byteCount + Block.byteCount64 - 1) / Block.byteCount64 * Block.byteCount64
  }

  /// Where the first end begins; that of the last one in a file that has no other.
  var firstEndOffset: UInt64 {
    hasFirstEnd ? lastEndOffset - UInt64(endByteCount) : lastEndOffset
  }

  /// The byte count of the file.
  var fileByteCount: UInt64 { lastEndOffset + UInt64(endByteCount) }

  /// The greatest byte count of the end of a file of a length: all of its blocks may be encrypted and copied.
  static func greatestEndByteCount(fileByteCount: UInt64) -> UInt64 {
    fileByteCount / Block.byteCount64 * 20 + UInt64(BlockFileTail.byteCount)
  }
}
