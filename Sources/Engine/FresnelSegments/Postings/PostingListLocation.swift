/// Where a posting list is, and how long; see `Documentation/formats/postings.md`.
///
/// A list of one posting has no bytes elsewhere: its document and certainty are in the location.
package struct PostingListLocation: BitwiseCopyable, Hashable, Sendable {
  /// Where the list's bytes start; of a list of one posting the document in the low 32 bits and the
  /// certainty in the bits above them.
  package var offset: UInt64
  /// The number of the list's bytes; 0 for lists of less than two postings.
  package var byteCount: UInt32
  /// The number of postings.
  package var count: UInt32

  /// Makes a location; ``PostingCursor`` checks it against the source it is used with.
  package init(offset: UInt64, byteCount: UInt32, count: UInt32) {
    self.offset = offset
    self.byteCount = byteCount
    self.count = count
  }

  /// The location of a list without postings.
  package static let empty = PostingListLocation(offset: 0, byteCount: 0, count: 0)

  /// The location that is itself a list of one posting.
  package static func single(_ document: UInt32, certainty: UInt8) -> PostingListLocation {
    PostingListLocation(
      offset: UInt64(document) | UInt64(certainty) << 32, byteCount: 0, count: 1)
  }

  /// The document of a list of one posting, for which no cursor is needed.
  ///
  /// - Parameter documentCount: The number of documents of the segment.
  /// - Returns: The document; `nil` of other lists, and of one that ``PostingCursor`` refuses.
  func onlyDocument(below documentCount: Int) -> UInt32? {
    guard count == 1, byteCount == 0, offset >> 32 <= 3, Int(offset & 0xFFFF_FFFF) < documentCount
    else { return nil }
    return UInt32(truncatingIfNeeded: offset)
  }

  /// Whether the list has no postings.
  package var isEmpty: Bool { count == 0 }
}
