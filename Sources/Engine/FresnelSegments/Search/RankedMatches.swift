import FresnelStorage

/// A document that matches, with what orders it among others.
package struct RankedMatch: Sendable {
  /// The place of its segment among those searched.
  package let segment: Int
  /// The document's number in the segment.
  package let document: UInt32
  /// What the index knows of how well it answers the query; greater is better.
  package let facts: Int
  /// What orders documents that answer equally well; greater is better.
  package let staticScore: UInt32

  /// One number that orders as the facts do, then the static scores.
  package var score: UInt64 { UInt64(facts) << 32 | UInt64(staticScore) }
}

/// The best few matches of several segments: a binary heap with the worst of them on top.
///
/// Matches are ordered by facts, then by static score, then by unique identifier, then by scope. The
/// last three order the documents of a segment, so that these compare by their numbers.
struct RankedMatches: ~Copyable {
  private let capacity: Int
  private let views: [SegmentView]
  private var matches: [RankedMatch] = []

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
  func accepts(_ match: RankedMatch) throws(StorageError) -> Bool {
    guard isFull else { return capacity > 0 }
    guard let worst = matches.first else { return false }
    return try precedes(match, worst)
  }

  /// Adds a match if it is among the best so far.
  ///
  /// - Complexity: O(log *k*) in the capacity.
  mutating func insert(_ match: RankedMatch) throws(StorageError) {
    if matches.count < capacity {
      matches.append(match)
      try siftUp(matches.count - 1)
    } else if try accepts(match) {
      matches[0] = match
      try siftDown()
    }
  }

  /// The matches, best first.
  consuming func sorted() throws(StorageError) -> [RankedMatch] {
    var sorted: [RankedMatch] = []
    sorted.reserveCapacity(matches.count)
    // Popping the heap hands out the worst first.
    while let worst = matches.first, let last = matches.popLast() {
      sorted.append(worst)
      if !matches.isEmpty {
        matches[0] = last
        try siftDown()
      }
    }
    return sorted.reversed()
  }

  private mutating func siftUp(_ start: Int) throws(StorageError) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard try precedes(matches[parent], matches[child]) else { return }
      matches.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func siftDown() throws(StorageError) {
    var parent = 0
    while true {
      var worst = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < matches.count {
        if try precedes(matches[worst], matches[child]) { worst = child }
      }
      if worst == parent { return }
      matches.swapAt(parent, worst)
      parent = worst
    }
  }

  /// Whether a match is better than another.
  private func precedes(_ left: RankedMatch, _ right: RankedMatch) throws(StorageError) -> Bool {
    if left.facts != right.facts { return left.facts > right.facts }
    if left.segment == right.segment { return left.document < right.document }
    if left.staticScore != right.staticScore { return left.staticScore > right.staticScore }
    return try precedesByIdentifier(left, right)
  }

  private func precedesByIdentifier(
    _ left: RankedMatch, _ right: RankedMatch
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
}
