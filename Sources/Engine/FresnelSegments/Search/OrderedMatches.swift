package import FresnelQuery
import FresnelStorage

/// A match with what it is sorted by.
package struct OrderedMatch: Sendable {
  /// The document.
  package fileprivate(set) var match: RankedMatch
  /// The value of the attribute; `nil` where the document has none.
  package let value: SortValue?
}

/// The matches of several segments that come first in the order of an attribute.
///
/// About twice as many as are wanted are kept; when they are that many, they are sorted and the later
/// half goes. So a match costs a comparison, and seldom more.
struct OrderedMatches: ~Copyable {
  private let capacity: Int
  private let isDescending: Bool
  private let views: [SegmentView]
  private var matches: [OrderedMatch] = []
  /// The last of those wanted among the matches when they were sorted last; `nil` while there is room.
  private var bound: OrderedMatch?

  /// Rather few matches are not worth sorting.
  private static let leastSpare = 64
  /// A limit says what is wanted at most, not what there is.
  private static let greatestSpare = 1 << 16

  init(capacity: Int, isDescending: Bool, _ views: [SegmentView]) {
    self.capacity = capacity
    self.isDescending = isDescending
    self.views = views
  }

  /// Whether a document may get in; one that cannot need not be looked at further.
  func accepts(_ value: SortValue?, ofSegment number: Int) -> Bool {
    guard let bound else { return true }
    if SortValue.precedes(value, bound.value, isDescending: isDescending) { return true }
    // Equals of the same segment come in their order.
    return value == bound.value && number != bound.match.segment
  }

  /// Adds a match that was accepted; those of a segment come in the order of documents.
  mutating func insert(_ match: RankedMatch, _ value: SortValue?) throws(StorageError) {
    matches.append(OrderedMatch(match: match, value: value))
    let spare = min(max(capacity, Self.leastSpare), Self.greatestSpare)
    // Written so that it cannot overflow for a limit without bounds.
    guard matches.count - spare >= capacity else { return }
    try sort()
    matches.removeLast(matches.count - capacity)
    bound = matches.last
  }

  /// The matches wanted, in order.
  consuming func sorted() throws(StorageError) -> [OrderedMatch] {
    try sort()
    if matches.count > capacity { matches.removeLast(matches.count - capacity) }
    return matches
  }

  private mutating func sort() throws(StorageError) {
    var failure: StorageError?
    let views = views
    let isDescending = isDescending
    matches.sort { left, right in
      if left.value != right.value {
        return SortValue.precedes(left.value, right.value, isDescending: isDescending)
      }
      // Sorting cannot be called off: after a failure the order does not matter.
      guard failure == nil else { return false }
      var (leftMatch, rightMatch) = (left.match, right.match)
      do throws(StorageError) {
        return try FresnelSegments.precedes(&leftMatch, &rightMatch, views)
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
  }
}
