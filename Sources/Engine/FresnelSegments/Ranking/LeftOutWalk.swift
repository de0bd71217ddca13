import FresnelStorage

/// A part of a question in one segment: a piece or the filter.
struct LeftOutPart: ~Copyable {
  private var cursor: PlanCursor
  private var verifier: MatchVerifier

  /// Looks a part up in a segment.
  static func open(
    _ query: PlannedQuery, in view: SegmentView, _ number: Int, _ shownScopes: [Bool],
    _ budget: inout SearchBudget
  ) throws(StorageError) -> LeftOutPart {
    let plan = try BoundPlan.bind(
      query.plan, of: query, to: view, shownScopes: shownScopes, &budget)
    return LeftOutPart(
      cursor: try PlanCursor.open(plan, in: view.segment, ranks: false, &budget),
      verifier: MatchVerifier(query, view, KnownVerdicts().of(segment: number)))
  }

  /// The first document from a number on that may have the part; `UInt32.max` if there is none.
  mutating func next(
    from document: UInt32, _ budget: inout SearchBudget
  ) throws(StorageError) -> UInt32 {
    try cursor.next(from: document, &budget)
  }

  /// Whether a document may have the part, as far as the index tells. Documents are asked about in their order.
  mutating func mayHave(
    _ document: UInt32, _ budget: inout SearchBudget
  ) throws(StorageError) -> Bool {
    try cursor.value(at: document, &budget) != nil
  }

  /// What is known of a document that has the part; `nil` of others. Documents are asked about in their order.
  mutating func value(
    at document: UInt32, _ budget: inout SearchBudget
  ) throws(StorageError) -> PlanCursor.Value? {
    guard let value = try cursor.value(at: document, &budget) else { return nil }
    if value.isProven { return value }
    return try cursor.holds(for: document, &verifier, &budget) ? value : nil
  }
}

/// What documents of one segment have of a question, one document after the other.
struct LeftOutWalk: ~Copyable {
  private let question: LeftOutQuestion
  private let lead: Int
  private let view: SegmentView
  /// The filter, if there is one, and the pieces but the leading one.
  private var filter = OwnedArray<LeftOutPart>(capacity: 1)
  private var parts: OwnedArray<LeftOutPart>
  private var positions: PositionsReader
  private var postings: [CandidatePosting] = []
  /// The pieces that the document lacks, a bit each.
  private(set) var lacking: UInt32 = 0
  /// The pieces that it has in titles, a bit each.
  private var inTitles: UInt32 = 0

  /// Makes a walk for the documents that a piece leads to.
  init(_ question: LeftOutQuestion, lead: Int, in view: SegmentView) {
    self.question = question
    self.lead = lead
    self.view = view
    parts = OwnedArray(capacity: question.pieces.count)
    positions = PositionsReader(view.segment)
  }

  /// Looks the filter and the pieces up.
  mutating func open(
    _ number: Int, _ shownScopes: [Bool], _ budget: inout SearchBudget
  ) throws(StorageError) {
    if let query = question.filter {
      filter.append(try LeftOutPart.open(query, in: view, number, shownScopes, &budget))
    }
    for (place, piece) in question.pieces.enumerated() where place != lead {
      parts.append(try LeftOutPart.open(piece.query, in: view, number, shownScopes, &budget))
    }
  }

  /// Whether a document passes the filter.
  mutating func passes(
    _ document: UInt32, _ budget: inout SearchBudget
  ) throws(StorageError) -> Bool {
    guard filter.count > 0 else { return true }
    return try filter[0].value(at: document, &budget) != nil
  }

  /// Finds out which pieces a document has.
  ///
  /// - Parameters:
  ///   - document: The document, behind those asked about before.
  ///   - leading: What it has of the leading piece.
  ///   - budget: What the search may do.
  /// - Returns: Whether it is a match of this lead.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  mutating func weigh(
    _ document: UInt32, _ leading: PlanCursor.Value, _ budget: inout SearchBudget
  ) throws(StorageError) -> Bool {
    (lacking, inTitles) = (0, 0)
    postings.removeAll(keepingCapacity: true)
    for piece in question.pieces.indices {
      var found: PlanCursor.Value? = leading
      if piece != lead {
        found = try parts[piece < lead ? piece : piece - 1].value(at: document, &budget)
      }
      guard let found else {
        lacking |= 1 << UInt32(piece)
        if lacking.nonzeroBitCount >= question.tiers.count { return false }
        continue
      }
      // A piece before leads to the document.
      if piece < lead { return false }
      let isInTitles = found.isRanked && found.isInTitles
      if isInTitles {
        inTitles |= 1 << UInt32(piece)
      } else if question.areInTitles {
        return false
      }
      if question.pieces[piece].hash != nil, Places.isExact(points: found.points) {
        for group in [PostingGroup.metadata, .text] {
          postings.append(CandidatePosting(word: piece, group))
        }
      }
    }
    return !budget.isExhausted
  }

  /// The most that the document may be worth by the pieces that it has.
  var greatestValue: Int {
    var sum = 0
    for (place, piece) in question.pieces.enumerated() where lacking >> UInt32(place) & 1 == 0 {
      sum += piece.weight * LeftOutQuestion.greatestOccurrence
    }
    return sum
  }

  /// What the document is worth: the sum over the pieces that it has.
  ///
  /// A piece of several words, and a word that only begins one of the document's, counts once.
  mutating func value(
    of document: UInt32, _ occurrences: inout WordOccurrences, hashes: [UInt64]
  ) throws(StorageError) -> Int {
    let record = try positions.record(document)
    do throws(PositionDamage) {
      try occurrences.take(postings[...], hashes: hashes, record: record)
    } catch {
      throw StorageError(
        .corrupted, "The positions of a document are damaged.", path: view.segment.source.path)
    }
    let length = occurrences.lengths.described + occurrences.lengths.text
    var sum = 0
    for (place, piece) in question.pieces.enumerated() where lacking >> UInt32(place) & 1 == 0 {
      let frequency = max(1, occurrences.count(of: place)) + Int(inTitles >> UInt32(place) & 1)
      sum +=
        piece.weight * LeftOutQuestion.occurrence(frequency: frequency, length: length)
    }
    return sum
  }
}
