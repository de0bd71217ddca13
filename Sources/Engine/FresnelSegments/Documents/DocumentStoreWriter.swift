package import FresnelModel
package import FresnelStorage

/// Writes the documents of a segment: rows and items, in document order.
package struct DocumentStoreWriter: ~Copyable {
  private let coding: DocumentCoding
  private var pages: RowPageWriter
  private var blocks: ItemBlockWriter
  private var scopes: [UInt32] = []
  /// The smallest expiry of each chunk of documents.
  private var expirations: [Double] = []
  private var location = DocumentStoreLocation()
  /// The packed attributes of the item at hand: those of its row, and the others.
  private var selected: [UInt8] = []
  private var rest: [UInt8] = []

  /// Starts a segment without documents, nothing of which is coded.
  ///
  /// - Parameter compresses: Whether items are compressed, each block on its own.
  package init(compresses: Bool) {
    self.init(compresses: compresses, coding: DocumentCoding())
  }

  /// Starts a segment without documents, coded like a large one.
  ///
  /// - Parameters:
  ///   - compresses: Whether items are compressed.
  ///   - items: Some of those that will be added, or others like them.
  /// - Throws: ``StorageError`` with code `corrupted` for the items.
  package init(
    compresses: Bool, learningFrom items: [EncodedItem]
  ) throws(StorageError) {
    var sample = DocumentSample()
    for item in items { try sample.add(item) }
    self.init(compresses: compresses, coding: sample.finish())
  }

  /// Starts a segment without documents.
  ///
  /// - Parameters:
  ///   - compresses: Whether items are compressed, as they are in files; an image in memory
  ///   keeps them as they are.
  ///   - coding: What was learnt of the documents.
  init(compresses: Bool, coding: DocumentCoding) {
    self.coding = coding
    pages = RowPageWriter(coding.symbols)
    blocks = ItemBlockWriter(
      compresses ? coding.effort : nil, dictionary: coding.dictionary,
      blockByteCount: coding.itemBlockByteCount)
  }

  /// Adds the next document.
  ///
  /// - Parameters:
  ///   - item: What is stored.
  ///   - scope: The number of the item's index in the segment.
  ///   - staticScore: What orders documents that match equally well.
  ///   - sink: Where the segment is written; the writer appends now and then.
  /// - Throws: ``StorageError`` of the sink; or `tooLarge` or `corrupted` for the item.
  package mutating func add(
    _ item: EncodedItem, scope: UInt32, staticScore: UInt32, to sink: inout ByteSink
  ) throws(StorageError) {
    guard scopes.count < UInt32.max else {
      throw StorageError(.tooLarge, "A segment can't have more than 4294967295 documents.")
    }
    selected.removeAll(keepingCapacity: true)
    rest.removeAll(keepingCapacity: true)
    var isIncomplete = false
    do throws(ModelError) {
      try item.split(into: &selected, and: &rest) { id, byteCount in
        let isSelected = RowAttributes.isSelected(id, byteCount: byteCount)
        if !isSelected, RowAttributes.ids.contains(id) { isIncomplete = true }
        return isSelected
      }
    } catch {
      throw StorageError(.corrupted, error.message)
    }
    let document = UInt32(scopes.count)
    var restBlock: UInt32?
    if !rest.isEmpty { restBlock = try blocks.add(rest, document: document, to: &sink) }
    let row = RowPageWriter.Row(
      item: item, scope: scope, staticScore: staticScore, restBlock: restBlock,
      isIncomplete: isIncomplete)
    // A row's block is never before the first one that was open when its page began.
    try pages.add(
      row, attributes: selected, nextBlock: restBlock ?? blocks.count, to: &sink)
    scopes.append(scope)
    location.itemByteCount += UInt64(item.byteCount)
    add(expiration: item.expiration?.secondsSinceReferenceDate ?? .infinity, of: document)
  }

  /// Writes what is left.
  ///
  /// - Returns: What a reader needs to find the documents; belongs into the segment's footer.
  package consuming func finish(
    to sink: inout ByteSink
  ) throws(StorageError) -> DocumentStoreLocation {
    var location = location
    try Self.write(scopes: scopes, to: &sink, &location)
    if location.earliestExpiration < .infinity {
      try sink.align(8)
      location.expirationOffset = sink.offset
      for expiration in expirations { try sink.append(expiration.bitPattern) }
    }
    try blocks.finish(to: &sink, &location)
    try coding.write(to: &sink, &location)
    try pages.finish(to: &sink, &location)
    return location
  }

  private mutating func add(expiration: Double, of document: UInt32) {
    if document % UInt32(RowLayout.expirationChunk) == 0 { expirations.append(.infinity) }
    let chunk = expirations.count - 1
    expirations[chunk] = min(expirations[chunk], expiration)
    location.earliestExpiration = min(location.earliestExpiration, expiration)
  }

  /// Writes the scope numbers with as few bits each as the greatest of them needs.
  private static func write(
    scopes: [UInt32], to sink: inout ByteSink, _ location: inout DocumentStoreLocation
  ) throws(StorageError) {
    let greatest = scopes.max() ?? 0
    var width = 1
    while width < 32, greatest >> UInt32(width) != 0 { width *= 2 }
    location.scopeWidth = greatest == 0 ? 0 : UInt8(width)
    guard greatest != 0 else { return }
    try sink.align(4)
    location.scopeOffset = sink.offset
    sink.beginCopiedBytes()
    var word: UInt32 = 0
    var used = 0
    for scope in scopes {
      word |= scope << UInt32(used)
      used += width
      if used == 32 {
        try sink.append(word)
        word = 0
        used = 0
      }
    }
    if used > 0 { try sink.append(word) }
    sink.endCopiedBytes()
  }
}
