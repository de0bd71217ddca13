package import FresnelStorage

/// How many documents a searcher is shown, and how many of them have each piece of a question.
///
/// Nothing else is counted: neither what is hidden nor what a segment still holds of deleted documents. So the counts
/// tell the searcher nothing that it could not find out by looking, but for a piece that so many documents have that the
/// count of it is given up: hidden ones are among them. No document is read for the counts: one of which the index leaves
/// open whether it has a piece counts. Apart from those and from pieces that are given up, the counts do not depend on
/// how segments are cut.
package struct PieceCounts: Equatable, Sendable {
  /// The documents that are shown.
  package private(set) var documentCount = 0
  /// By piece, the documents that have it in any of its forms, as far as the index tells; ``most`` of them stand for
  /// any greater number. It is `nil` where ``mostVisits`` documents were looked at, and there are more.
  package private(set) var countsOfPieces: [Int?]
  /// By piece, the documents that were looked at, shown or not.
  private var visitsOfPieces: [Int]

  /// So many documents of a piece are counted. What more have is common, whatever their number.
  package static let most = 4096
  /// So many documents of a piece are looked at: a person waits for the counts, however many are hidden.
  package static let mostVisits = 4 * most

  /// Begins without documents.
  ///
  /// - Parameter question: Whose pieces are counted.
  package init(of question: LeftOutQuestion) {
    visitsOfPieces = Array(repeating: 0, count: question.pieces.count)
    countsOfPieces = visitsOfPieces
  }

  /// Adds the documents of a store.
  ///
  /// - Parameters:
  ///   - question: The question.
  ///   - views: The segments.
  ///   - visibility: What the searcher is shown.
  ///   - budget: When it is exhausted, documents may be lacking.
  /// - Throws: ``StorageError`` with the path of the segment that can't be read; the counts are then of no use.
  /// - Complexity: O(*d* log *n* + *p*): for each segment a look-up of each form and the documents that are deleted or
  ///   have expired, and at most ``mostVisits`` documents of each piece.
  package mutating func add(
    _ question: LeftOutQuestion, in views: [SegmentView], _ visibility: SearchVisibility,
    _ budget: inout SearchBudget
  ) throws(StorageError) {
    for (number, view) in views.enumerated() {
      var shown = SegmentVisibility(view, visibility)
      // Nothing is found by words in a segment of other terms, so that its documents count neither way.
      guard shown.showsAnything, view.segment.hasCurrentTerms else { continue }
      documentCount += try shown.shownCount(of: view, &budget)
      if budget.isExhausted { return }
      for place in question.pieces.indices {
        guard let count = countsOfPieces[place], count < Self.most else { continue }
        var piece = try LeftOutPiece.open(
          question, place, in: view, number, shown.shownScopes, &budget)
        try add(&piece, at: place, to: count, &shown, &budget)
        if budget.isExhausted { return }
      }
    }
  }

  /// Adds the documents of a segment that have a piece to the count of those before.
  private mutating func add(
    _ piece: inout LeftOutPiece, at place: Int, to countBefore: Int,
    _ shown: inout SegmentVisibility, _ budget: inout SearchBudget
  ) throws(StorageError) {
    var (count, visits) = (countBefore, visitsOfPieces[place])
    var document = try piece.next(from: 0, &budget)
    while document != .max, count < Self.most, visits < Self.mostVisits, budget.spend(postings: 1) {
      visits += 1
      if try shown.shows(document, isOfScope: false), try piece.mayHave(document, &budget) {
        count += 1
      }
      document = try piece.next(from: document + 1, &budget)
    }
    visitsOfPieces[place] = visits
    let isGivenUp = document != .max && count < Self.most && visits == Self.mostVisits
    countsOfPieces[place] = isGivenUp ? nil : count
  }
}
