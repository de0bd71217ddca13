package import FresnelStorage

/// A segment as one state of a store sees it.
package struct SegmentView: Sendable {
  /// The segment.
  package let segment: Segment
  /// Its documents that are not deleted.
  package private(set) var live: LiveDocuments
  /// What its documents have instead of what the segment has of them.
  package private(set) var patches: DocumentPatches
  /// The store's number of each of the segment's scopes.
  package let scopeNumbers: [UInt32]

  /// Makes a view; without `changes` all documents are live and as the segment has them.
  package init(_ segment: Segment, scopeNumbers: [UInt32], _ changes: SegmentChanges? = nil) {
    self.segment = segment
    self.scopeNumbers = scopeNumbers
    live = changes?.live ?? LiveDocuments(count: segment.documentCount)
    patches = changes?.patches ?? DocumentPatches()
  }

  /// What the view has that the segment has not.
  package var changes: SegmentChanges { SegmentChanges(live: live, patches: patches) }

  /// Deletes a document from the view; returns whether it was live.
  package mutating func remove(_ document: UInt32) -> Bool {
    guard live.remove(Int(document)) else { return false }
    patches.remove(document)
    return true
  }

  /// Gives a live document a patch in the place of the one it has.
  package mutating func patch(_ document: UInt32, _ patch: DocumentPatch) {
    patches.set(patch, of: document)
  }

  /// Whether a document may get a patch without there being too many, which searches would have to
  /// evaluate one by one and memory to hold.
  package func hasRoom(for patch: DocumentPatch, of document: UInt32) -> Bool {
    patches.hasRoom(
      for: patch, of: document, documentCount: segment.documentCount,
      itemByteCount: segment.documents.itemByteCount)
  }

  /// The smallest expiry of any document, or an earlier time: seconds since 2001, infinite when no
  /// document expires.
  package var earliestExpiration: Double {
    min(segment.documents.earliestExpiration, patches.earliestExpiration)
  }

  /// The row of a document, with what its patch changes.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package func row(_ document: UInt32) throws(StorageError) -> DocumentRow {
    try segment.documents.row(document, patches)
  }

  /// What the row of a document tells besides its texts, with what its patch changes.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package func facts(_ document: UInt32) throws(StorageError) -> DocumentFacts {
    try segment.documents.facts(document, patches)
  }

  /// Appends the item of a document's row, as its patch makes it, to a buffer of items.
  ///
  /// - Returns: What the row tells besides, and the item's place in the buffer.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read; the buffer is then of
  ///   no more use.
  package func appendRowItem(
    _ document: UInt32, to buffer: inout [UInt8]
  ) throws(StorageError) -> (facts: DocumentFacts, place: Range<Int>) {
    try segment.documents.appendRowItem(document, patches, to: &buffer)
  }
}
