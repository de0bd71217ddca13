package import FresnelStorage

/// Reads the scope numbers of many documents; keeps the part of the column read last pinned.
package struct ScopeReader: ~Copyable {
  private let store: DocumentStore

  /// A reader of a segment's scopes.
  package init(_ store: DocumentStore) {
    self.store = store
  }

  /// The number of a document's index in the segment.
  package mutating func scope(_ document: UInt32) throws(StorageError) -> UInt32 {
    try store.scope(document)
  }
}
