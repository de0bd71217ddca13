import FresnelStorage

/// Walks through the documents of a clause whose best place is in a range.
///
/// A clause's lists are levels, in descending order of points: in each place the documents of the term
/// itself, then those of all terms. ``restrict(to:)`` leaves out the levels that are worth too little.
struct ClauseCursor: ~Copyable {
  private struct Level: ~Copyable {
    var cursor: ListCursor
    let place: Int
    let points: Int
    /// Whether the next level has these documents too.
    let isExact: Bool
    /// Whether the walk goes through the level.
    var isMember: Bool
  }

  /// The current document; `UInt32.max` behind the last one.
  private(set) var document: UInt32 = 0
  /// The number of documents, those in several places counted for each.
  private(set) var count = 0
  private var levels: OwnedArray<Level>
  /// The lists of better places: a document in them is not one of the range.
  private var better: OwnedArray<ListCursor>
  private let proof: UInt8
  private let needsProof: Bool

  /// Opens the lists of a clause.
  static func open(
    _ lists: inout ClauseLists, _ places: ClosedRange<Int>, in segment: Segment,
    _ budget: inout SearchBudget
  ) throws(StorageError) -> ClauseCursor {
    var covered = 0
    for place in places where lists.covers(place) { covered += 1 }
    var better = 0
    for place in 0..<places.lowerBound where lists.covers(place) { better += 1 }
    var cursor = ClauseCursor(
      proof: lists.proof, needsProof: lists.needsProof,
      // The list of the term itself is another level.
      levelCount: lists.clause.pattern.isWholeTerm ? covered : 2 * covered, betterCount: better)
    try cursor.fill(&lists, places, in: segment, &budget)
    return cursor
  }

  private init(proof: UInt8, needsProof: Bool, levelCount: Int, betterCount: Int) {
    self.proof = proof
    self.needsProof = needsProof
    levels = OwnedArray(capacity: levelCount)
    better = OwnedArray(capacity: betterCount)
  }

  private mutating func fill(
    _ lists: inout ClauseLists, _ places: ClosedRange<Int>, in segment: Segment,
    _ budget: inout SearchBudget
  ) throws(StorageError) {
    for place in places where lists.covers(place) {
      let list = try lists.list(place, &budget)
      if list.count == 0 { continue }
      count += list.count
      let exact = lists.exactList(place)
      if !exact.isEmpty {
        levels.append(
          Level(
            cursor: try ListCursor(.stored(exact), in: segment, proof: proof), place: place,
            points: Places.points(place, isExact: true), isExact: true, isMember: false))
      }
      levels.append(
        Level(
          cursor: try ListCursor(list, in: segment, proof: proof), place: place,
          points: Places.points(place, isExact: lists.clause.pattern.isWholeTerm), isExact: false,
          isMember: true))
    }
    if levels.count == 0 {
      document = .max
      return
    }
    for place in 0..<places.lowerBound where lists.covers(place) {
      let list = try lists.list(place, &budget)
      if list.count > 0 { better.append(try ListCursor(list, in: segment, proof: proof)) }
    }
    document = first()
  }

  /// The most points that a document may have; 0 when there is none.
  var greatestPoints: Int {
    levels.count > 0 ? levels[0].points : 0
  }

  private func first() -> UInt32 {
    var least = UInt32.max
    for level in 0..<levels.count where levels[level].isMember {
      least = min(least, levels[level].cursor.document)
    }
    return least
  }

  /// Leaves out the documents that are worth less than some points, from the current one on.
  ///
  /// Points may rise from call to call, not fall.
  mutating func restrict(to points: Int) {
    for level in 0..<levels.count {
      if levels[level].points < points {
        levels[level].isMember = false
      } else if levels[level].isExact, levels[level + 1].points < points {
        // The documents of the term itself no longer come with those of all terms.
        levels[level].isMember = true
      }
    }
    if !hasMembers { document = .max }
  }

  private var hasMembers: Bool {
    for level in 0..<levels.count where levels[level].isMember { return true }
    return false
  }

  /// Moves to the first document that is at least `target`; stays if the current one is.
  @inline(__always)
  mutating func advance(to target: UInt32) throws(StorageError) {
    if document < target { try move(to: target) }
  }

  private mutating func move(to target: UInt32) throws(StorageError) {
    var least = UInt32.max
    for level in 0..<levels.count where levels[level].isMember {
      try levels[level].cursor.advance(to: target)
      let next = levels[level].cursor.document
      if next < least {
        least = next
        // The other levels may stay behind until it matters.
        if next == target { break }
      }
    }
    document = least
  }

  /// The points of the current document; `nil` when it has a better place than those of the range.
  mutating func points() throws(StorageError) -> Int? {
    for index in 0..<better.count {
      try better[index].advance(to: document)
      if better[index].document == document { return nil }
    }
    for level in 0..<levels.count {
      try levels[level].cursor.advance(to: document)
      if levels[level].cursor.document == document { return levels[level].points }
    }
    return 0
  }

  /// Whether a posting of the current document in a place of the range proves the clause, whose lists these
  /// are.
  mutating func isProven(_ lists: borrowing ClauseLists) throws(StorageError) -> Bool {
    if !needsProof { return true }
    if proof == 0 { return false }
    // What is at the document already tells most often; the list of all terms may be far behind that
    // of the term itself.
    for level in 0..<levels.count where levels[level].cursor.document == document {
      if levels[level].cursor.isProven, try lists.isSure(of: document, in: levels[level].place) {
        return true
      }
    }
    for level in 0..<levels.count
    where !levels[level].isExact && levels[level].cursor.document < document {
      try levels[level].cursor.advance(to: document)
      if levels[level].cursor.document == document, levels[level].cursor.isProven,
        try lists.isSure(of: document, in: levels[level].place)
      {
        return true
      }
    }
    return false
  }
}
