import FresnelStorage

/// Reads the positions of the documents that stay of several segments, each segment's in order.
struct MergedPositions: ~Copyable {
  private struct Reader: ~Copyable {
    var records: PositionsReader
    var next = 0
  }

  private let newNumbers: [[UInt32]]
  private let readers: UnsafeMutablePointer<Reader>

  /// - Parameters:
  ///   - segments: The segments.
  ///   - newNumbers: As those of ``MergedOrder``.
  init(_ segments: [Segment], newNumbers: [[UInt32]]) {
    self.newNumbers = newNumbers
    readers = .allocate(capacity: max(segments.count, 1))
    for (part, segment) in segments.enumerated() {
      (readers + part).initialize(to: Reader(records: PositionsReader(segment)))
    }
  }

  deinit {
    readers.deinitialize(count: newNumbers.count)
    readers.deallocate()
  }

  /// The record of the next document of a part that stays; there must be one. Valid until the next
  /// call.
  func next(part: Int) throws(StorageError) -> UnsafeRawBufferPointer {
    let numbers = newNumbers[part]
    var document = readers[part].next
    while numbers[document] == PostingMerge.dropped { document += 1 }
    readers[part].next = document + 1
    return try readers[part].records.record(UInt32(document))
  }
}
