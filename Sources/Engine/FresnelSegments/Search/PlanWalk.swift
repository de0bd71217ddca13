import FresnelStorage

/// Walks through all documents of one segment that match any plan.
struct PlanWalk: ~Copyable {
  private let segment: Segment
  private var cursor: PlanCursor
  private var visibility: SegmentVisibility
  private var verifier: MatchVerifier

  init(
    _ cursor: consuming PlanCursor, in view: SegmentView,
    _ visibility: consuming SegmentVisibility, _ query: PlannedQuery
  ) {
    segment = view.segment
    self.cursor = cursor
    self.visibility = visibility
    verifier = MatchVerifier(query, view.segment)
  }

  /// Adds the segment's best matches.
  mutating func addBest(
    ofSegment number: Int, to matches: inout RankedMatches, _ budget: inout SearchBudget
  ) throws(StorageError) {
    let greatestFacts = cursor.greatestFacts
    // Documents of these facts or fewer come too late in the segment.
    var hopelessFacts = -1
    var document = try cursor.next(from: 0, &budget)
    while document != .max, budget.spend(postings: 1) {
      let least = max(matches.leastFacts, hopelessFacts + 1)
      if least > greatestFacts { return }
      if let value = try cursor.value(at: document), value.facts >= least,
        try visibility.shows(document, isOfScope: false)
      {
        let match = RankedMatch(
          segment: number, document: document, facts: value.facts,
          staticScore: try segment.documents.staticScore(document))
        if try !matches.accepts(match) {
          hopelessFacts = value.facts
        } else if try isMatch(document, value, &budget) {
          try matches.insert(match)
        }
      }
      document = try cursor.next(from: document + 1, &budget)
    }
  }

  /// Calls the body with each match until it returns false.
  ///
  /// - Returns: Whether the body never did.
  mutating func forEachMatch(
    _ budget: inout SearchBudget, _ body: (UInt32) throws(StorageError) -> Bool
  ) throws(StorageError) -> Bool {
    var document = try cursor.next(from: 0, &budget)
    while document != .max, budget.spend(postings: 1) {
      if let value = try cursor.value(at: document),
        try visibility.shows(document, isOfScope: false),
        try isMatch(document, value, &budget)
      {
        if try !body(document) { return false }
      }
      document = try cursor.next(from: document + 1, &budget)
    }
    return true
  }

  private mutating func isMatch(
    _ document: UInt32, _ value: PlanCursor.Value, _ budget: inout SearchBudget
  ) throws(StorageError) -> Bool {
    if value.isProven { return true }
    return try verifier.matches(document, &budget)
  }
}
