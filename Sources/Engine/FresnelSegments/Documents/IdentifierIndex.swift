package import FresnelStorage

/// From a scope and a unique identifier to the document.
package struct IdentifierIndex: Sendable {
  /// Whether every identifier is ASCII, and so has the same bytes as whatever is canonically
  /// equivalent to it.
  package let hasOnlyASCIIIdentifiers: Bool

  /// Opens the index of the identifiers in a store.
  ///
  /// The filter is read when an identifier is first looked for; it takes ten bits a document.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package init(
    _ source: ByteSource, _ location: IdentifierIndexLocation, documents: DocumentStore
  ) throws(StorageError) {
    throw StorageError(.corrupted, "There are no identifiers.")
  }

  /// The document of an identifier, or `nil`; whether it is live is not known here.
  ///
  /// - Parameters:
  ///   - scope: The number of the index in the segment.
  ///   - identifier: UTF-8; compared by bytes.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  /// - Complexity: O(1); for an identifier that is not there usually nothing is read.
  package func find(
    scope: UInt32, identifier: UnsafeRawBufferPointer
  ) throws(StorageError) -> UInt32? {
    nil
  }
}
