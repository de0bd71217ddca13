package import FresnelStorage

/// How many documents have some words, of those that are shown.
///
/// Nothing else tells that a word exists: it may stand in what another app keeps for itself.
package struct WordCounts: Equatable, Sendable {
  /// A word to look up.
  package struct Word: Hashable, Sendable {
    /// The word in UTF-8, folded as terms are.
    package let text: [UInt8]
    /// Whether words count that only begin so.
    package let goesOn: Bool

    /// Puts the parts together.
    package init(_ text: [UInt8], goesOn: Bool) {
      (self.text, self.goesOn) = (text, goesOn)
    }
  }

  /// So many documents of a word are counted: more only tell that it is common.
  package static let most = 16
  /// So many documents of a word are looked at in a segment, hidden ones among them: what others have there must not
  /// cost who sees little of it without bound. What only stands behind them counts as absent.
  static let mostVisits = 4_096

  private var documents: [VisibleDocuments]

  /// Begins without documents.
  ///
  /// - Parameter count: The number of words.
  package init(ofWords count: Int) {
    documents = Array(repeating: VisibleDocuments(), count: count)
  }

  /// By word, the documents that have it; ``most`` stands for any greater number.
  package var counts: [Int] { documents.map { min(Self.most, $0.count) } }

  /// Adds the documents of a store.
  ///
  /// - Parameters:
  ///   - words: The words, as many as there are counts.
  ///   - views: The segments of one state of the store.
  ///   - visibility: Which documents are shown.
  ///   - budget: When it is exhausted, documents may be lacking.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  /// - Complexity: A look-up of each word in each segment, and the postings up to the ``most``th shown document, of at
  ///   most ``mostVisits`` documents.
  package mutating func add(
    _ words: [Word], in views: [SegmentView], _ visibility: SearchVisibility,
    _ budget: inout SearchBudget
  ) throws(StorageError) {
    for view in views {
      var shown = SegmentVisibility(view, visibility)
      guard shown.showsAnything, view.segment.hasCurrentTerms else { continue }
      for (index, word) in words.enumerated()
      where !word.text.isEmpty && documents[index].count < Self.most && !budget.isExhausted {
        let pattern = TermPattern(bytes: word.text, isAtStart: true, isAtEnd: !word.goesOn)
        try documents[index].add(
          pattern, in: view.segment, &shown, upTo: Self.most, visiting: Self.mostVisits, &budget)
      }
    }
  }
}
