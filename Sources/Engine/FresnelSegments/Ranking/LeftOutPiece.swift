import FresnelStorage

/// Which form of each piece of a question a document has.
struct FormsFound: BitwiseCopyable {
  /// By piece, 0 where the document lacks it, else the place of the form, from 1.
  private var numbers = SIMD32<UInt8>(repeating: 0)

  /// The place of the form of a piece that a document has; `nil` where it lacks the piece.
  subscript(piece: Int) -> Int? { numbers[piece] > 0 ? Int(numbers[piece]) - 1 : nil }

  /// Notes the form of a piece that a document has.
  mutating func note(_ form: Int, of piece: Int) {
    numbers[piece] = UInt8(form + 1)
  }

  /// How many of the first pieces a document lacks.
  func lackingCount(of pieces: Int) -> Int {
    (0..<pieces).count { numbers[$0] == 0 }
  }
}

/// A query of a question in one segment: that of a form or the filter.
struct LeftOutPart: ~Copyable {
  private var cursor: PlanCursor
  private var verifier: MatchVerifier
  /// Whether it asks for one term: then to find its next document costs no more than to ask about one.
  private let isTerm: Bool
  /// The document that was found last, before which nothing more is; 0 before the first one is looked for.
  private var upcoming: UInt32 = 0
  private var hasBegun = false

  private init(
    _ cursor: consuming PlanCursor, _ verifier: consuming MatchVerifier, isTerm: Bool
  ) {
    self.cursor = cursor
    self.verifier = verifier
    self.isTerm = isTerm
  }

  /// Looks a query up in a segment; `isTerm` says that it asks for one term.
  static func open(
    _ query: PlannedQuery, isTerm: Bool = false, in view: SegmentView, _ number: Int,
    _ shownScopes: [Bool], _ budget: inout SearchBudget
  ) throws(StorageError) -> LeftOutPart {
    let plan = try BoundPlan.bind(
      query.plan, of: query, to: view, shownScopes: shownScopes, &budget)
    return LeftOutPart(
      try PlanCursor.open(plan, in: view.segment, ranks: false, &budget),
      MatchVerifier(query, view, KnownVerdicts().of(segment: number)), isTerm: isTerm)
  }

  /// The first document from a number on that may match; `UInt32.max` if there is none.
  mutating func next(
    from document: UInt32, _ budget: inout SearchBudget
  ) throws(StorageError) -> UInt32 {
    if !hasBegun || upcoming < document {
      upcoming = try cursor.next(from: document, &budget)
      hasBegun = true
    }
    return upcoming
  }

  /// Whether a document may match, as far as the index tells. Documents are asked about in their order.
  mutating func mayHave(
    _ document: UInt32, _ budget: inout SearchBudget
  ) throws(StorageError) -> Bool {
    guard try mayBe(document, &budget) else { return false }
    return try cursor.value(at: document, &budget) != nil
  }

  /// Whether a document may be one of those that the part finds. Most documents lack most terms: that costs one
  /// comparison.
  @inline(__always)
  private mutating func mayBe(
    _ document: UInt32, _ budget: inout SearchBudget
  ) throws(StorageError) -> Bool {
    if document < upcoming { return false }
    if !isTerm { return true }
    return try next(from: document, &budget) == document
  }

  /// What is known of a document that matches; `nil` of others. Documents are asked about in their order.
  mutating func value(
    at document: UInt32, _ budget: inout SearchBudget
  ) throws(StorageError) -> PlanCursor.Value? {
    guard try mayBe(document, &budget), let value = try cursor.value(at: document, &budget) else {
      return nil
    }
    if value.isProven { return value }
    return try cursor.holds(for: document, &verifier, &budget) ? value : nil
  }
}

/// What one document has of the pieces of a question.
struct PiecesFound {
  private(set) var forms = FormsFound()
  /// The terms that the position record tells of.
  private(set) var postings: [CandidatePosting] = []
  /// The pieces that it has in titles, those that it has as they were typed, and those that the position record tells
  /// the frequency of, a bit each.
  private var (inTitles, asTyped, counted): (UInt32, UInt32, UInt32) = (0, 0, 0)

  /// Whether the document has a piece in titles.
  func isInTitles(_ piece: Int) -> Bool { inTitles >> UInt32(piece) & 1 != 0 }

  /// Whether the document has a piece in the form that was typed.
  func isAsTyped(_ piece: Int) -> Bool { asTyped >> UInt32(piece) & 1 != 0 }

  /// Whether the position record tells how often the document has a piece; others count once.
  func isCounted(_ piece: Int) -> Bool { counted >> UInt32(piece) & 1 != 0 }

  mutating func removeAll() {
    (forms, inTitles, asTyped, counted) = (FormsFound(), 0, 0, 0)
    postings.removeAll(keepingCapacity: true)
  }

  /// Notes a form of a piece; of several, the first one stands for the piece, or the first one in titles.
  fileprivate mutating func note(
    _ form: Int, of piece: Int, isInTitles: Bool, term: Int?
  ) {
    if forms[piece] == nil || isInTitles && !self.isInTitles(piece) {
      forms.note(form, of: piece)
    }
    if isInTitles { inTitles |= 1 << UInt32(piece) }
    if form == 0 { asTyped |= 1 << UInt32(piece) }
    guard let term else { return }
    counted |= 1 << UInt32(piece)
    for group in [PostingGroup.metadata, .text] {
      postings.append(CandidatePosting(word: piece, term: term, group))
    }
  }
}

/// A piece of a question in one segment, in all of its forms.
struct LeftOutPiece: ~Copyable {
  private let piece: LeftOutQuestion.Piece
  private let place: Int
  private var parts: OwnedArray<LeftOutPart>
  /// By part, which of the piece's forms it is: one that the segment lacks has none.
  private var forms: [Int] = []

  private init(_ piece: LeftOutQuestion.Piece, at place: Int) {
    (self.piece, self.place) = (piece, place)
    parts = OwnedArray(capacity: piece.forms.count)
  }

  /// Looks a piece up in a segment.
  static func open(
    _ question: LeftOutQuestion, _ place: Int, in view: SegmentView, _ number: Int,
    _ shownScopes: [Bool], _ budget: inout SearchBudget
  ) throws(StorageError) -> LeftOutPiece {
    var opened = LeftOutPiece(question.pieces[place], at: place)
    for (form, asked) in opened.piece.forms.enumerated() {
      var part = try LeftOutPart.open(
        asked.query, isTerm: asked.hash != nil, in: view, number, shownScopes, &budget)
      // Most segments lack most forms. Where the words of a phrase meet is not looked for before it is asked.
      if asked.hash != nil, try part.next(from: 0, &budget) == .max { continue }
      opened.parts.append(part)
      opened.forms.append(form)
    }
    return opened
  }

  /// The first document from a number on that may have the piece; `UInt32.max` if there is none.
  mutating func next(
    from document: UInt32, _ budget: inout SearchBudget
  ) throws(StorageError) -> UInt32 {
    var least = UInt32.max
    for part in forms.indices {
      least = min(least, try parts[part].next(from: document, &budget))
    }
    return least
  }

  /// Whether a document may have the piece, as far as the index tells. Documents are asked about in their order.
  mutating func mayHave(
    _ document: UInt32, _ budget: inout SearchBudget
  ) throws(StorageError) -> Bool {
    for part in forms.indices {
      if try parts[part].mayHave(document, &budget) { return true }
    }
    return false
  }

  /// Finds the forms that a document has. Documents are asked about in their order.
  mutating func find(
    at document: UInt32, _ found: inout PiecesFound, _ budget: inout SearchBudget
  ) throws(StorageError) {
    for part in forms.indices {
      guard let value = try parts[part].value(at: document, &budget) else { continue }
      let form = forms[part]
      let isInRecord = piece.forms[form].hash != nil && Places.isExact(points: value.points)
      found.note(
        form, of: place, isInTitles: value.isRanked && value.isInTitles,
        term: isInRecord ? piece.firstTerm + form : nil)
    }
  }
}
