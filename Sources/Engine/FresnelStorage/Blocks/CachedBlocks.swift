import Synchronization

/// The blocks of one file as a cache holds them: for each block the frame it is in, if any.
final class CachedBlocks: Sendable {
  let file: BlockFile
  private let cache: BlockCache
  /// What a hit needs, without a step through another object.
  let lookup: Lookup

  private static let largestCachedSpan = 8

  /// The place in a file's table that tells which frame holds a block: one more than the frame's
  /// number, or 0.
  // Safe to share: what it points to is atomic, and is freed only after the cache has forgotten it,
  // which `deinit` waits for.
  struct Entry: @unchecked Sendable {
    let place: UnsafeMutablePointer<Atomic<UInt32>>
  }

  /// Finds blocks that are in the cache.
  // Safe to share: the entries of all blocks are atomic, initialised before anybody else sees them, and
  // freed by the `deinit` of the file's blocks, which whoever holds a lookup keeps alive; what makes
  // the frames safe is told there.
  struct Lookup: @unchecked Sendable {
    fileprivate let entries: UnsafeMutablePointer<Atomic<UInt32>>
    fileprivate let frames: CacheFrames

    /// Pins the frame that holds a block, if one does; the file has to have the block.
    @inline(__always)
    func pin(_ block: Int) -> CacheFrames.Pinned? { frames.pin(entry(block)) }

    /// Where the bytes of a block seem to be, as ``CacheFrames/address(_:)`` tells; the file has to have the block.
    @inline(__always)
    func address(_ block: Int) -> UnsafeRawPointer? { frames.address(entry(block)) }

    @inline(__always)
    fileprivate func entry(_ block: Int) -> Entry { Entry(place: entries + block) }
  }

  /// Whether the cache may have a block; the file has to have it.
  @inline(__always)
  func mayHold(_ block: Int) -> Bool {
    lookup.entry(block).place.pointee.load(ordering: .relaxed) != 0
  }

  init(_ file: BlockFile, cache: BlockCache) {
    self.file = file
    self.cache = cache
    lookup = Lookup(entries: .allocate(capacity: file.blockCount), frames: cache.frames)
    for block in 0..<file.blockCount { (lookup.entries + block).initialize(to: Atomic(0)) }
  }

  deinit {
    for block in 0..<file.blockCount {
      // An entry that the cache cleared is one it does not use any more.
      if lookup.entries[block].load(ordering: .acquiring) != 0 { cache.forget(lookup.entry(block)) }
    }
    lookup.entries.deinitialize(count: file.blockCount)
    lookup.entries.deallocate()
  }

  /// Bytes that may not be in the cache; the range is relative to the block and ends in the file.
  func pin(
    _ block: Int, _ range: Range<Int>, of source: ByteSource
  ) throws(StorageError) -> BytePin {
    if range.upperBound > Block.byteCount { return try pinAcross(block, range, of: source) }
    let frame: CacheFrames.Pinned
    switch cache.makeRoom(for: lookup.entry(block)) {
    case .filled(let filled):
      frame = filled
    case .empty(let empty):
      do throws(StorageError) {
        try file.read(from: block, into: empty.bytes)
      } catch {
        cache.giveBack(empty)
        throw error
      }
      frame = cache.publish(empty, for: lookup.entry(block))
    case .none:
      return try copy(of: block..<(block + 1), range, of: source)
    }
    return BytePin(
      UnsafeRawBufferPointer(start: frame.bytes + range.lowerBound, count: range.count), of: source,
      in: frame)
  }

  /// A copy of bytes that span blocks, the range being relative to the first.
  private func pinAcross(
    _ first: Int, _ range: Range<Int>, of source: ByteSource
  ) throws(StorageError) -> BytePin {
    let blocks = first..<(first + (range.upperBound + Block.byteCount - 1) / Block.byteCount)
    // What is large is read once, as a rule, and would drive much else out of the cache.
    if blocks.count > Self.largestCachedSpan {
      return try copy(of: blocks, range, of: source)
    }
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: range.count, alignment: 16)
    do throws(StorageError) {
      try source.read(
        UInt64(first) * Block.byteCount64 + UInt64(range.lowerBound), into: copy)
    } catch {
      copy.deallocate()
      throw error
    }
    return BytePin(UnsafeRawBufferPointer(copy), of: source, in: copy.baseAddress)
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
      UnsafeRawBufferPointer(rebasing: copy[range]), of: source, in: copy.baseAddress)
  }
}
