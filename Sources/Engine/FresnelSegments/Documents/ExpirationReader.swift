package import FresnelStorage

/// Asks of many documents whether they have expired; keeps the part of the column read last pinned.
package struct ExpirationReader: ~Copyable {
  private let store: DocumentStore

  /// A reader of a segment's expiry dates.
  package init(_ store: DocumentStore) {
    self.store = store
  }

  /// Whether a document has expired at a moment, in seconds since 2001: its expiry is that moment or
  /// before.
  package mutating func isExpired(
    _ document: UInt32, at now: Double
  ) throws(StorageError) -> Bool {
    try store.expiration(document) <= now
  }

  /// The first document from a number on that has expired at a moment; `nil` when there is none.
  package mutating func firstExpired(
    from document: UInt32, at now: Double
  ) throws(StorageError) -> UInt32? {
    nil
  }
}
