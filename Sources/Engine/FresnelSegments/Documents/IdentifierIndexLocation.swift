package import FresnelStorage

/// Where the identifier index of a segment is; a part of its footer.
package struct IdentifierIndexLocation: Equatable, Sendable {
  /// Whether every identifier is ASCII.
  package var hasOnlyASCIIIdentifiers = true

  /// Appends the encoding.
  package func encode(to bytes: inout [UInt8]) {}

  /// Reads an encoding and moves `position` behind it.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`.
  package static func decode(
    _ bytes: UnsafeRawBufferPointer, at position: inout Int
  ) throws(StorageError) -> IdentifierIndexLocation {
    throw StorageError(.corrupted, "The place of the identifiers is damaged.")
  }
}
