import FresnelStorage

/// A document that matches, with what orders it among others.
package struct RankedMatch: Sendable {
  /// The place of its segment among those searched.
  package let segment: Int
  /// The document's number in the segment.
  package let document: UInt32
  /// What the index knows of how well it answers the query; greater is better.
  package let facts: Int
  /// What orders documents that answer equally well; greater is better. `nil` until it is needed: in
  /// one segment the documents' numbers tell as much.
  fileprivate var staticScore: UInt32?

  init(segment: Int, document: UInt32, facts: Int) {
    self.segment = segment
    self.document = document
    self.facts = facts
  }
}

/// The best few matches of several segments: a binary heap with the worst of them on top.
///
/// Matches are ordered by facts, then by static score, then by unique identifier, then by scope. The
/// last three order the documents of a segment, so that these compare by their numbers.
struct RankedMatches: ~Copyable {
  private let capacity: Int
  private let views: [SegmentView]
  /// In the order of a heap as soon as it is full; before, nobody asks for the worst.
  private var matches: [RankedMatch] = []
  /// Whether each match is worse than the one before, or, once it is full, better. Searches begin with
  /// what is best, so that mostly nothing has to be put in order.
  private var isOrdered = true

  init(capacity: Int, _ views: [SegmentView]) {
    self.capacity = capacity
    self.views = views
    matches.reserveCapacity(min(capacity, 1024))
  }

  var isFull: Bool { matches.count >= capacity }

  /// The least facts with which a document of a segment may still get in; 0 while there is room.
  var leastFacts: Int {
    isFull ? matches.first?.facts ?? .max : 0
  }

  /// Whether a document would get in.
  mutating func accepts(_ match: inout RankedMatch) throws(StorageError) -> Bool {
    guard isFull else { return true }
    guard !matches.isEmpty else { return false }
    return try precedes(&match, &matches[0], views)
  }

  /// Adds a match that was accepted, in place of the worst one when there are enough.
  ///
  /// - Complexity: O(log *k*) in the capacity.
  mutating func insert(_ match: RankedMatch) throws(StorageError) {
    guard isFull else {
      var match = match
      if isOrdered, !matches.isEmpty {
        isOrdered = try precedes(&matches[matches.count - 1], &match, views)
      }
      matches.append(match)
      if isFull { try makeHeap() }
      return
    }
    isOrdered = false
    matches[0] = match
    try siftDown(0, matches.count)
  }

  /// The matches, best first.
  consuming func sorted() throws(StorageError) -> [RankedMatch] {
    if !isFull { try makeHeap() }
    if isOrdered {
      matches.reverse()
      return matches
    }
    // The worst of those left goes to their end.
    var count = matches.count
    while count > 1 {
      count -= 1
      matches.swapAt(0, count)
      try siftDown(0, count)
    }
    return matches
  }

  private mutating func makeHeap() throws(StorageError) {
    if isOrdered {
      matches.reverse()
      return
    }
    var parent = matches.count / 2
    while parent > 0 {
      parent -= 1
      try siftDown(parent, matches.count)
    }
  }

  /// Moves a match down among the first `count` until none below it is worse.
  private mutating func siftDown(_ start: Int, _ count: Int) throws(StorageError) {
    let views = views
    try matches.withUnsafeMutableBufferPointer { matches throws(StorageError) in
      var parent = start
      while true {
        var worst = 2 * parent + 1
        if worst >= count { return }
        if worst + 1 < count, try precedes(&matches[worst], &matches[worst + 1], views) {
          worst += 1
        }
        guard try precedes(&matches[parent], &matches[worst], views) else { return }
        matches.swapAt(parent, worst)
        parent = worst
      }
    }
  }
}

/// Whether a match is better than another.
@inline(__always)
func precedes(
  _ left: inout RankedMatch, _ right: inout RankedMatch, _ views: [SegmentView]
) throws(StorageError) -> Bool {
  if left.facts != right.facts { return left.facts > right.facts }
  if left.segment == right.segment { return left.document < right.document }
  return try precedesInOtherSegment(&left, &right, views)
}

/// Whether a match is better than one of another segment that has equal facts.
private func precedesInOtherSegment(
  _ left: inout RankedMatch, _ right: inout RankedMatch, _ views: [SegmentView]
) throws(StorageError) -> Bool {
  let leftScore = try readStaticScore(&left, views)
  let rightScore = try readStaticScore(&right, views)
  if leftScore != rightScore { return leftScore > rightScore }
  return try precedesByIdentifier(left, right, views)
}

private func readStaticScore(
  _ match: inout RankedMatch, _ views: [SegmentView]
) throws(StorageError) -> UInt32 {
  if let score = match.staticScore { return score }
  let score = try views[match.segment].segment.documents.staticScore(match.document)
  match.staticScore = score
  return score
}

private func precedesByIdentifier(
  _ left: RankedMatch, _ right: RankedMatch, _ views: [SegmentView]
) throws(StorageError) -> Bool {
  let leftSegment = views[left.segment].segment
  let rightSegment = views[right.segment].segment
  let leftRow = try leftSegment.documents.row(left.document)
  let rightRow = try rightSegment.documents.row(right.document)
  let leftIdentifier = leftRow.identifier
  let rightIdentifier = rightRow.identifier
  if leftIdentifier.lexicographicallyPrecedes(rightIdentifier) { return true }
  if rightIdentifier.lexicographicallyPrecedes(leftIdentifier) { return false }
  let leftScope = Int(leftRow.scope)
  let rightScope = Int(rightRow.scope)
  guard leftScope < leftSegment.scopes.count, rightScope < rightSegment.scopes.count else {
    return false
  }
  return leftSegment.scopes[leftScope].scope < rightSegment.scopes[rightScope].scope
}
