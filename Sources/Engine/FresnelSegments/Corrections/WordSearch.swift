import FresnelStorage

/// The words near one that was typed, as far as they were found in segments.
struct WordSearch {
  private let word: [UInt8]
  private let isPrefix: Bool
  private let cost: EditCost
  /// The work in the largest segment, in all others, and for counting documents.
  private var large: TermWalkBudget
  private var small: TermWalkBudget
  private var counting: TermWalkBudget
  /// By word, the numbers of the segments that have it, and the errors.
  private var found: [[UInt8]: Found] = [:]

  private struct Found {
    var segments: [Int]
    let errors: (edits: Int, cost: Int)
  }

  /// Prepares a search.
  init(
    _ word: [UInt8], isPrefix: Bool, _ cost: EditCost, leaps: Int, smallLeaps: Int
  ) {
    self.word = word
    self.isPrefix = isPrefix
    self.cost = cost
    large = TermWalkBudget(leaps: leaps)
    small = TermWalkBudget(leaps: smallLeaps)
    counting = TermWalkBudget(leaps: leaps)
  }

  /// Whether some work ended before all was seen.
  var isLimited: Bool { large.isExhausted || small.isExhausted || counting.isExhausted }

  /// Notes the near words of a segment, of which some may only stand in documents that are not shown.
  mutating func walk(
    _ view: SegmentView, _ number: Int, isLargest: Bool, _ visibility: SearchVisibility,
    distance: Int, exactPrefix: Int, _ budget: inout SearchBudget
  ) throws(StorageError) {
    var work = isLargest ? large : small
    guard !work.isExhausted, !budget.isExhausted,
      SegmentVisibility(view, visibility).showsAnything
    else { return }
    let before = work.stepCount + work.leapCount
    var near: [[UInt8]] = []
    try word.span.withUnsafeBufferPointer { (word) throws(StorageError) in
      try view.segment.terms.forEach(
        near: word, distance: distance, exactPrefix: exactPrefix, asPrefix: isPrefix, &work
      ) { (term, distance, _) throws(StorageError) in
        if distance > 0 { near.append(Array(term)) }
        return true
      }
    }
    for term in near { note(term, in: number) }
    _ = budget.spend(steps: work.stepCount + work.leapCount - before)
    if isLargest { large = work } else { small = work }
  }

  private mutating func note(_ term: [UInt8], in segment: Int) {
    if found[term] != nil {
      found[term]?.segments.append(segment)
      return
    }
    let letters = Corrections.letters(of: term)
    guard !letters.isEmpty else { return }
    found[term] = Found(segments: [segment], errors: cost.cost(of: letters))
  }

  /// The corrections to those of the words that count, and forgets them all.
  mutating func corrections(
    in views: [SegmentView], _ visibility: SearchVisibility, _ budget: inout SearchBudget
  ) throws(StorageError) -> [Correction] {
    // Where the work does not do for all, the likeliest are counted.
    let words = found.sorted { left, right in
      left.value.errors.cost != right.value.errors.cost
        ? left.value.errors.cost < right.value.errors.cost
        : left.key.lexicographicallyPrecedes(right.key)
    }
    found = [:]
    if words.isEmpty { return [] }
    var shown = OwnedArray<SegmentVisibility>(capacity: views.count)
    for view in views { shown.append(SegmentVisibility(view, visibility)) }
    var corrections: [Correction] = []
    for (text, word) in words where !counting.isExhausted && !budget.isExhausted {
      let pattern = TermPattern(bytes: text, isAtStart: true, isAtEnd: !isPrefix)
      var documents = VisibleDocuments()
      for number in word.segments where documents.count < VisibleDocuments.most {
        try documents.add(
          pattern, in: views[number].segment, &shown[number], &counting, &budget)
      }
      if documents.isWord {
        corrections.append(
          Correction(
            text: text, isPrefix: isPrefix, word.errors, documentCount: documents.count))
      }
    }
    return corrections
  }
}
