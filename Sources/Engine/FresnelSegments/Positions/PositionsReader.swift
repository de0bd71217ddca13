package import FresnelStorage

/// Reads the records of a segment's documents.
///
/// Neighbours lie side by side, so reading in ascending order pins each block once.
package struct PositionsReader: ~Copyable {
  private var places: PositionPlaces
  private var groups: PinnedWindow

  /// Makes a reader of a segment.
  package init(_ segment: Segment) {
    self.init(segment.source, segment.footer.positions, documentCount: segment.documentCount)
  }

  /// Makes a reader of positions at a place among some bytes.
  package init(_ source: ByteSource, _ location: PositionsLocation, documentCount: Int) {
    places = PositionPlaces(source, location, documentCount: documentCount)
    groups = PinnedWindow(source)
  }

  /// The segment's bytes.
  var source: ByteSource { places.source }

  /// The bytes that can be read behind a record.
  static let slack = 8

  /// The record of a document, which must be one of the segment's. Valid until the next call; as many
  /// bytes as ``slack`` may be read behind it.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package mutating func record(_ document: UInt32) throws(StorageError) -> UnsafeRawBufferPointer {
    let place = try places.place(of: document, in: &groups)
    return try places.record(at: place, in: &groups)
  }
}
