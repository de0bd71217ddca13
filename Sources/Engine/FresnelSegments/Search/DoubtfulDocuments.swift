import FresnelStorage

/// Documents of a segment, by group, of which postings of some terms do not tell all.
///
/// A class, for most searches need none and have only a reference's room for them.
final class DoubtfulDocuments: Sendable {
  private let lists: TermEntry
  private let segment: Segment

  init(_ lists: TermEntry, in segment: Segment) {
    self.lists = lists
    self.segment = segment
  }

  /// Looks up the documents of which something is doubted that concerns a pattern's terms.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  static func find(
    _ doubt: Doubt, _ pattern: TermPattern, in segment: Segment
  ) throws(StorageError) -> DoubtfulDocuments {
    let lists = try segment.keys.entry(of: SegmentKeys.doubt(doubt, of: DoubtedTerms(pattern)))
    return DoubtfulDocuments(lists ?? TermEntry(), in: segment)
  }

  /// Whether a document is among those of a place.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  func contains(_ document: UInt32, inPlace place: Int) throws(StorageError) -> Bool {
    guard let group = PostingGroup(rawValue: UInt8(place)), !lists[group].isEmpty else {
      return false
    }
    var cursor = try PostingCursor(
      segment.source, lists[group], documentCount: segment.documentCount)
    try cursor.advance(to: document)
    return cursor.document == document
  }
}
