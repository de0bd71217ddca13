package import FresnelStorage

/// Documents of some segments that have a form.
package struct NamedDocuments: Sendable {
  /// Those of a segment.
  private struct OfSegment: Sendable {
    /// Segments are told apart by what they are, as in ``FoundDocuments``.
    let segment: ObjectIdentifier
    /// Each once and in order.
    let documents: [PointedDocument]
  }

  /// Of a segment without such documents, nothing is kept.
  private var segments: [OfSegment] = []
  /// Their number.
  package private(set) var count = 0

  /// None.
  package init() {}

  /// Adds those of a segment with the points of each.
  mutating func add(_ documents: [PointedDocument], of segment: Segment) {
    if documents.isEmpty { return }
    segments.append(OfSegment(segment: ObjectIdentifier(segment), documents: documents))
    count += documents.count
  }

  /// Whether a test holds for all of them.
  ///
  /// - Parameters:
  ///   - views: The segments; documents of others are passed over, for nothing finds them.
  ///   - test: Is told the position of the segment and the document.
  /// - Returns: Whether it holds.
  /// - Throws: What the test throws.
  fileprivate func allSatisfy(
    in views: [SegmentView],
    _ test: (_ segment: Int, PointedDocument) throws(StorageError) -> Bool
  ) throws(StorageError) -> Bool {
    for known in segments {
      guard let place = views.firstIndex(where: { ObjectIdentifier($0.segment) == known.segment })
      else { continue }
      for document in known.documents where try !test(place, document) { return false }
    }
    return true
  }
}

/// Whether codes would change a list of the best matches by words.
///
/// What a piece of the text finds as a code, it mostly finds as a word as well, which is worth as much; and of what it
/// finds only as a code, most is worth less than a full list. The list itself tells that, so that the far slower search
/// for words or codes need not run.
extension SegmentsSearch {
  /// Whether the search for the same words, of which some may be codes, is known to give the same list.
  ///
  /// - Parameters:
  ///   - matches: The best matches by words, the best first.
  ///   - limit: So many of them are enough; `nil` where documents behind them count as well.
  ///   - codes: By code, all documents that have it, with its points.
  ///   - otherPoints: The most points of all words but one.
  /// - Returns: Whether the list is that of words or codes.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package func covers(
    _ matches: [RankedMatch], limit: Int?, codes: [NamedDocuments], otherPoints: Int
  ) throws(StorageError) -> Bool {
    if limit == 0 { return true }
    // Other words may be worth something in a document that does not have them, as `wi-fi` where its parts stand apart.
    let isFull = query.plan.isOfProvenWords && limit.map { matches.count >= $0 } ?? false
    let last = isFull ? matches.last : nil
    for code in codes {
      let isCovered = try code.allSatisfy(in: views) {
        (segment, document) throws(StorageError) in
        // What gets in by this code has a code or a word in place of each other piece.
        var best = RankedMatch(
          segment: segment, document: document.number,
          facts: MatchFacts.of(points: document.points + otherPoints)
            | (Places.isTitle(points: document.points) ? MatchFacts.inTitles : 0))
        if var last, try precedes(&last, &best, views) { return true }
        // The order goes by titles before points, and signed words have points of several runs.
        return matches.contains {
          $0.document == document.number && $0.segment == segment
            && MatchFacts.points(of: $0.facts) >= MatchFacts.points(of: best.facts)
            && $0.facts & MatchFacts.inTitles >= best.facts & MatchFacts.inTitles
        }
      }
      if !isCovered { return false }
    }
    return true
  }
}

extension SearchPlan {
  /// Whether it asks for words alone, each of which is one term that proves it wherever it is.
  fileprivate var isOfProvenWords: Bool {
    switch self {
    case .comparison(.term(let clause), _, isNegated: false):
      guard let proof = clause.proof else { return false }
      return proof.demand == .occurs && proof.isOfRoot
    case .and(let plans, isWhole: true): return plans.allSatisfy(\.isOfProvenWords)
    default: return false
    }
  }
}
