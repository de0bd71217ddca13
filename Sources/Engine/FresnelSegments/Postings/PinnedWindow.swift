import FresnelStorage

/// Bytes of a source that stay pinned while reads remain among them.
///
/// Of a source in memory the window is all of it; of a file, one block of the cache, so that reads
/// of neighbouring bytes pin only once.
struct PinnedWindow: ~Copyable {
  private let source: ByteSource
  private var pin: BytePin?
  /// The first pinned byte; valid as long as `pin` is kept.
  private var base: UnsafeRawPointer?
  private var range: Range<UInt64> = 0..<0

  /// The bytes of a block of the cache.
  private static let blockByteCount: UInt64 = 4096

  init(_ source: ByteSource) {
    self.source = source
  }

  /// The bytes from an offset on, valid until the next call.
  ///
  /// - Throws: ``StorageError`` with code `corrupted` when the source does not hold so many bytes, and
  ///   whatever pinning throws.
  @inline(__always)
  mutating func bytes(
    at offset: UInt64, count: Int
  ) throws(StorageError) -> UnsafeRawPointer {
    if offset >= range.lowerBound, offset &+ UInt64(truncatingIfNeeded: count) <= range.upperBound,
      let base
    {
      return base + Int(offset &- range.lowerBound)
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
    let end = offset + UInt64(count)
    var wanted = 0..<source.byteCount
    if source.path != nil {
      let start = offset / Self.blockByteCount * Self.blockByteCount
      let blockEnd = min(start + Self.blockByteCount, source.byteCount)
      wanted = end <= blockEnd ? start..<blockEnd : offset..<end
    }
    range = 0..<0
    base = nil
    let next = try source.pin(wanted.lowerBound, Int(wanted.count))
    guard let first = next.bytes.baseAddress else {
      throw StorageError(.corrupted, "No bytes were pinned", path: source.path, offset: offset)
    }
    base = first
    pin = consume next
    range = wanted
    return first + Int(offset - wanted.lowerBound)
  }
}
