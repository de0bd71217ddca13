import Synchronization

/// The blocks of one file as a cache holds them: for each block the frame it is in, if any.
final class CachedBlocks: Sendable {
  let file: BlockFile
  private let cache: BlockCache
  // For each block, one more than the number of its frame, or 0. Initialised in init and freed in
  // deinit; between them the elements are atomic.
  private nonisolated(unsafe) let frames: UnsafeMutablePointer<Atomic<UInt32>>

  private static let largestCachedSpan = 8

  /// The place in a file's table that tells which frame holds a block.
  struct Entry: @unchecked Sendable {
    // What it points to is atomic. It stays until the table has been forgotten by the cache, entry
    // by entry, and the cache uses no entry that it has forgotten.
    let place: UnsafeMutablePointer<Atomic<UInt32>>
  }

  init(_ file: BlockFile, cache: BlockCache) {
    self.file = file
    self.cache = cache
    frames = .allocate(capacity: file.blockCount)
    for block in 0..<file.blockCount {
      (frames + block).initialize(to: Atomic(0))
    }
  }

  deinit {
    for block in 0..<file.blockCount {
      // An entry that the cache cleared is one it does not use any more.
      if frames[block].load(ordering: .acquiring) != 0 { cache.forget(entry(block)) }
    }
    frames.deinitialize(count: file.blockCount)
    frames.deallocate()
  }

  /// Bytes within one block; the caller has made sure that they are there.
  @inline(__always)
  func pin(
    _ block: Int, _ range: Range<Int>, of source: ByteSource
  ) throws(StorageError) -> BytePin {
    if let frame = cache.pin(entry(block)) {
      return BytePin(
        UnsafeRawBufferPointer(rebasing: frame.bytes[range]), of: source, state: frame.state)
    }
    return try read(block, range, of: source)
  }

  /// Reads and verifies a block that was not in the cache.
  @inline(never)
  private func read(
    _ block: Int, _ range: Range<Int>, of source: ByteSource
  ) throws(StorageError) -> BytePin {
    let frame: BlockCache.PinnedFrame
    switch cache.makeRoom(for: entry(block)) {
    case .filled(let filled):
      frame = filled
    case .empty(let empty):
      do throws(StorageError) {
        try file.read(from: block, into: empty.bytes)
      } catch {
        cache.giveBack(empty)
        throw error
      }
      frame = cache.publish(empty, for: entry(block))
    case .none:
      return try copy(of: block..<(block + 1), range, of: source)
    }
    return BytePin(
      UnsafeRawBufferPointer(rebasing: frame.bytes[range]), of: source, state: frame.state)
  }

  /// A copy of bytes that span blocks, the range being relative to the first.
  func pinAcross(
    _ first: Int, _ range: Range<Int>, of source: ByteSource
  ) throws(StorageError) -> BytePin {
    let blocks = first..<(first + (range.upperBound + Block.byteCount - 1) / Block.byteCount)
    // What is large is read once, as a rule, and would drive much else out of the cache.
    if blocks.count > Self.largestCachedSpan {
      return try copy(of: blocks, range, of: source)
    }
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: range.count, alignment: 16)
    do throws(StorageError) {
      var filled = 0
      for block in blocks {
        let start = block == first ? range.lowerBound : 0
        let end = min(Block.byteCount, start + range.count - filled)
        let part = try pin(block, start..<end, of: source)
        UnsafeMutableRawBufferPointer(rebasing: copy[filled...]).copyMemory(from: part.bytes)
        filled += end - start
      }
    } catch {
      copy.deallocate()
      throw error
    }
    return BytePin(UnsafeRawBufferPointer(copy), of: source, copy: copy)
  }

  /// Reads and verifies blocks into memory of their own; the range is relative to the first.
  private func copy(
    of blocks: Range<Int>, _ range: Range<Int>, of source: ByteSource
  ) throws(StorageError) -> BytePin {
    let copy = UnsafeMutableRawBufferPointer.allocate(
      byteCount: blocks.count * Block.byteCount, alignment: Block.byteCount)
    do throws(StorageError) {
      try file.read(from: blocks.lowerBound, into: copy)
    } catch {
      copy.deallocate()
      throw error
    }
    return BytePin(
      UnsafeRawBufferPointer(rebasing: copy[range]), of: source, copy: copy)
  }

  private func entry(_ block: Int) -> Entry { Entry(place: frames + block) }
}
