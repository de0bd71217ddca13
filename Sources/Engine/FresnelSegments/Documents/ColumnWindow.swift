import FresnelStorage

/// Reads numbers of one size that follow each other, and keeps the block of the last one pinned.
struct ColumnWindow: ~Copyable {
  private static let blockByteCount: UInt64 = 4096

  private let source: ByteSource
  private let start: UInt64
  private let byteCount: UInt64
  private var pin: BytePin?
  /// The bytes of the column that are pinned.
  private var pinned: Range<UInt64> = 0..<0

  /// Nothing is read before the first number is asked for.
  init(_ source: ByteSource, start: UInt64, byteCount: UInt64) {
    self.source = source
    self.start = start
    self.byteCount = byteCount
    pin = nil
  }

  /// The number at a place in the order of the column.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, also for a place behind the end; or that of a
  ///   failed read.
  @inline(__always)
  mutating func number<Value: FixedWidthInteger & BitwiseCopyable>(
    _ type: Value.Type, at index: UInt64
  ) throws(StorageError) -> Value {
    let size = UInt64(MemoryLayout<Value>.size)
    let offset = index * size
    if !(pinned.lowerBound <= offset && offset + size <= pinned.upperBound) {
      try move(to: offset, size: size)
    }
    guard let bytes = pin?.bytes else { return 0 }
    return bytes.fixed(type, at: Int(offset - pinned.lowerBound))
  }

  private mutating func move(to offset: UInt64, size: UInt64) throws(StorageError) {
    guard offset < byteCount, size <= byteCount - offset, byteCount <= source.byteCount,
      start <= source.byteCount - byteCount
    else {
      throw source.damagedDocuments("a column ends early", at: start)
    }
    // Numbers never straddle two blocks of a file, since the column is aligned to their size; the
    // block of this one begins at or before it.
    let place = start + offset
    let lower = max(start, place - place % Self.blockByteCount)
    let upper = min(start + byteCount, place - place % Self.blockByteCount + Self.blockByteCount)
    guard upper >= place + size else {
      throw source.damagedDocuments("a column is askew", at: start)
    }
    pin = nil
    pinned = 0..<0
    pin = try source.pin(lower, Int(upper - lower))
    pinned = lower - start..<upper - start
  }
}
