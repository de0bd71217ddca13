import FresnelStorage

/// The position records of the documents of one segment that are compared, one after the other.
///
/// Candidates lie anywhere in a segment. Where a record is stands in front of its group, so that each one costs two
/// waits for memory, one after the other, and these take longer than what is done with most records. So the processor
/// is told of both beforehand, for several documents at a time: it loads them side by side, while the records before
/// them are gone through.
struct CandidateRecords: ~Copyable {
  /// So many records are loaded side by side: enough for the waits to overlap, few enough that all of them still lie
  /// in the cache of the processor when they are read.
  private static let batchCount = 16

  private let documents: [UInt32]
  private var positions: PositionPlaces
  /// Where the records of the latest batch are, and how many of these have been given.
  private var places: [PositionPlaces.Place] = []
  /// By place in the batch, what is pinned to find a record: most lie in the same block, and need no other pin.
  private var windows = OwnedArray<PinnedWindow>(capacity: batchCount)
  private var givenCount = 0
  /// The documents of all batches so far.
  private var placedCount = 0

  /// Prepares to give records.
  ///
  /// - Parameters:
  ///   - documents: Documents of the segment; in ascending order they are read quickest.
  ///   - segment: The segment.
  init(of documents: [UInt32], in segment: Segment) {
    self.documents = documents
    positions = PositionPlaces(
      segment.source, segment.footer.positions, documentCount: segment.documentCount)
    places.reserveCapacity(Self.batchCount)
    for _ in 0..<min(Self.batchCount, documents.count) {
      windows.append(PinnedWindow(segment.source))
    }
  }

  /// The record of the next document, of which there has to be one: the bytes that ``PositionsReader/record(_:)``
  /// gives, valid until the next call.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  mutating func next() throws(StorageError) -> UnsafeRawBufferPointer {
    if givenCount == places.count { try placeNextBatch() }
    defer { givenCount += 1 }
    return try positions.record(at: places[givenCount], in: &windows[givenCount])
  }

  private mutating func placeNextBatch() throws(StorageError) {
    if placedCount == 0 { try loadPlaces() }
    places.removeAll(keepingCapacity: true)
    givenCount = 0
    let end = min(placedCount + Self.batchCount, documents.count)
    for index in placedCount..<end {
      let place = try positions.place(of: documents[index], in: &windows[index - placedCount])
      positions.loadRecord(at: place)
      places.append(place)
    }
    placedCount = end
    try loadPlaces()
  }

  /// Has the processor load what tells where the records of the batch behind those placed are.
  private mutating func loadPlaces() throws(StorageError) {
    let end = min(placedCount + Self.batchCount, documents.count)
    for index in placedCount..<end { try positions.loadPlace(of: documents[index]) }
  }
}
