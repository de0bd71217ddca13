package import FresnelModel
package import FresnelStorage

/// Reads whole items of one segment, and keeps the block that was decompressed last.
///
/// Neighbouring documents lie in one block, so reading in document order decompresses each once.
package struct ItemReader: ~Copyable {
  private let store: DocumentStore

  /// A reader of a segment's items.
  package init(_ store: DocumentStore) {
    self.store = store
  }

  /// The whole item of a document, byte for byte as it was added.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package mutating func item(_ document: UInt32) throws(StorageError) -> EncodedItem {
    try store.item(document)
  }
}
