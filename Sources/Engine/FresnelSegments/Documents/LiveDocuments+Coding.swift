package import FresnelStorage

extension LiveDocuments {
  /// The content of a live-documents file, which `Documentation/formats/documents.md` describes.
  ///
  /// - Parameter segment: The number of the segment that the file belongs to.
  package func encoded(segment: UInt64) -> [UInt8] { [] }

  /// Reads the content of a live-documents file.
  ///
  /// - Parameters:
  ///   - bytes: The whole file; it may be anything.
  ///   - segment: The number of the segment that the file must belong to.
  ///   - documentCount: The number of documents of that segment.
  /// - Throws: ``StorageError`` with code `corrupted` or `newerFormat`.
  package init(
    decoding bytes: [UInt8], segment: UInt64, documentCount: Int
  ) throws(StorageError) {
    throw StorageError(.corrupted, "The list of live documents is damaged.")
  }
}
