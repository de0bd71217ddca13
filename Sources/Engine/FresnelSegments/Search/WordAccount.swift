package import FresnelStorage

/// What a segment has for one word of a query, and what one of its documents has of it.
package struct WordAccount: Sendable {
  /// What a document has of the word in its best place.
  package struct Finding: Hashable, Sendable {
    /// The best of the places; a ``PostingGroup`` by number, or the one behind these for documents of
    /// which only the evaluator can tell.
    package let place: Int
    /// Whether it is the word itself, not only a longer one.
    package let isWhole: Bool
    /// Whether the posting proves what the query asks of the word.
    package let isProven: Bool
    /// What it is worth.
    package let points: Int
  }

  /// The word.
  package let pattern: TermPattern
  /// By place, the number of postings.
  package fileprivate(set) var postingCounts = [Int](repeating: 0, count: Places.count)
  /// What the document has; `nil` when it has nothing of the word, or none was asked about.
  package fileprivate(set) var finding: Finding?

  fileprivate init(_ pattern: TermPattern) {
    self.pattern = pattern
  }
}

extension PlannedQuery {
  /// What a segment has for each word of the query, in the order of the words.
  ///
  /// - Parameters:
  ///   - view: The segment.
  ///   - document: The document asked about, if it is in the segment.
  ///   - budget: When it is exhausted, the accounts lack postings or words.
  /// - Returns: An account for each word; none where the segment's terms are those of other rules.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package func words(
    in view: SegmentView, of document: UInt32?, _ budget: inout SearchBudget
  ) throws(StorageError) -> [WordAccount] {
    var bound = try BoundPlan.bind(plan, of: self, to: view, shownScopes: [], &budget)
    var words: [WordAccount] = []
    for index in 0..<bound.clauses.count where !budget.isExhausted {
      words.append(try bound.clauses[index].account(of: document, in: view.segment, &budget))
    }
    return words
  }
}

extension ClauseLists {
  fileprivate mutating func account(
    of document: UInt32?, in segment: Segment, _ budget: inout SearchBudget
  ) throws(StorageError) -> WordAccount {
    var account = WordAccount(clause.pattern)
    for place in Places.all where covers(place) {
      let list = try list(place, &budget)
      account.postingCounts[place] = list.count
      guard let document, account.finding == nil, list.count > 0 else { continue }
      var cursor = try ListCursor(list, in: segment, proof: proof)
      try cursor.advance(to: document)
      guard cursor.document == document else { continue }
      var isWhole = clause.pattern.isWholeTerm && place != Places.irregular
      let exact = exactList(place)
      if !exact.isEmpty {
        var cursor = try ListCursor(.stored(exact), in: segment, proof: proof)
        try cursor.advance(to: document)
        isWhole = cursor.document == document
      }
      var isProven = cursor.isProven
      if isProven { isProven = try isSure(of: document, in: place) }
      account.finding = WordAccount.Finding(
        place: place, isWhole: isWhole, isProven: isProven,
        points: Places.points(place, isExact: isWhole))
    }
    return account
  }
}
