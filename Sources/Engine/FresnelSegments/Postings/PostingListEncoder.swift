package import FresnelStorage

/// Writes posting lists, one after the other; the buffers are used again for each.
package struct PostingListEncoder: ~Copyable {
  /// The postings of the block not yet closed.
  private var documents = InlineArray<128, UInt32>(repeating: 0)
  private var certainties = InlineArray<128, UInt8>(repeating: 0)
  private var pendingCount = 0
  /// The smallest document that may follow.
  private var floor: UInt64 = 0
  /// The smallest document that the block not yet closed may start with.
  private var blockFloor: UInt64 = 0
  private var count: UInt32 = 0
  /// The closed blocks.
  private var blocks: [UInt8] = []
  /// An entry for each of them: its last document and where it ends.
  private var skips: [UInt8] = []

  /// Makes an encoder with an empty list.
  package init() {}

  /// Adds a posting to the list.
  ///
  /// - Parameters:
  ///   - document: A number greater than that of the posting before.
  ///   - certainty: 0 to 3.
  @inline(__always)
  package mutating func append(_ document: UInt32, certainty: UInt8) {
    precondition(UInt64(document) >= floor, "Postings must ascend")
    documents[pendingCount] = document
    certainties[pendingCount] = certainty & 3
    pendingCount &+= 1
    floor = UInt64(document) + 1
    if pendingCount == PostingBlockLayout.capacity { closeBlock() }
  }

  /// Writes the list and begins an empty one.
  ///
  /// - Returns: Where the list is. A list of less than two postings has no bytes.
  /// - Throws: ``StorageError`` with code `tooLarge` when the list exceeds 4 GiB, and whatever the
  ///   sink throws; the list is given up.
  package mutating func finish(
    to sink: inout ByteSink
  ) throws(StorageError) -> PostingListLocation {
    defer { clear() }
    if count == 0, pendingCount <= 1 {
      return pendingCount == 0 ? .empty : .single(documents[0], certainty: certainties[0])
    }
    if pendingCount > 0 { closeBlock() }
    if count > UInt32(PostingBlockLayout.capacity) {
      try sink.align(8)
    } else {
      // The only block needs no entry.
      skips.removeAll(keepingCapacity: true)
    }
    guard let byteCount = UInt32(exactly: skips.count + blocks.count) else {
      throw StorageError(.tooLarge, "A posting list exceeds 4 GiB")
    }
    let location = PostingListLocation(offset: sink.offset, byteCount: byteCount, count: count)
    try sink.append(skips)
    try sink.append(blocks)
    return location
  }

  private mutating func clear() {
    pendingCount = 0
    floor = 0
    blockFloor = 0
    count = 0
    blocks.removeAll(keepingCapacity: true)
    skips.removeAll(keepingCapacity: true)
  }

  /// Appends the pending postings as a block, with its entry.
  private mutating func closeBlock() {
    // A document is stored as its distance from the smallest one that may stand in its place.
    var united: UInt32 = 0
    var next = UInt32(truncatingIfNeeded: blockFloor)
    var all: UInt8 = 3
    var any: UInt8 = 0
    for index in 0..<pendingCount {
      united |= documents[index] &- next
      next = documents[index] &+ 1
      all &= certainties[index]
      any |= certainties[index]
    }
    let layout = PostingBlockLayout(
      width: 32 - united.leadingZeroBitCount,
      certaintyKind: any == 0
        ? CertaintyKind.none : all == 3 ? CertaintyKind.clean : CertaintyKind.stored,
      postingCount: pendingCount)
    blocks.append(layout.head)
    appendDifferences(width: layout.width)
    if layout.certaintyKind == CertaintyKind.stored { appendCertainties() }
    count += UInt32(pendingCount)
    pendingCount = 0
    blockFloor = floor
    appendLittleEndian(UInt32(truncatingIfNeeded: floor - 1))
    appendLittleEndian(UInt32(truncatingIfNeeded: blocks.count))
  }

  private mutating func appendDifferences(width: Int) {
    var next = UInt32(truncatingIfNeeded: blockFloor)
    var word: UInt64 = 0
    var bitCount = 0
    for index in 0..<pendingCount {
      // Fewer than 8 of at most 40 bits are left over from before.
      word |= UInt64(documents[index] &- next) << UInt64(bitCount)
      next = documents[index] &+ 1
      bitCount += width
      while bitCount >= 8 {
        blocks.append(UInt8(truncatingIfNeeded: word))
        word >>= 8
        bitCount -= 8
      }
    }
    if bitCount > 0 { blocks.append(UInt8(truncatingIfNeeded: word)) }
  }

  private mutating func appendCertainties() {
    var byte: UInt8 = 0
    for index in 0..<pendingCount {
      byte |= certainties[index] << UInt8(index & 3 * 2)
      if index & 3 == 3 || index == pendingCount - 1 {
        blocks.append(byte)
        byte = 0
      }
    }
  }

  private mutating func appendLittleEndian(_ value: UInt32) {
    withUnsafeBytes(of: value.littleEndian) { skips.append(contentsOf: $0) }
  }
}
