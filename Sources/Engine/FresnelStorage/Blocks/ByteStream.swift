/// Reads a ``ByteSource`` in order, in large steps that pass by the block cache.
///
/// Every byte handed out was verified, as those of a pin are.
package struct ByteStream: ~Copyable {
  private let source: ByteSource
  /// The place of the next byte.
  package private(set) var offset: UInt64
  // Whole blocks of a file, owned by the stream alone and freed in deinit.
  private var buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  /// The blocks that the buffer holds, from its start.
  private var blocks = 0..<0
  /// Keeps an image's bytes in place until the next call.
  private var pin: BytePin?

  init(_ source: ByteSource, from offset: UInt64) {
    self.source = source
    self.offset = offset
    pin = nil
  }

  deinit {
    buffer.deallocate()
  }

  /// The next bytes, valid until the next call.
  ///
  /// - Throws: ``StorageError`` with code `corrupted` when the source ends before, or a block fails
  ///   its checksum; or the code of a failed read.
  package mutating func next(_ count: Int) throws(StorageError) -> UnsafeRawBufferPointer {
    let start = offset
    guard let file = source.file, count > 0 else {
      let pin = try source.pin(start, count)
      let bytes = pin.bytes
      self.pin = consume pin
      offset = start + UInt64(count)
      return bytes
    }
    guard start <= source.byteCount, UInt64(count) <= source.byteCount - start else {
      throw source.outOfRange(start, count)
    }
    let first = Int(start / Block.byteCount64)
    let last = Int((start + UInt64(count) - 1) / Block.byteCount64)
    if first < blocks.lowerBound || last >= blocks.upperBound {
      try fill(first...last, file)
    }
    offset = start + UInt64(count)
    let index = Int(start - UInt64(blocks.lowerBound) * Block.byteCount64)
    return UnsafeRawBufferPointer(rebasing: buffer[index..<(index + count)])
  }

  /// Goes on from another place; costs nothing within the blocks read last.
  package mutating func seek(to offset: UInt64) {
    self.offset = offset
  }

  /// Reads blocks and some that follow; keeps those that are there already.
  private mutating func fill(
    _ wanted: ClosedRange<Int>, _ file: BlockFile
  ) throws(StorageError) {
    let end = min(
      max(wanted.upperBound + 1, wanted.lowerBound + Block.countInStep), file.blockCount)
    let byteCount = (end - wanted.lowerBound) * Block.byteCount
    var kept = blocks.contains(wanted.lowerBound) ? wanted.lowerBound..<blocks.upperBound : 0..<0
    if byteCount > buffer.count {
      let larger = UnsafeMutableRawBufferPointer.allocate(
        byteCount: byteCount, alignment: Block.byteCount)
      if !kept.isEmpty { larger.copyMemory(from: bytes(of: kept)) }
      buffer.deallocate()
      buffer = larger
    } else if !kept.isEmpty {
      buffer.copyMemory(from: bytes(of: kept))
    }
    if kept.isEmpty { kept = wanted.lowerBound..<wanted.lowerBound }
    // Until all is verified the buffer holds no more than what is kept.
    blocks = kept
    do throws(StorageError) {
      try read(kept.upperBound..<end, after: kept.count, file)
      blocks = wanted.lowerBound..<end
    } catch {
      // What was read ahead may be damaged while what is wanted is not.
      if wanted.upperBound + 1 == end { throw error }
      try read(kept.upperBound..<(wanted.upperBound + 1), after: kept.count, file)
      blocks = wanted.lowerBound..<(wanted.upperBound + 1)
    }
  }

  /// Reads blocks to a place in the buffer that is counted in blocks.
  private func read(
    _ range: Range<Int>, after kept: Int, _ file: BlockFile
  ) throws(StorageError) {
    let start = kept * Block.byteCount
    let part = buffer[start..<(start + range.count * Block.byteCount)]
    try file.read(from: range.lowerBound, into: UnsafeMutableRawBufferPointer(rebasing: part))
  }

  private func bytes(of kept: Range<Int>) -> UnsafeRawBufferPointer {
    let start = (kept.lowerBound - blocks.lowerBound) * Block.byteCount
    return UnsafeRawBufferPointer(
      rebasing: buffer[start..<(start + kept.count * Block.byteCount)])
  }
}
