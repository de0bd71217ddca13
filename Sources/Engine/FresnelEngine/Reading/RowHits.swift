import FresnelModel
import FresnelSegments
import FresnelStorage

/// Reads the rows of matches, as a list of results shows them.
///
/// The items of all lie in one buffer: most of what many small ones cost is taking and freeing them.
struct RowHits {
  private let matches: [RankedMatch]
  private let views: [SegmentView]

  /// What a document's row tells of a match.
  private struct Row {
    /// About as many bytes as the item of a row has.
    static let usualByteCount = 192

    let scope: UInt32
    let staticScore: UInt32
    /// The place of the row's item in the buffer.
    let place: Range<Int>
  }

  init(_ matches: [RankedMatch], in views: [SegmentView]) {
    self.matches = matches
    self.views = views
  }

  /// The hits, in the order of the matches.
  func read() throws(StorageError) -> [Hit] {
    prefetch()
    var buffer: [UInt8] = []
    var rows: [Row] = []
    buffer.reserveCapacity(matches.count * Row.usualByteCount)
    rows.reserveCapacity(matches.count)
    for match in matches {
      let (facts, place) = try views[match.segment].appendRowItem(match.document, to: &buffer)
      rows.append(Row(scope: facts.scope, staticScore: facts.staticScore, place: place))
    }
    var hits: [Hit] = []
    hits.reserveCapacity(matches.count)
    // Most often all are of one index.
    var lastIndex: (segment: Int, number: UInt32, scope: IndexScope)?
    for index in matches.indices {
      let number = matches[index].segment
      let row = rows[index]
      let scope: IndexScope
      if let lastIndex, lastIndex.segment == number, lastIndex.number == row.scope {
        scope = lastIndex.scope
      } else {
        scope = try views[number].segment.indexScope(row.scope)
        lastIndex = (number, row.scope, scope)
      }
      hits.append(
        Hit(
          scope: scope,
          item: try views[number].segment.documents.item(in: buffer, at: row.place),
          score: matches[index].score(staticScore: row.staticScore)))
    }
    return hits
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
  /// One number that orders as the facts do, then the static scores.
  func score(staticScore: UInt32) -> Double {
    Double(facts) + Double(staticScore) / Double(UInt64(1) << 32)
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
