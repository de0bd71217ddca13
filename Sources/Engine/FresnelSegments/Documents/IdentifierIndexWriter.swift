package import FresnelStorage

/// Collects the unique identifiers of a segment and writes their index.
package struct IdentifierIndexWriter: ~Copyable {
  /// Starts an index.
  ///
  /// - Parameter withFilter: Whether a filter is written, which spares reads of the table for
  ///   identifiers that are not there; an image in memory needs none.
  package init(withFilter: Bool) {}

  /// Adds the next document, counting from 0. No two documents have the same scope and identifier.
  package mutating func add(_ identifier: UnsafeRawBufferPointer, scope: UInt32) {}

  /// Writes the index.
  ///
  /// - Returns: What a reader needs to find it; belongs into the segment's footer.
  package consuming func finish(
    to sink: inout ByteSink
  ) throws(StorageError) -> IdentifierIndexLocation {
    throw StorageError(.tooLarge, "There is no document.")
  }
}
