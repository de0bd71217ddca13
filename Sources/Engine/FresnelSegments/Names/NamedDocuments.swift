/// Documents of some segments that have a form.
package struct NamedDocuments: Sendable {
  /// Those of a segment.
  private struct OfSegment: Sendable {
    /// Segments are told apart by what they are, as in ``FoundDocuments``.
    let segment: ObjectIdentifier
    /// Each once and in order.
    let documents: [UInt32]
    /// By document, the most points that the form is worth there.
    let points: [Int]
  }

  /// Of a segment without such documents, nothing is kept.
  private var segments: [OfSegment] = []
  /// Their number.
  package private(set) var count = 0

  /// None.
  package init() {}

  /// Adds those of a segment with the points of each.
  mutating func add(_ points: [UInt32: Int], of segment: Segment) {
    if points.isEmpty { return }
    let sorted = points.sorted { $0.key < $1.key }
    segments.append(
      OfSegment(
        segment: ObjectIdentifier(segment), documents: sorted.map(\.key),
        points: sorted.map(\.value)))
    count += sorted.count
  }

  private func those(of segment: Segment) -> OfSegment? {
    let segment = ObjectIdentifier(segment)
    return segments.first { $0.segment == segment }
  }

  /// The points of a document; `nil` where it is none of them.
  func points(of document: UInt32, in segment: Segment) -> Int? {
    guard let known = those(of: segment) else { return nil }
    var (low, high) = (0, known.documents.count)
    while low < high {
      let middle = (low + high) / 2
      if known.documents[middle] < document { low = middle + 1 } else { high = middle }
    }
    return low < known.documents.count && known.documents[low] == document
      ? known.points[low] : nil
  }
}

/// Whether codes would change a list of the best matches by words.
///
/// What a piece of the text finds as a code, it mostly finds as a word as well, which is worth as much. The list itself
/// tells that, so that the far slower search for words or codes need not run.
extension SegmentsSearch {
  /// Whether the search for the same words, of which some may be codes, surely finds no other documents, and none that
  /// is worth more.
  ///
  /// - Parameters:
  ///   - matches: The best matches by words, of which none is left out.
  ///   - codes: By code, all documents that have it, with its points.
  ///   - otherPoints: The most points of all words but one.
  /// - Returns: Whether the list is that of words or codes.
  package func covers(
    _ matches: [RankedMatch], codes: [NamedDocuments], otherPoints: Int
  ) -> Bool {
    codes.allSatisfy { code in
      let known = matches.count { match in
        guard
          let points = code.points(of: match.document, in: views[match.segment].segment)
        else { return false }
        return MatchFacts.points(of: match.facts) - otherPoints >= points
      }
      return known == code.count
    }
  }
}
