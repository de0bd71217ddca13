package import FresnelStorage

/// Reads the scope numbers of many documents; keeps the part of the column read last pinned.
package struct ScopeReader: ~Copyable {
  private let width: UInt64
  private var window: ColumnWindow

  /// A reader of a segment's scopes.
  package init(_ store: DocumentStore) {
    width = UInt64(store.location.scopeWidth)
    let bitCount = UInt64(store.location.documentCount) * width
    window = ColumnWindow(
      store.source, start: store.location.scopeOffset, byteCount: (bitCount + 31) / 32 * 4)
  }

  /// The number of a document's index in the segment.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package mutating func scope(_ document: UInt32) throws(StorageError) -> UInt32 {
    if width == 0 { return 0 }
    let bit = UInt64(document) * width
    let word = try window.number(UInt32.self, at: bit / 32)
    let mask = UInt32.max >> UInt32(32 - width)
    return word >> UInt32(bit % 32) & mask
  }
}
