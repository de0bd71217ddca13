import FresnelStorage

/// Where a list's blocks end, and with which documents: its skip entries, which only lists of more
/// than one block have.
///
/// Two bytes tell the widths in bits of a document and of an end; the entries follow, packed.
struct PostingSkips: ~Copyable {
  private var window: PinnedWindow
  /// Where the entries start.
  private var offset: UInt64 = 0
  private var documentWidth = 0
  private var endWidth = 0
  private(set) var blockCount = 0
  /// The bytes of the two widths and the entries.
  private(set) var byteCount = 0

  /// The bytes of the two widths.
  static let headByteCount = 2

  init(_ source: ByteSource) {
    window = PinnedWindow(source)
  }

  /// Turns to another list.
  mutating func move(to offset: UInt64, blockCount: Int) throws(StorageError) {
    self.blockCount = blockCount
    byteCount = 0
    guard blockCount > 1 else { return }
    let head = try window.bytes(at: offset, count: Self.headByteCount)
    documentWidth = Int(head.load(as: UInt8.self))
    endWidth = Int(head.load(fromByteOffset: 1, as: UInt8.self))
    guard 1...32 ~= documentWidth, 1...32 ~= endWidth else {
      throw StorageError(.corrupted, "Skip entries have no such width", offset: offset)
    }
    self.offset = offset + UInt64(Self.headByteCount)
    byteCount = Self.byteCount(
      blockCount: blockCount, documentWidth: documentWidth, endWidth: endWidth)
  }

  /// The number of bytes of so many entries with their widths.
  static func byteCount(blockCount: Int, documentWidth: Int, endWidth: Int) -> Int {
    headByteCount + (blockCount * (documentWidth + endWidth) + 7) / 8
  }

  /// The last document of a block.
  @inline(__always)
  mutating func lastDocument(_ block: Int) throws(StorageError) -> UInt32 {
    let bit = block &* (documentWidth &+ endWidth)
    return try number(bit, width: documentWidth)
  }

  /// Where a block ends, counted from the end of the entries.
  @inline(__always)
  mutating func end(_ block: Int) throws(StorageError) -> UInt32 {
    let bit = block &* (documentWidth &+ endWidth) &+ documentWidth
    return try number(bit, width: endWidth)
  }

  @inline(__always)
  private mutating func number(_ bit: Int, width: Int) throws(StorageError) -> UInt32 {
    // Behind a list are eight bytes more.
    let bytes = try window.bytes(
      at: offset &+ UInt64(truncatingIfNeeded: bit &>> 3), count: MemoryLayout<UInt64>.size)
    return UInt32(
      truncatingIfNeeded: packedNumber(bytes, at: bit & 7, mask: packedMask(width: width)))
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
    while high < blockCount, try lastDocument(high) < document {
      low = high
      step *= 2
      high = min(high + step, blockCount)
    }
    while high - low > 1 {
      let middle = (low + high) / 2
      if try lastDocument(middle) < document { low = middle } else { high = middle }
    }
    return high
  }
}
