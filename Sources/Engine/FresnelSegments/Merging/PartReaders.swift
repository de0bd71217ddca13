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

  private let parts: [SegmentMerge.Part]
  private var documents: StayingDocuments
  private var items: OwnedArray<ItemReader>

  /// - Parameters:
  ///   - parts: The segments.
  ///   - newNumbers: As those of ``MergedOrder``.
  init(_ parts: [SegmentMerge.Part], newNumbers: [[UInt32]]) {
    self.parts = parts
    documents = StayingDocuments(newNumbers: newNumbers)
    items = OwnedArray(capacity: parts.count)
    for part in parts { items.append(ItemReader(part.segment.documents, part.patches)) }
  }

  /// The next document of a part that stays; there must be one.
  mutating func next(part: Int) throws(StorageError) -> Document {
    let document = documents.next(part: part)
    let item = try items[part].item(document)
    let facts = try parts[part].segment.documents.facts(document)
    return Document(item: item, scope: facts.scope, staticScore: facts.staticScore)
  }
}
