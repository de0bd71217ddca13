import FresnelStorage

/// Bytes of a source that stay pinned while reads remain among them.
///
/// Of a source in memory the window is all of it; of a file, one block of the cache, so that reads
/// of neighbouring bytes pin only once. Bytes of several blocks are copied into memory that the window keeps.
struct PinnedWindow: ~Copyable {
  private let source: ByteSource
  private var pin: BytePin?
  /// The first pinned byte, which is valid as long as `pin` is kept, or the first of `copy`.
  private var base: UnsafeRawPointer?
  /// The place of the first pinned byte, and the number of pinned bytes.
  private var start: UInt64 = 0
  private var byteCount: UInt64 = 0
  /// What bytes of several blocks are copied to: taking memory for each of them would cost more than the copy.
  private var copy: UnsafeMutableRawBufferPointer?

  /// The bytes of a block of the cache.
  private static let blockByteCount: UInt64 = 4096
  /// What is larger is read past the cache, as a rule once, and its memory is not kept.
  private static let largestCopyByteCount = 7 * 4096

  init(_ source: ByteSource) {
    self.source = source
  }

  deinit { copy?.deallocate() }

  /// The bytes from an offset on, valid until the next call.
  ///
  /// - Throws: ``StorageError`` with code `corrupted` when the source does not hold so many bytes, and
  ///   whatever pinning throws.
  @inline(__always)
  mutating func bytes(
    at offset: UInt64, count: Int
  ) throws(StorageError) -> UnsafeRawPointer {
    // Before the window this is greater than any count; no sum is made, which might wrap around.
    let index = offset &- start
    if index <= byteCount, UInt64(truncatingIfNeeded: count) <= byteCount &- index, let base {
      return base + Int(truncatingIfNeeded: index)
    }
    return try move(to: offset, count: count)
  }

  @inline(never)
  private mutating func move(
    to offset: UInt64, count: Int
  ) throws(StorageError) -> UnsafeRawPointer {
    guard count > 0, offset <= source.byteCount, UInt64(count) <= source.byteCount - offset else {
      throw StorageError(
        .corrupted, "Bytes are asked for that are not there", path: source.path, offset: offset)
    }
    base = nil
    let end = offset + UInt64(count)
    var wanted = 0..<source.byteCount
    if source.path != nil {
      let start = offset / Self.blockByteCount * Self.blockByteCount
      let blockEnd = min(start + Self.blockByteCount, source.byteCount)
      if end > blockEnd, count <= Self.largestCopyByteCount {
        return try copyBytes(at: offset, count: count)
      }
      wanted = end <= blockEnd ? start..<blockEnd : offset..<end
    }
    let next = try source.pin(wanted.lowerBound, Int(wanted.count))
    guard let first = next.bytes.baseAddress else {
      throw StorageError(.corrupted, "No bytes were pinned", path: source.path, offset: offset)
    }
    base = first
    pin = consume next
    start = wanted.lowerBound
    byteCount = wanted.upperBound - wanted.lowerBound
    return first + Int(offset - wanted.lowerBound)
  }

  /// Makes the window a copy of bytes of the source, which lie in several blocks.
  private mutating func copyBytes(
    at offset: UInt64, count: Int
  ) throws(StorageError) -> UnsafeRawPointer {
    // Bytes that are not much longer come later.
    let room =
      copy.flatMap { $0.count < count ? nil : $0 }
      ?? .allocate(byteCount: max(2 * count, Int(Self.blockByteCount)), alignment: 16)
    if room.baseAddress != copy?.baseAddress {
      copy?.deallocate()
      copy = room
    }
    let bytes = UnsafeMutableRawBufferPointer(rebasing: room[..<count])
    try source.read(offset, into: bytes)
    pin = nil
    guard let first = UnsafeRawPointer(bytes.baseAddress) else {
      throw StorageError(.corrupted, "No bytes were copied", path: source.path, offset: offset)
    }
    base = first
    start = offset
    byteCount = UInt64(count)
    return first
  }
}
