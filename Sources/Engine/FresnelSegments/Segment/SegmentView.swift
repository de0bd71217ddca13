/// A segment as one state of a store sees it.
package struct SegmentView: Sendable {
  /// The segment.
  package let segment: Segment
  /// Its documents that are not deleted.
  package private(set) var live: LiveDocuments
  /// The store's number of each of the segment's scopes.
  package let scopeNumbers: [UInt32]

  /// Makes a view; `live` are all documents when it is not given.
  package init(_ segment: Segment, scopeNumbers: [UInt32], live: LiveDocuments? = nil) {
    self.segment = segment
    self.scopeNumbers = scopeNumbers
    self.live = live ?? LiveDocuments(count: segment.documentCount)
  }

  /// Deletes a document from the view; returns whether it was live.
  package mutating func remove(_ document: UInt32) -> Bool {
    live.remove(Int(document))
  }
}
