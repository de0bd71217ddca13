import FresnelStorage

/// Finds documents in an item block; goes on from the one found last where it can.
struct ItemBlockEntries {
  /// Entries of the directory not yet passed; `nil` before it was begun.
  private var remaining: Int?
  /// The place of the next entry of the directory.
  private var position = 0
  /// The place of the bytes of the next entry.
  private var bodyStart = 0
  /// The entry passed last.
  private var document: UInt64 = 0
  private var body = 0..<0

  /// The place of a document's bytes in the block, in bounds; `nil` when the block does not hold the
  /// document, or breaks the format. The bytes may be anything, but the same in each call.
  mutating func range(of wanted: UInt32, in block: UnsafeRawBufferPointer) -> Range<Int>? {
    if remaining == nil || document > UInt64(wanted) {
      guard begin(block) else { return nil }
    }
    while document < UInt64(wanted) || body.isEmpty {
      guard next(block) else { return nil }
    }
    return document == UInt64(wanted) ? body : nil
  }

  /// Starts over: reads the directory once to see where it ends.
  private mutating func begin(_ block: UnsafeRawBufferPointer) -> Bool {
    self = ItemBlockEntries()
    var end = 0
    guard let count = Varint.read(block, at: &end), count <= UInt64(block.count) else {
      return false
    }
    position = end
    for _ in 0..<2 * count {
      guard Varint.read(block, at: &end) != nil else { return false }
    }
    bodyStart = end
    remaining = Int(count)
    return true
  }

  private mutating func next(_ block: UnsafeRawBufferPointer) -> Bool {
    // Stays at an entry that breaks the format, so that the next call fails there too.
    var end = position
    guard let left = remaining, left > 0, let gap = Varint.read(block, at: &end),
      gap <= UInt64(UInt32.max), let length = Varint.read(block, at: &end),
      length > 0, length <= UInt64(block.count - bodyStart)
    else { return false }
    position = end
    remaining = left - 1
    document += gap
    body = bodyStart..<bodyStart + Int(length)
    bodyStart = body.upperBound
    return true
  }
}
