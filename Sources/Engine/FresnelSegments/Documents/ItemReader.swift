package import FresnelModel
package import FresnelStorage

/// Reads whole items of one segment, and keeps the block that was read last.
///
/// Neighbouring documents lie in one block, so reading in document order decompresses each once.
package struct ItemReader: ~Copyable {
  private let store: DocumentStore
  private let patches: DocumentPatches
  private var blocks: ItemBlockReader
  /// The items of which more than the row was read.
  package private(set) var compressedItemCount = 0
  /// How often a block was read, and decompressed where it is compressed.
  package var blockCount: Int { blocks.loadCount }

  /// A reader of a segment's items, with what patches change of them.
  package init(_ store: DocumentStore, _ patches: DocumentPatches = DocumentPatches()) {
    self.store = store
    self.patches = patches
    blocks = ItemBlockReader(store)
  }

  /// A reader of the items that a view shows.
  package init(_ view: SegmentView) {
    self.init(view.segment.documents, view.patches)
  }

  /// The whole item of a document, byte for byte as it was added, or as its patch makes it.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package mutating func item(_ document: UInt32) throws(StorageError) -> EncodedItem {
    let item = try item(of: try store.row(document), document)
    guard let patch = patches[document] else { return item }
    return try store.item(item, with: patch)
  }

  /// A document as a merge writes it.
  struct Document {
    let item: EncodedItem
    /// The segment's number of the scope.
    let scope: UInt32
    let staticScore: UInt32
  }

  /// The whole item of a document with what else its row tells, which is read once for both.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  mutating func document(_ document: UInt32) throws(StorageError) -> Document {
    let row = try store.row(document)
    var item = try item(of: row, document)
    if let patch = patches[document] { item = try store.item(item, with: patch) }
    return Document(item: item, scope: row.scope, staticScore: row.staticScore)
  }

  /// The whole item for a list that will show it again soon: what had to be decompressed is kept with the segment for a
  /// while, and taken from there.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package mutating func shownItem(_ document: UInt32) throws(StorageError) -> EncodedItem {
    let item: EncodedItem
    if let kept = store.recentItems.item(document) {
      item = kept
    } else {
      let count = compressedItemCount
      item = try self.item(of: try store.row(document), document)
      if compressedItemCount > count, blocks.isDecompressed {
        store.recentItems.keep(item, document)
      }
    }
    guard let patch = patches[document] else { return item }
    return try store.item(item, with: patch)
  }

  /// An item of a document with at least the attributes that are wanted of it: its row where that
  /// is enough, which nothing is decompressed for; else the whole item.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package mutating func item(
    _ document: UInt32, _ wanted: WantedAttributes
  ) throws(StorageError) -> EncodedItem {
    switch wanted {
    case .all: return try item(document)
    case .rows: return try store.item(of: try store.row(document, patches))
    case .inRows(let ids):
      let row = try store.row(document, patches)
      let item = try store.item(of: row)
      if row.isComplete { return item }
      // A long value of one attribute says nothing of the others.
      for id in ids where !item.has(id) { return try self.item(document) }
      return item
    }
  }

  private mutating func item(
    of row: borrowing DocumentRow, _ document: UInt32
  ) throws(StorageError) -> EncodedItem {
    var rest = UnsafeRawBufferPointer(start: nil, count: 0)
    if let block = row.restBlock {
      compressedItemCount += 1
      rest = try blocks.attributes(of: document, in: block)
    }
    let item: EncodedItem
    do throws(ModelError) {
      item = try EncodedItem(row.frame, attributes: row.attributes, rest)
    } catch {
      throw store.source.damagedDocuments(error.message)
    }
    guard item.byteCount == row.itemByteCount else {
      throw store.source.damagedDocuments("document \(document) has another length than its item")
    }
    return item
  }
}

extension EncodedItem {
  /// Whether a row has an attribute; one that is damaged is read with the whole item, which tells.
  fileprivate func has(_ id: AttributeID) -> Bool {
    (try? attribute(for: .builtIn(id))) != nil
  }
}
