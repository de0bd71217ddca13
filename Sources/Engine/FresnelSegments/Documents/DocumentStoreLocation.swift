package import FresnelStorage

/// Where the documents of a segment are; a part of its footer.
package struct DocumentStoreLocation: Equatable, Sendable {
  /// The number of documents.
  package var documentCount: UInt32 = 0
  /// The sum of the encodings' lengths in bytes.
  package var itemByteCount: UInt64 = 0
  /// The smallest expiry in seconds since 2001; infinite when no document expires.
  package var earliestExpiration = Double.infinity

  /// Appends the encoding.
  package func encode(to bytes: inout [UInt8]) {}

  /// Reads an encoding and moves `position` behind it.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`.
  package static func decode(
    _ bytes: UnsafeRawBufferPointer, at position: inout Int
  ) throws(StorageError) -> DocumentStoreLocation {
    throw StorageError(.corrupted, "The place of the documents is damaged.")
  }
}
