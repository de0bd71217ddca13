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

  private let parts: [SegmentMerge.Part]
  private let newNumbers: [[UInt32]]
  private let readers: UnsafeMutablePointer<Reader>

  /// - Parameters:
  ///   - parts: The segments.
  ///   - newNumbers: As those of ``MergedOrder``.
  init(_ parts: [SegmentMerge.Part], newNumbers: [[UInt32]]) {
    self.parts = parts
    self.newNumbers = newNumbers
    readers = .allocate(capacity: max(parts.count, 1))
    for (number, part) in parts.enumerated() {
      (readers + number).initialize(
        to: Reader(items: ItemReader(part.segment.documents, part.patches)))
    }
  }

  deinit {
    readers.deinitialize(count: parts.count)
    readers.deallocate()
  }

  /// The next document of a part that stays; there must be one.
  func next(part: Int) throws(StorageError) -> Document {
    let numbers = newNumbers[part]
    var document = readers[part].next
    while numbers[document] == PostingMerge.dropped { document += 1 }
    readers[part].next = document + 1
    let item = try readers[part].items.item(UInt32(document))
    let facts = try parts[part].segment.documents.facts(UInt32(document))
    return Document(item: item, scope: facts.scope, staticScore: facts.staticScore)
  }
}
