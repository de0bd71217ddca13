import FresnelStorage

/// Reads one block of sorted terms after the other, and keeps the bytes of the last one.
struct TermBlockReader: ~Copyable {
  private let blocks: TermBlocks
  private var pin: BytePin?
  private var stream: ByteStream?
  /// The number of the block read last; −1 before the first.
  private(set) var number = -1
  /// The block read last, valid until the next read.
  private(set) var block = TermBlock()

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - blocks: The blocks.
  ///   - bypassingCache: Whether they are read in large steps past the cache.
  init(_ blocks: TermBlocks, bypassingCache: Bool) {
    self.blocks = blocks
    pin = nil
    stream = bypassingCache ? blocks.source.stream(from: blocks.location.offset) : nil
  }

  /// Reads a block, unless it was read last.
  mutating func read(_ number: Int) throws(StorageError) {
    if number == self.number { return }
    self.number = -1
    let byteCount = blocks.byteCount(of: number)
    let bytes: UnsafeRawBufferPointer
    if var stream = stream.take() {
      stream.seek(to: blocks.offset(of: number))
      bytes = try stream.next(byteCount)
      self.stream = consume stream
    } else {
      let next = try blocks.source.pin(blocks.offset(of: number), byteCount)
      bytes = next.bytes
      pin = consume next
    }
    do throws(TermDamage) {
      block = try TermBlock(
        bytes, documentByteCount: Int(blocks.location.documentByteCount))
    } catch {
      throw blocks.damaged(number, error)
    }
    self.number = number
  }
}
