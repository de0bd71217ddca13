import FresnelStorage
import FresnelText

/// Walks through all documents of one segment that match a plan, whatever plan it is.
struct PlanWalk: ~Copyable {
  private let query: PlannedQuery
  private let view: SegmentView
  private var cursor: PlanCursor
  private var visibility: SegmentVisibility
  private var verifier: MatchVerifier

  private var segment: Segment { view.segment }

  init(
    _ cursor: consuming PlanCursor, in view: SegmentView,
    _ visibility: consuming SegmentVisibility, _ query: PlannedQuery,
    _ verdicts: KnownVerdicts.OfSegment
  ) {
    self.query = query
    self.view = view
    self.cursor = cursor
    self.visibility = visibility
    verifier = MatchVerifier(query, view, verdicts)
  }

  /// Whether the searcher is shown a document.
  mutating func shows(_ document: UInt32) throws(StorageError) -> Bool {
    try visibility.shows(document, isOfScope: false)
  }

  /// The first document from a number on that may match, see ``PlanCursor/next(from:_:)``.
  mutating func next(
    from document: UInt32, _ budget: inout SearchBudget
  ) throws(StorageError) -> UInt32 {
    try cursor.next(from: document, &budget)
  }

  /// What the index knows of a document, see ``PlanCursor/value(at:_:)``.
  mutating func value(
    at document: UInt32, _ budget: inout SearchBudget
  ) throws(StorageError) -> PlanCursor.Value? {
    try cursor.value(at: document, &budget)
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
      if let value = try cursor.value(at: document, &budget), value.facts >= least,
        try visibility.shows(document, isOfScope: false)
      {
        guard budget.spendShownPosting() else { return }
        var match = RankedMatch(segment: number, document: document, facts: value.facts)
        if try !matches.accepts(&match) {
          hopelessFacts = value.facts
        } else if try isMatch(document, value, &budget) {
          try matches.insert(match)
        }
      }
      document = try cursor.next(from: document + 1, &budget)
    }
  }

  /// Adds the segment's matches that come first in the order of an attribute.
  mutating func addFirst(
    ofSegment number: Int, _ values: inout SortValueReader, to matches: inout OrderedMatches,
    _ texts: inout TextOrder, _ budget: inout SearchBudget
  ) throws(StorageError) {
    var document = try cursor.next(from: 0, &budget)
    while document != .max, budget.spend(postings: 1) {
      if let value = try cursor.value(at: document, &budget),
        try visibility.shows(document, isOfScope: false)
      {
        // Columns tell a value sooner than the evaluator does whether the document matches.
        let sortValue = try values.value(of: document, &texts, &budget)
        if !budget.isExhausted, matches.accepts(sortValue, ofSegment: number),
          try isMatch(document, value, &budget)
        {
          try matches.insert(RankedMatch(segment: number, document: document, facts: 0), sortValue)
        }
      }
      document = try cursor.next(from: document + 1, &budget)
    }
  }

  /// The number of matches.
  mutating func count(_ budget: inout SearchBudget) throws(StorageError) -> Int {
    var count = 0
    var document = try cursor.next(from: 0, &budget)
    while document != .max, budget.spend(postings: 1) {
      if let value = try cursor.value(at: document, &budget),
        try visibility.shows(document, isOfScope: false), try isMatch(document, value, &budget)
      {
        count += 1
      }
      document = try cursor.next(from: document + 1, &budget)
    }
    return count
  }

  /// Calls the body with each match and its place in the order in which the items were put, in that order,
  /// until it returns false. What lies before a first place is passed over.
  ///
  /// - Returns: Whether the body never did.
  mutating func forEachMatch(
    from first: Int, _ budget: inout SearchBudget,
    _ body: (_ place: Int, _ document: UInt32) throws(StorageError) -> Bool
  ) throws(StorageError) -> Bool {
    var (candidates, proven) = try candidates(&budget)
    var rest = candidates.count
    var order = PutOrder(segment, from: first)
    var portion = Self.firstPortion
    while rest > 0 {
      var documents: [UInt32] = []
      var places: [Int] = []
      while documents.count < portion, let document = try order.next() {
        if !budget.spend(postings: 1) { return true }
        if candidates.contains(document) {
          documents.append(document)
          places.append(order.place - 1)
        }
      }
      if documents.isEmpty { break }
      rest -= documents.count
      // Items lie in the order of documents, and neighbours are decompressed together.
      try verify(documents.filter { !proven.contains($0) }.sorted(), &candidates, &budget)
      if budget.isExhausted { return true }
      for (place, document) in zip(places, documents) where candidates.contains(document) {
        if try !body(place, document) { return false }
      }
      portion = min(portion * 4, Self.greatestPortion)
    }
    return true
  }

  /// The documents evaluated before the first one is handed out; later more at once.
  private static let firstPortion = 64
  private static let greatestPortion = 1 << 16

  /// Takes the documents out of a set that do not match.
  private mutating func verify(
    _ documents: [UInt32], _ candidates: inout DocumentSet, _ budget: inout SearchBudget
  ) throws(StorageError) {
    if documents.isEmpty { return }
    // The cursor is at its end.
    let plan = try BoundPlan.bind(
      query.plan, of: query, to: view, shownScopes: visibility.shownScopes, &budget)
    var cursor = try PlanCursor.open(plan, in: segment, ranks: false, &budget)
    for document in documents {
      if try !cursor.holds(for: document, &verifier, &budget) { candidates.remove(document) }
      if budget.isExhausted { return }
    }
  }

  /// The documents shown that may match, and those of them that certainly do.
  private mutating func candidates(
    _ budget: inout SearchBudget
  ) throws(StorageError) -> (all: DocumentSet, proven: DocumentSet) {
    var all = DocumentSet(documentCount: segment.documentCount)
    var proven = all
    var document = try cursor.next(from: 0, &budget)
    while document != .max, budget.spend(postings: 1) {
      if let value = try cursor.value(at: document, &budget),
        try visibility.shows(document, isOfScope: false)
      {
        all.insert(document)
        if value.isProven { proven.insert(document) }
      }
      document = try cursor.next(from: document + 1, &budget)
    }
    return (all, proven)
  }

  mutating func isMatch(
    _ document: UInt32, _ value: PlanCursor.Value, _ budget: inout SearchBudget
  ) throws(StorageError) -> Bool {
    if value.isProven { return true }
    return try cursor.holds(for: document, &verifier, &budget)
  }
}
