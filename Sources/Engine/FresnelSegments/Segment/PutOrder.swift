package import FresnelStorage

/// The documents of a segment in the order in which their items were put, read one after the other.
///
/// Documents are numbered by rank, and reads that list items list them as they came: a section of
/// packed numbers tells the document of each place.
package struct PutOrder: ~Copyable {
  private let source: ByteSource
  private let offset: UInt64
  private let documentCount: Int
  private let width: Int
  private var window: PinnedWindow
  /// The place of the next document.
  package private(set) var place: Int

  /// Starts with the item at a place, counted from the one that was put first.
  package init(_ segment: Segment, from place: Int = 0) {
    self.init(
      segment.source, offset: segment.footer.putOrderOffset, documentCount: segment.documentCount,
      from: place)
  }

  /// The same, of a section at some place.
  init(_ source: ByteSource, offset: UInt64, documentCount: Int, from place: Int = 0) {
    self.place = place
    self.source = source
    self.offset = offset
    self.documentCount = documentCount
    width = PutOrderWriter.width(documentCount: documentCount)
    window = PinnedWindow(source)
  }

  /// The next document; `nil` at the end.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package mutating func next() throws(StorageError) -> UInt32? {
    guard place < documentCount else { return nil }
    let bit = place &* width
    let (position, isOutside) = offset.addingReportingOverflow(UInt64(bit / 8))
    guard !isOutside else { throw damaged(at: offset) }
    // The footer follows, so that eight bytes can be read.
    let bytes = try window.bytes(at: position, count: MemoryLayout<UInt64>.size)
    let document = UInt32(
      truncatingIfNeeded: packedNumber(bytes, at: bit & 7, mask: packedMask(width: width)))
    guard document < documentCount else { throw damaged(at: position) }
    place += 1
    return document
  }

  private func damaged(at position: UInt64) -> StorageError {
    StorageError(
      .corrupted, "A place in the put order names a document that is not there.",
      path: source.path, offset: position)
  }
}

/// Writes the section that ``PutOrder`` reads.
struct PutOrderWriter {
  /// Where the section starts.
  let offset: UInt64
  private let width: Int
  private var pending: UInt64 = 0
  private var pendingCount = 0

  /// Begins the section of a segment of so many documents, which are all to be added.
  init(documentCount: Int, at sink: borrowing ByteSink) {
    offset = sink.offset
    width = Self.width(documentCount: documentCount)
  }

  mutating func append(_ document: UInt32, to sink: inout ByteSink) throws(StorageError) {
    // Fewer than 32 bits are pending.
    pending |= UInt64(document) << UInt64(pendingCount)
    pendingCount += width
    if pendingCount >= 32 {
      try sink.append(UInt32(truncatingIfNeeded: pending))
      pending >>= 32
      pendingCount -= 32
    }
  }

  consuming func finish(to sink: inout ByteSink) throws(StorageError) {
    if pendingCount > 0 { try sink.append(UInt32(truncatingIfNeeded: pending)) }
  }

  /// The bits of a document: as many as the greatest has.
  static func width(documentCount: Int) -> Int {
    documentCount > 1 ? 64 - UInt64(documentCount - 1).leadingZeroBitCount : 0
  }

  /// The bytes of the section.
  static func byteCount(documentCount: Int) -> UInt64 {
    UInt64((documentCount * width(documentCount: documentCount) + 31) / 32 * 4)
  }
}
