import FresnelStorage

/// What documents of one segment have of a question, one document after the other.
struct LeftOutWalk: ~Copyable {
  private let question: LeftOutQuestion
  private let lead: Int
  private let view: SegmentView
  /// The filter, if there is one, and the pieces but the leading one.
  private var filter = OwnedArray<LeftOutPart>(capacity: 1)
  private var pieces: OwnedArray<LeftOutPiece>
  private var positions: PositionsReader
  private var found = PiecesFound()

  /// Makes a walk for the documents that a piece leads to.
  init(_ question: LeftOutQuestion, lead: Int, in view: SegmentView) {
    self.question = question
    self.lead = lead
    self.view = view
    pieces = OwnedArray(capacity: question.pieces.count)
    positions = PositionsReader(view.segment)
  }

  /// Looks the filter and the pieces up.
  mutating func open(
    _ number: Int, _ shownScopes: [Bool], _ budget: inout SearchBudget
  ) throws(StorageError) {
    if let query = question.filter {
      filter.append(try LeftOutPart.open(query, in: view, number, shownScopes, &budget))
    }
    for place in question.pieces.indices where place != lead {
      pieces.append(try LeftOutPiece.open(question, place, in: view, number, shownScopes, &budget))
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
  ///   - leading: The leading piece.
  ///   - budget: What the search may do.
  /// - Returns: Whether it is a match of this lead.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  mutating func weigh(
    _ document: UInt32, _ leading: inout LeftOutPiece, _ budget: inout SearchBudget
  ) throws(StorageError) -> Bool {
    found.removeAll()
    try leading.find(at: document, &found, &budget)
    guard found.forms[lead] != nil else { return false }
    var lackingCount = 0
    for piece in question.pieces.indices {
      if piece != lead {
        try pieces[piece < lead ? piece : piece - 1].find(at: document, &found, &budget)
      }
      guard found.forms[piece] != nil else {
        lackingCount += 1
        if lackingCount >= question.tiers.count { return false }
        continue
      }
      // A piece before leads to the document.
      if piece < lead || question.areInTitles && !found.isInTitles(piece) { return false }
    }
    return !budget.isExhausted
  }

  /// What the document has of the pieces.
  var forms: FormsFound { found.forms }

  /// The most that the document may be worth by the pieces that it has.
  ///
  /// A word that is being typed only begins most words that it finds, and leads to thousands of documents. Of those the
  /// frequency is known: as soon as there are short ones enough, no record of another one has to be read.
  var greatestValue: Int {
    var sum = 0
    for (place, piece) in question.pieces.enumerated() where found.forms[place] != nil {
      let occurrence =
        found.isCounted(place)
        ? LeftOutQuestion.greatestOccurrence
        : LeftOutQuestion.occurrence(frequency: found.isInTitles(place) ? 2 : 1, length: 0)
      let worth = piece.weight * occurrence
      sum += found.isAsTyped(place) ? worth : LeftOutQuestion.inOtherForms(worth)
    }
    return sum
  }

  /// What the document is worth: the sum over the pieces that it has.
  ///
  /// A piece counts as often as all of its forms do; one of several words, and a word that only begins one of the
  /// document's, counts once.
  mutating func value(
    of document: UInt32, _ occurrences: inout WordOccurrences, hashes: [UInt64]
  ) throws(StorageError) -> Int {
    let record = try positions.record(document)
    do throws(PositionDamage) {
      try occurrences.take(found.postings[...], hashes: hashes, record: record)
    } catch {
      throw StorageError(
        .corrupted, "The positions of a document are damaged.", path: view.segment.source.path)
    }
    let length = occurrences.lengths.described + occurrences.lengths.text
    var sum = 0
    for (place, piece) in question.pieces.enumerated() where found.forms[place] != nil {
      let frequency = max(1, occurrences.count(of: place)) + (found.isInTitles(place) ? 1 : 0)
      let worth =
        piece.weight * LeftOutQuestion.occurrence(frequency: frequency, length: length)
      sum += found.isAsTyped(place) ? worth : LeftOutQuestion.inOtherForms(worth)
    }
    return sum
  }
}
