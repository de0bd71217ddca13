import FresnelModel
import FresnelStorage

/// Writes what a segment keeps of each document besides its postings: row, item, identifier, values.
struct DocumentSectionsWriter: ~Copyable {
  /// Where it went.
  struct Written {
    var documents: DocumentStoreLocation
    var identifiers: IdentifierIndexLocation
    var columns: ColumnsLocation
    var sizes: SegmentSizes
  }

  private var store: DocumentStoreWriter
  private var identifiers = IdentifierIndexWriter(withFilter: true)
  private var columns = ColumnsWriter()
  private var sizes = SegmentSizes()
  private var count = 0
  /// Columns hold back about so many bytes.
  private static let columnBufferByteCount = 1 << 20
  private static let documentsBetweenFlushes = 1024

  /// Begins a segment, in memory or in a file.
  ///
  /// - Parameters:
  ///   - inMemory: Whether it is an image, in which nothing is coded or compressed.
  ///   - coding: What was learnt of its documents; `nil` for an image.
  init(inMemory: Bool, coding: DocumentCoding?) {
    store = DocumentStoreWriter(compresses: !inMemory, coding: coding ?? DocumentCoding())
  }

  /// Adds the next document.
  mutating func add(
    _ item: EncodedItem, scope: UInt32, staticScore: UInt32, to sink: inout ByteSink
  ) throws(StorageError) {
    let start = sink.offset
    try store.add(item, scope: scope, staticScore: staticScore, to: &sink)
    sizes.documents += sink.offset - start
    item.uniqueIdentifierBytes.withUnsafeBytes { identifiers.add($0, scope: scope) }
    columns.add(item)
    count += 1
    if count % Self.documentsBetweenFlushes == 0,
      columns.bufferedByteCount > Self.columnBufferByteCount
    {
      let start = sink.offset
      try columns.flush(to: &sink)
      sizes.columns += sink.offset - start
    }
  }

  /// Writes the rest.
  consuming func finish(to sink: inout ByteSink) throws(StorageError) -> Written {
    var sizes = sizes
    let start = sink.offset
    let documents = try store.finish(to: &sink)
    let documentsEnd = sink.offset
    let identifiers = try identifiers.finish(to: &sink)
    let identifiersEnd = sink.offset
    let columns = try columns.finish(to: &sink)
    sizes.documents += documentsEnd - start
    sizes.identifiers = identifiersEnd - documentsEnd
    sizes.columns += sink.offset - identifiersEnd
    return Written(
      documents: documents, identifiers: identifiers, columns: columns, sizes: sizes)
  }
}
