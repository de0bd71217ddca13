import FresnelModel
import FresnelStorage

/// Reads the documents that stay of several segments, each segment's in order.
struct PartReaders: ~Copyable {
  private var documents: StayingDocuments
  private var items: OwnedArray<ItemReader>

  /// - Parameters:
  ///   - parts: The segments.
  ///   - newNumbers: As those of ``MergedOrder``.
  init(_ parts: [SegmentMerge.Part], newNumbers: [[UInt32]]) {
    documents = StayingDocuments(newNumbers: newNumbers)
    items = OwnedArray(capacity: parts.count)
    for part in parts { items.append(ItemReader(part.segment.documents, part.patches)) }
  }

  /// The next document of a part that stays; there must be one.
  mutating func next(part: Int) throws(StorageError) -> ItemReader.Document {
    try items[part].document(documents.next(part: part))
  }
}
