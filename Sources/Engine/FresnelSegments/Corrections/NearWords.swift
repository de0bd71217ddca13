package import FresnelStorage

/// Finds the words of one store that are near one that was typed.
package struct NearWords {
  /// A word that some shown document has.
  package struct Word: Sendable {
    let text: [UInt8]
    let errors: EditCost.Errors
    let documents: VisibleDocuments
  }

  /// Whether a walk ended before all words were seen.
  package private(set) var isLimited = false

  private let views: [SegmentView]
  private let visibility: SearchVisibility
  /// How many look-ups a walk may take in any segment, besides those for its size.
  private let leaps: Int

  /// The most words of a store, by the errors.
  private static let mostWords = 256
  /// So many terms of a segment are worth a look-up more.
  private static let termsPerLeap = 32

  /// Prepares to look for words.
  ///
  /// - Parameters:
  ///   - views: The segments of one state of a store.
  ///   - visibility: Which documents are shown.
  ///   - leaps: How many look-ups a walk may take in a small segment, or the same work in steps.
  package init(in views: [SegmentView], _ visibility: SearchVisibility, leaps: Int = 256) {
    self.views = views
    self.visibility = visibility
    self.leaps = leaps
  }

  /// Counts the documents that have a word as it was typed.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - budget: When it is exhausted, documents may be lacking.
  /// - Returns: The documents.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package func documents(
    with word: TypedWord, _ budget: inout SearchBudget
  ) throws(StorageError) -> VisibleDocuments {
    var documents = VisibleDocuments()
    let pattern = TermPattern(bytes: word.text, isAtStart: true, isAtEnd: !word.isPrefix)
    for view in views where documents.count < VisibleDocuments.most {
      var shown = SegmentVisibility(view, visibility)
      guard shown.showsAnything else { continue }
      try documents.add(pattern, in: view.segment, &shown, &budget)
    }
    return documents
  }

  /// Finds the words that are some errors away.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - edits: The number of errors, one or two.
  ///   - budget: When it is exhausted, words may be lacking.
  /// - Returns: The words that shown documents have, in no particular order.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package mutating func words(
    near word: TypedWord, edits: Int, _ budget: inout SearchBudget
  ) throws(StorageError) -> [Word] {
    guard edits <= word.mostEdits else { return [] }
    var segments: [[UInt8]: [Int]] = [:]
    var shown = OwnedArray<SegmentVisibility>(capacity: views.count)
    for (number, view) in views.enumerated() {
      let isShown = SegmentVisibility(view, visibility)
      if isShown.showsAnything, !budget.isExhausted {
        for term in try terms(near: word, edits: edits, in: view.segment, &budget) {
          segments[term, default: []].append(number)
        }
      }
      shown.append(isShown)
    }
    let found = segments.map { text, numbers in
      (text: text, numbers: numbers, errors: word.cost.errors(of: TypedWord.letters(of: text)))
    }.sorted {
      $0.errors.cost != $1.errors.cost
        ? $0.errors.cost < $1.errors.cost : $0.text.lexicographicallyPrecedes($1.text)
    }
    var words: [Word] = []
    for (text, numbers, errors) in found
    where words.count < Self.mostWords && !budget.isExhausted {
      let pattern = TermPattern(bytes: text, isAtStart: true, isAtEnd: !word.isPrefix)
      var documents = VisibleDocuments()
      for number in numbers where documents.count < VisibleDocuments.most {
        try documents.add(pattern, in: views[number].segment, &shown[number], &budget)
      }
      if documents.count > 0 {
        words.append(Word(text: text, errors: errors, documents: documents))
      }
    }
    return words
  }

  /// The terms of a segment, of which some may only stand in documents that are not shown.
  private mutating func terms(
    near word: TypedWord, edits: Int, in segment: Segment, _ budget: inout SearchBudget
  ) throws(StorageError) -> [[UInt8]] {
    var work = TermWalkBudget(leaps: leaps + segment.terms.count / Self.termsPerLeap)
    var near: [[UInt8]] = []
    try word.text.span.withUnsafeBufferPointer { (text) throws(StorageError) in
      try segment.terms.forEach(
        near: text, distance: edits, exactPrefix: edits - 1, asPrefix: word.isPrefix, &work
      ) { (term, distance, _) throws(StorageError) in
        if distance == edits { near.append(Array(term)) }
        return true
      }
    }
    _ = budget.spend(steps: work.stepCount + work.leapCount)
    if work.isExhausted { isLimited = true }
    return near.filter { !TypedWord.letters(of: $0).isEmpty }
  }
}
