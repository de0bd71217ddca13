package import FresnelModel
package import FresnelStorage

/// The documents of a segment: a row each that is read in place, and the items.
package struct DocumentStore: Sendable {
  /// The number of documents.
  package let count: Int
  /// The smallest expiry in seconds since 2001; infinite when no document expires.
  package let earliestExpiration: Double
  /// The sum of the encodings' lengths in bytes.
  package let itemByteCount: UInt64

  /// Opens the documents; reads the index of row pages, four bytes for each 4 KiB of rows.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package init(_ source: ByteSource, _ location: DocumentStoreLocation) throws(StorageError) {
    throw StorageError(.corrupted, "There are no documents.")
  }

  /// The row of a document, in place.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  /// - Complexity: O(log *p*) in the number of row pages, in memory; one pin.
  package func row(_ document: UInt32) throws(StorageError) -> DocumentRow {
    throw StorageError(.corrupted, "There is no document.")
  }

  /// An item with the attributes of a document's row, the domain and the expiry.
  ///
  /// It lacks the attributes that are not kept in rows.
  package func rowItem(_ document: UInt32) throws(StorageError) -> EncodedItem {
    throw StorageError(.corrupted, "There is no document.")
  }

  /// The whole item of a document, byte for byte as it was added.
  ///
  /// To read several items, keep an ``ItemReader``.
  package func item(_ document: UInt32) throws(StorageError) -> EncodedItem {
    throw StorageError(.corrupted, "There is no document.")
  }

  /// The static score of a document; one pin.
  package func staticScore(_ document: UInt32) throws(StorageError) -> UInt32 {
    throw StorageError(.corrupted, "There is no document.")
  }

  /// The number of a document's index in the segment; at most one pin, none when there is but one.
  package func scope(_ document: UInt32) throws(StorageError) -> UInt32 {
    throw StorageError(.corrupted, "There is no document.")
  }

  /// When a document expires, in seconds since 2001; infinite when it does not.
  package func expiration(_ document: UInt32) throws(StorageError) -> Double {
    throw StorageError(.corrupted, "There is no document.")
  }
}
