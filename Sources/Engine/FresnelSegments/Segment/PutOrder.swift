package import FresnelStorage

/// The documents of a segment in the order in which their items were put, read one after the other.
///
/// Documents are numbered by rank, and reads that list items list them as they came: a section of four
/// bytes a document, little-endian, tells the document of each place.
package struct PutOrder: ~Copyable {
  private let source: ByteSource
  private let offset: UInt64
  private let documentCount: Int
  private var window: PinnedWindow
  private var place: Int

  /// Starts with the item at a place, counted from the one that was put first.
  package init(_ segment: Segment, from place: Int = 0) {
    self.place = place
    source = segment.source
    offset = segment.footer.putOrderOffset
    documentCount = segment.documentCount
    window = PinnedWindow(segment.source)
  }

  /// The next document; `nil` at the end.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package mutating func next() throws(StorageError) -> UInt32? {
    guard place < documentCount else { return nil }
    let position = offset + UInt64(place) * 4
    let document = UInt32(
      littleEndian: try window.bytes(at: position, count: 4).loadUnaligned(as: UInt32.self))
    guard document < documentCount else {
      throw StorageError(
        .corrupted, "A place in the put order names a document that is not there.",
        path: source.path, offset: position)
    }
    place += 1
    return document
  }
}

extension ByteSink {
  /// Starts the section of the put order; returns its offset.
  mutating func beginPutOrder() throws(StorageError) -> UInt64 {
    try align(4)
    return offset
  }
}
