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
