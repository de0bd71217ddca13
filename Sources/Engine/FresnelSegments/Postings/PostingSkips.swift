import FresnelStorage

/// Where a list's blocks end, and with which documents: its skip entries, which only lists of more
/// than one block have.
struct PostingSkips: ~Copyable {
  private var window: PinnedWindow
  private var offset: UInt64 = 0
  private(set) var blockCount = 0

  /// The bytes of an entry: the block's last document, then where the block ends, counted from the
  /// end of the entries.
  static let entryByteCount = 8

  init(_ source: ByteSource) {
    window = PinnedWindow(source)
  }

  /// Turns to another list.
  mutating func move(to offset: UInt64, blockCount: Int) {
    self.offset = offset
    self.blockCount = blockCount
  }

  /// The last document of a block, and where it ends.
  @inline(__always)
  mutating func entry(_ block: Int) throws(StorageError) -> (lastDocument: UInt32, end: UInt32) {
    let bytes = try window.bytes(
      at: offset &+ UInt64(truncatingIfNeeded: block &* Self.entryByteCount),
      count: Self.entryByteCount)
    return (
      UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)),
      UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
    )
  }

  /// The first block after `block` that ends with `document` or a greater one; `blockCount` if none
  /// does.
  ///
  /// - Complexity: O(log *d*) in the number *d* of blocks passed over.
  mutating func block(after block: Int, reaching document: UInt32) throws(StorageError) -> Int {
    var step = 1
    // No block up to `low` reaches the document; `high` does, or is the end.
    var low = block
    var high = block + 1
    while high < blockCount, try entry(high).lastDocument < document {
      low = high
      step *= 2
      high = min(high + step, blockCount)
    }
    while high - low > 1 {
      let middle = (low + high) / 2
      if try entry(middle).lastDocument < document { low = middle } else { high = middle }
    }
    return high
  }
}
