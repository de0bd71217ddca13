package import FresnelModel
package import FresnelStorage

/// Reads whole items of one segment, and keeps the block that was read last.
///
/// Neighbouring documents lie in one block, so reading in document order decompresses each once.
package struct ItemReader: ~Copyable {
  private let store: DocumentStore
  private var blocks: ItemBlockReader

  /// A reader of a segment's items.
  package init(_ store: DocumentStore) {
    self.store = store
    blocks = ItemBlockReader(store.source, store.location)
  }

  /// The whole item of a document, byte for byte as it was added.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package mutating func item(_ document: UInt32) throws(StorageError) -> EncodedItem {
    let row = try store.row(document)
    var rest = UnsafeRawBufferPointer(start: nil, count: 0)
    if let block = row.restBlock { rest = try blocks.attributes(of: document, in: block) }
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
