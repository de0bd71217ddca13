package import FresnelStorage

/// Asks of many documents whether they have expired; keeps the part of the column read last pinned.
///
/// The column has the smallest expiry of each chunk of documents; only where that has passed is a
/// row looked at.
package struct ExpirationReader: ~Copyable {
  private let store: DocumentStore
  private var window: ColumnWindow

  /// A reader of a segment's expiry dates.
  package init(_ store: DocumentStore) {
    self.store = store
    let chunk = UInt64(RowLayout.expirationChunk)
    window = ColumnWindow(
      store.source, start: store.location.expirationOffset,
      byteCount: (UInt64(store.count) + chunk - 1) / chunk * 8)
  }

  /// Whether a document has expired at a moment, in seconds since 2001: its expiry is that moment or
  /// before.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package mutating func isExpired(
    _ document: UInt32, at now: Double
  ) throws(StorageError) -> Bool {
    guard store.earliestExpiration <= now, try smallest(around: document) <= now else {
      return false
    }
    return try store.facts(document).expiration <= now
  }

  /// The first document from a number on that has expired at a moment; `nil` when there is none.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package mutating func firstExpired(
    from document: UInt32, at now: Double
  ) throws(StorageError) -> UInt32? {
    guard store.earliestExpiration <= now else { return nil }
    var document = Int(document)
    while document < store.count {
      let chunkEnd = (document / RowLayout.expirationChunk + 1) * RowLayout.expirationChunk
      if try smallest(around: UInt32(document)) <= now {
        while document < min(chunkEnd, store.count) {
          if try store.facts(UInt32(document)).expiration <= now { return UInt32(document) }
          document += 1
        }
      }
      document = chunkEnd
    }
    return nil
  }

  /// The smallest expiry of the chunk that a document is in.
  private mutating func smallest(around document: UInt32) throws(StorageError) -> Double {
    Double(
      bitPattern: try window.number(
        UInt64.self, at: UInt64(document) / UInt64(RowLayout.expirationChunk)))
  }
}
