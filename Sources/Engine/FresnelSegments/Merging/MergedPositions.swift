import FresnelStorage

/// Reads the positions of the documents that stay of several segments, each segment's in order.
struct MergedPositions: ~Copyable {
  private var documents: StayingDocuments
  private var readers: OwnedArray<PositionsReader>

  /// - Parameters:
  ///   - segments: The segments.
  ///   - newNumbers: As those of ``MergedOrder``.
  init(_ segments: [Segment], newNumbers: [[UInt32]]) {
    documents = StayingDocuments(newNumbers: newNumbers)
    readers = OwnedArray(capacity: segments.count)
    for segment in segments { readers.append(PositionsReader(segment)) }
  }

  /// The record of the next document of a part that stays; there must be one. Valid until the next
  /// call.
  mutating func next(part: Int) throws(StorageError) -> UnsafeRawBufferPointer {
    try readers[part].record(documents.next(part: part))
  }
}
