import FresnelModel
import FresnelSegments
import FresnelStorage

/// Reads the rows of matches, as a list of results shows them.
///
/// The items of all lie in one buffer: most of what many small ones cost is taking and freeing them.
struct RowHits {
  private let matches: [RankedMatch]
  private let views: [SegmentView]
  private let common: Int

  /// What a document's row tells of a match.
  private struct Row {
    /// About as many bytes as the item of a row has.
    static let usualByteCount = 192

    let scope: UInt32
    let staticScore: UInt32
    /// The place of the row's item in the buffer.
    let place: Range<Int>
  }

  init(_ matches: [RankedMatch], in views: [SegmentView], common: Int = 0) {
    self.matches = matches
    self.views = views
    self.common = common
  }

  /// The hits, in the order of the matches.
  func read() throws(StorageError) -> [Hit] {
    prefetch()
    var buffer: [UInt8] = []
    var rows: [Row] = []
    buffer.reserveCapacity(matches.count * Row.usualByteCount)
    rows.reserveCapacity(matches.count)
    try forEachSegment { (view, range) throws(StorageError) in
      for index in range {
        let (facts, place) = try view.appendRowItem(matches[index].document, to: &buffer)
        rows.append(Row(scope: facts.scope, staticScore: facts.staticScore, place: place))
      }
    }
    var hits: [Hit] = []
    hits.reserveCapacity(matches.count)
    try forEachSegment { (view, range) throws(StorageError) in
      let documents = view.segment.documents
      // Most often all are of one index.
      var last: (number: UInt32, scope: IndexScope)?
      for index in range {
        let row = rows[index]
        let scope: IndexScope
        if let last, last.number == row.scope {
          scope = last.scope
        } else {
          scope = try view.segment.indexScope(row.scope)
          last = (row.scope, scope)
        }
        hits.append(
          Hit(
            scope: scope, item: try documents.item(in: buffer, at: row.place),
            score: matches[index].score(staticScore: row.staticScore, common: common)))
      }
    }
    return hits
  }

  /// Calls the body with each stretch of matches of one segment, which most often is all of them: a view
  /// has many parts, and to copy it for each match would be felt.
  private func forEachSegment(
    _ body: (SegmentView, Range<Int>) throws(StorageError) -> Void
  ) throws(StorageError) {
    var start = 0
    while start < matches.count {
      let number = matches[start].segment
      var end = start + 1
      while end < matches.count, matches[end].segment == number { end += 1 }
      try body(views[number], start..<end)
      start = end
    }
  }

  /// Rows lie apart: where a store was just opened, they are read from the disk side by side.
  func prefetch() {
    guard let last = matches.last else { return }
    // Most often all are of one segment, the largest.
    let documents = views[last.segment].segment.documents
    if documents.isRowAtHand(last.document) { return }
    documents.prefetchRows(
      of: matches.lazy.filter { $0.segment == last.segment }.map(\.document))
  }
}

extension RankedMatch {
  /// One number that orders as tiers do, then the facts, then the static scores.
  func score(staticScore: UInt32, common: Int) -> Double {
    Double(facts | common)
      + Double(staticScore) / Double(UInt64(1) << 32)
  }
}

extension Segment {
  /// The index that has a number in the segment.
  func indexScope(_ number: UInt32) throws(StorageError) -> IndexScope {
    let scopes = scopes
    guard Int(number) < scopes.count else {
      throw StorageError(.corrupted, "A document has an unknown index.", path: source.path)
    }
    return scopes[Int(number)].scope
  }
}
