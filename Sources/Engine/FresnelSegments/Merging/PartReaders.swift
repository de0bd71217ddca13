import FresnelModel
import FresnelStorage

/// Reads the documents that stay of several segments, each segment's in order.
struct PartReaders: ~Copyable {
  /// A document as its part has it.
  struct Document {
    let item: EncodedItem
    /// The part's number of the scope.
    let scope: UInt32
    let staticScore: UInt32
  }

  private struct Reader: ~Copyable {
    var items: ItemReader
    var next = 0
  }

  private let segments: [Segment]
  private let newNumbers: [[UInt32]]
  private let readers: UnsafeMutablePointer<Reader>

  /// - Parameters:
  ///   - segments: The segments.
  ///   - newNumbers: As those of ``MergedOrder``.
  init(_ segments: [Segment], newNumbers: [[UInt32]]) {
    self.segments = segments
    self.newNumbers = newNumbers
    readers = .allocate(capacity: max(segments.count, 1))
    for (part, segment) in segments.enumerated() {
      (readers + part).initialize(to: Reader(items: ItemReader(segment.documents)))
    }
  }

  deinit {
    readers.deinitialize(count: segments.count)
    readers.deallocate()
  }

  /// The next document of a part that stays; there must be one.
  func next(part: Int) throws(StorageError) -> Document {
    let numbers = newNumbers[part]
    var document = readers[part].next
    while numbers[document] == PostingMerge.dropped { document += 1 }
    readers[part].next = document + 1
    let item = try readers[part].items.item(UInt32(document))
    let row = try segments[part].documents.row(UInt32(document))
    return Document(item: item, scope: row.scope, staticScore: row.staticScore)
  }
}
