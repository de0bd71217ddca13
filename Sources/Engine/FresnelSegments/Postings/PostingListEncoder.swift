package import FresnelStorage

/// Writes posting lists, one after the other; the buffers are used again for each.
package struct PostingListEncoder: ~Copyable {
  /// The postings of the block not yet closed.
  private var block = PostingBlockEncoder()
  /// The smallest document that may follow.
  private var floor: UInt64 = 0
  /// The number of postings of the closed blocks.
  private var count: UInt32 = 0
  /// The closed blocks.
  private var blocks = GrowableBuffer<UInt8>(capacity: 1024)
  /// For each of them its last document and where it ends.
  private var skips = GrowableBuffer<(lastDocument: UInt32, end: UInt32)>()

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
    // A document is stored as its distance from the smallest one that may stand in its place.
    block.append(document &- UInt32(truncatingIfNeeded: floor), certainty: certainty)
    floor = UInt64(document) + 1
    if block.isFull { closeBlock() }
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
    if count == 0, block.count <= 1 {
      return block.count == 0
        ? .empty
        : .single(UInt32(truncatingIfNeeded: floor - 1), certainty: block.firstCertainty)
    }
    if block.count > 0 { closeBlock() }
    let start = sink.offset
    // The only block needs no entry.
    if skips.count > 1 { try writeSkips(to: &sink) }
    let skipByteCount = sink.offset - start
    guard let byteCount = UInt32(exactly: skipByteCount + UInt64(blocks.count)) else {
      throw StorageError(.tooLarge, "A posting list exceeds 4 GiB")
    }
    try sink.append(UnsafeRawBufferPointer(start: blocks.base, count: blocks.count))
    return PostingListLocation(offset: start, byteCount: byteCount, count: count)
  }

  private mutating func clear() {
    floor = 0
    count = 0
    block.clear()
    blocks.removeAll()
    skips.removeAll()
  }

  private mutating func closeBlock() {
    count += UInt32(block.count)
    block.write(to: &blocks)
    skips.append(
      (
        lastDocument: UInt32(truncatingIfNeeded: floor - 1),
        end: UInt32(truncatingIfNeeded: blocks.count)
      ))
  }

  /// Writes the entries, each value with as many bits as the greatest, which is the last, needs.
  private func writeSkips(to sink: inout ByteSink) throws(StorageError) {
    let last = skips[skips.count - 1]
    let documentWidth = 32 - last.lastDocument.leadingZeroBitCount
    let endWidth = 32 - last.end.leadingZeroBitCount
    let byteCount = PostingSkips.byteCount(
      blockCount: skips.count, documentWidth: documentWidth, endWidth: endWidth)
    // The writer stores eight bytes at a time.
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount + 8, alignment: 8)
    defer { bytes.deallocate() }
    guard let base = bytes.baseAddress else { return }
    var writer = PackedBitsWriter(at: base)
    writer.append(UInt64(documentWidth), width: 8)
    writer.append(UInt64(endWidth), width: 8)
    for block in 0..<skips.count {
      writer.append(UInt64(skips[block].lastDocument), width: documentWidth)
      writer.append(UInt64(skips[block].end), width: endWidth)
    }
    try sink.append(UnsafeRawBufferPointer(rebasing: bytes[..<byteCount]))
  }
}
