import FresnelStorage

/// Finds the records of a segment's documents: where each is stands in front of its group.
///
/// What is read of groups is read through windows of the caller's, so that one that wants several records at a time can
/// keep a window for each.
struct PositionPlaces: ~Copyable {
  /// Where a record is among the bytes of the source, in which it lies whole.
  struct Place: BitwiseCopyable {
    let offset: UInt64
    let byteCount: Int
  }

  /// The segment's bytes.
  let source: ByteSource
  private let location: PositionsLocation
  private let documentCount: Int
  private var groups: PinnedWindow

  /// Makes one of positions at a place among some bytes.
  init(_ source: ByteSource, _ location: PositionsLocation, documentCount: Int) {
    self.source = source
    self.location = location
    self.documentCount = documentCount
    groups = PinnedWindow(source)
  }

  /// The record at a place that ``place(of:in:)`` gave, as ``PositionsReader/record(_:)`` gives it.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - window: A window of the source; the record is valid until it moves.
  /// - Returns: The record.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  func record(
    at place: Place, in window: inout PinnedWindow
  ) throws(StorageError) -> UnsafeRawBufferPointer {
    guard place.byteCount > 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(
      start: try window.bytes(at: place.offset, count: place.byteCount + PositionsReader.slack),
      count: place.byteCount)
  }

  /// Has the processor load where the record of a document is told, which must be one of the segment's.
  ///
  /// - Throws: ``StorageError``, as ``place(of:in:)``.
  mutating func loadPlace(of document: UInt32) throws(StorageError) {
    let start = try place(ofGroup: Int(document) / PositionFormat.groupCapacity)
    guard start <= location.byteCount, location.offset <= source.byteCount else {
      throw corrupted()
    }
    source.load(location.offset &+ start, Self.usualHeadByteCount)
  }

  /// Has the processor load the first bytes of a record.
  func loadRecord(at place: Place) {
    source.load(place.offset, min(place.byteCount, Self.loadedByteCount))
  }

  /// The lengths of a group's records take about as much.
  private static let usualHeadByteCount = 32
  /// The processor sees by itself that what follows will be read.
  private static let loadedByteCount = 256

  /// Where the record of a document is, which must be one of the segment's.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - window: A window of the source; moves to the front of the document's group.
  /// - Returns: The place.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  mutating func place(
    of document: UInt32, in window: inout PinnedWindow
  ) throws(StorageError) -> Place {
    let group = Int(document) / PositionFormat.groupCapacity
    let place = Int(document) % PositionFormat.groupCapacity
    let start = try self.place(ofGroup: group)
    let end =
      (group + 1) * PositionFormat.groupCapacity < documentCount
      ? try self.place(ofGroup: group + 1) : location.byteCount
    guard start <= end, end <= location.byteCount, location.offset <= source.byteCount,
      location.byteCount <= source.byteCount - location.offset
    else { throw corrupted() }
    let groupCount = min(
      PositionFormat.groupCapacity, documentCount - group * PositionFormat.groupCapacity)
    // A length takes at most ten bytes.
    let headByteCount = Int(min(end - start, UInt64(groupCount * Varint.maximumByteCount)))
    let head = UnsafeRawBufferPointer(
      start: try window.bytes(at: location.offset + start, count: max(headByteCount, 1)),
      count: headByteCount)
    var position = 0
    var before: UInt64 = 0
    for _ in 0..<place { before += try readLength(in: head, at: &position, atMost: end - start) }
    let length = try readLength(in: head, at: &position, atMost: end - start)
    try skipLengths(groupCount - place - 1, in: head, at: &position)
    // At most 16 lengths, each at most that of a section: no sum wraps around.
    let recordStart = start + UInt64(position) + before
    guard recordStart <= end, length <= end - recordStart else { throw corrupted() }
    return Place(offset: location.offset + recordStart, byteCount: Int(length))
  }

  @inline(__always)
  private func readLength(
    in head: UnsafeRawBufferPointer, at position: inout Int, atMost limit: UInt64
  ) throws(StorageError) -> UInt64 {
    guard let length = Varint.readShort(head, at: &position), length <= limit else {
      throw corrupted()
    }
    return length
  }

  /// Moves behind lengths that nobody asked for, eight bytes at a time: each ends with the first byte
  /// whose highest bit is 0.
  @inline(__always)
  private func skipLengths(
    _ count: Int, in head: UnsafeRawBufferPointer, at position: inout Int
  ) throws(StorageError) {
    var rest = count
    while rest > 0 {
      guard position < head.count else { throw corrupted() }
      guard head.count - position >= 8 else {
        if head[position] < 0x80 { rest -= 1 }
        position += 1
        continue
      }
      let word = UInt64(
        littleEndian: head.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      var ends = ~word & 0x8080_8080_8080_8080
      if ends.nonzeroBitCount < rest {
        rest -= ends.nonzeroBitCount
        position += 8
        continue
      }
      for _ in 1..<rest { ends &= ends &- 1 }
      position += ends.trailingZeroBitCount / 8 + 1
      return
    }
  }

  private mutating func place(ofGroup group: Int) throws(StorageError) -> UInt64 {
    let offset =
      location.offset &+ location.byteCount
      &+ UInt64(truncatingIfNeeded: group * PositionFormat.placeByteCount)
    let bytes = try groups.bytes(at: offset, count: PositionFormat.placeByteCount)
    return UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
  }

  private func corrupted() -> StorageError {
    StorageError(
      .corrupted, "The positions of some documents are not where they should be.",
      path: source.path, offset: location.offset)
  }
}
