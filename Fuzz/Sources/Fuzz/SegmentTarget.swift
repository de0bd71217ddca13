import FresnelModel
import FresnelSegments
import FresnelStorage

/// Whole segments: the footer, and all that it points at.
///
/// An input is a segment and one byte more. Of that, bit 0 asks for a footer whose checksum agrees.
enum SegmentTarget: FuzzTarget {
  static func seeds() throws -> [[UInt8]] {
    try [0, 1, 30].map { count in
      var builder = SegmentBuilder()
      for number in 0..<count {
        var item = SampleItems.items[number % 3]
        item.uniqueIdentifier += "-\(number)"
        builder.add(
          try EncodedItem(validating: ItemCodec.encode(item)),
          scope: IndexScope(app: "app\(number % 2)", index: "notes"))
      }
      return try contents(of: builder.finish(to: .memory())) + [1]
    }
  }

  static func examine(_ input: [UInt8]) {
    guard let segment = open(input) else { return }
    DocumentsTarget.examine(segment.documents)
    DocumentsTarget.examine(segment.identifiers, segment.documents)
    ColumnsTarget.examine(segment.columns, documentCount: segment.documentCount)
    for dictionary in [segment.terms, segment.prefixes, segment.keys] {
      DictionaryTarget.examine(dictionary)
      readLists(of: dictionary, segment)
    }
    merge(segment)
  }

  /// The segment of an input, if it opens.
  static func open(_ input: [UInt8]) -> Segment? {
    var bytes = input
    guard let flags = bytes.popLast() else { return nil }
    if flags & 1 != 0 { repairFooter(&bytes) }
    guard let segment = try? Segment.open(ByteSource(memory: bytes)) else { return nil }
    // Damage may promise any number of documents, for which a list of the live ones takes memory;
    // a store knows the number from elsewhere.
    return segment.documentCount <= 10_000 ? segment : nil
  }

  private static func readLists(of dictionary: TermDictionary, _ segment: Segment) {
    isReadable { () throws(StorageError) in
      var terms = dictionary.cursor()
      while try terms.next() {
        for group in PostingGroup.allCases where !terms.entry[group].isEmpty {
          var cursor = try PostingCursor(
            segment.source, terms.entry[group], documentCount: segment.documentCount)
          while let block = try cursor.nextBlock() {
            expect(
              block.documents.last.map { $0 < segment.documentCount } ?? true,
              "A document is none of the segment's.")
          }
        }
      }
    }
  }

  private static func merge(_ segment: Segment) {
    isReadable { () throws(StorageError) in
      var live = LiveDocuments(count: segment.documentCount)
      if segment.documentCount > 2 { _ = live.remove(1) }
      let parts = [SegmentMerge.Part(segment, live: live)]
      let result = try SegmentMerge(parts, now: 7e8).write(to: .memory())
      guard let image = result?.image else { return }
      let merged = try Segment.open(image)
      expect(merged.documentCount <= segment.documentCount, "A merge adds documents.")
      var items = ItemReader(merged.documents)
      for document in 0..<UInt32(merged.documentCount) { _ = try items.item(document) }
    }
  }

  /// Makes the checksum that ends a segment agree, where the length before it allows.
  private static func repairFooter(_ bytes: inout [UInt8]) {
    let end = bytes.count - 16
    guard end >= 0 else { return }
    let start = end - Int(bytes.number(UInt32.self, at: end))
    guard start >= 0 else { return }
    bytes.store(number: bytes.checksum(start..<(end + 12)), at: end + 12)
  }
}
