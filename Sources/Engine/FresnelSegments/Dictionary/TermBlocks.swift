import FresnelStorage

/// Sorted terms in blocks, each of which lies in one block of the cache.
struct TermBlocks: Sendable {
  let source: ByteSource
  let location: TermBlocksLocation
  let index: TermBlockIndex

  /// Reads the index of the blocks.
  init(
    _ source: ByteSource, _ location: TermBlocksLocation
  ) throws(StorageError) {
    self.source = source
    self.location = location
    let blockByteCount = UInt64(TermBlockFormat.blockByteCount)
    guard location.offset <= source.byteCount,
      location.byteCount <= source.byteCount - location.offset,
      UInt64(location.indexByteCount) <= source.byteCount - location.offset - location.byteCount
    else {
      throw StorageError(
        .corrupted, "A dictionary is said to reach beyond the end of its segment.",
        path: source.path, offset: location.offset)
    }
    let indexOffset = location.offset + location.byteCount
    let pin = try source.pin(indexOffset, Int(location.indexByteCount))
    do throws(TermDamage) {
      index = try TermBlockIndex(
        pin.bytes,
        blockCount: Int((location.byteCount + blockByteCount - 1) / blockByteCount),
        runCount: location.runCount)
    } catch {
      throw StorageError(
        .corrupted, "The index of a dictionary is damaged: \(error.reason).", path: source.path,
        offset: indexOffset)
    }
  }

  /// The number of blocks.
  var count: Int { index.count }

  /// The place of a block.
  @inline(__always)
  func offset(of block: Int) -> UInt64 {
    location.offset &+ UInt64(block) &* UInt64(TermBlockFormat.blockByteCount)
  }

  /// The length of a block.
  @inline(__always)
  func byteCount(of block: Int) -> Int {
    let start = UInt64(block) &* UInt64(TermBlockFormat.blockByteCount)
    return Int(min(UInt64(TermBlockFormat.blockByteCount), location.byteCount &- start))
  }

  /// The entry of a term; `nil` when there is no such term.
  func find(_ term: UnsafeBufferPointer<UInt8>) throws(StorageError) -> TermEntry? {
    let term = UnsafeRawBufferPointer(term)
    guard let block = index.block(of: term) else { return nil }
    let pin = try source.pin(offset(of: block), byteCount(of: block))
    do throws(TermDamage) {
      return try TermBlock(
        pin.bytes, documentByteCount: Int(location.documentByteCount)
      ).find(term)
    } catch {
      throw damaged(block, error)
    }
  }

  /// The error that tells of damage in a block.
  func damaged(_ block: Int, _ damage: TermDamage) -> StorageError {
    StorageError(
      .corrupted, "Block \(block) of a dictionary is damaged: \(damage.reason).",
      path: source.path, offset: offset(of: block))
  }
}
