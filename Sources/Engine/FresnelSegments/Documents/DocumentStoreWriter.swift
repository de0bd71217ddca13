package import FresnelModel
package import FresnelStorage

/// Writes the documents of a segment: rows and items, in document order.
package struct DocumentStoreWriter: ~Copyable {
  /// Starts a segment without documents.
  ///
  /// - Parameter compresses: Whether items are compressed, as they are in files; an image in memory
  ///   keeps them as they are.
  package init(compresses: Bool) {}

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
  ) throws(StorageError) {}

  /// Writes what is left.
  ///
  /// - Returns: What a reader needs to find the documents; belongs into the segment's footer.
  package consuming func finish(
    to sink: inout ByteSink
  ) throws(StorageError) -> DocumentStoreLocation {
    throw StorageError(.tooLarge, "There is no document.")
  }
}
