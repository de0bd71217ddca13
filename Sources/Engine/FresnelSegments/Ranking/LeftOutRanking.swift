package import FresnelStorage

/// A document that answers a question of which it lacks words.
package struct LeftOutMatch: Sendable {
  /// Where it is, with its facts.
  package let match: RankedMatch
  /// By piece, the place of the form that it has, of several the first, or the first in titles; `nil` where it lacks
  /// the piece.
  package let forms: [Int?]
}

/// Finds the best documents that have the leading piece of a question and none of those before it.
///
/// So each document is found by one piece, whatever segment it is in, and a search that would take too much can be left
/// out as a whole: what is found does not depend on how segments are cut. Filters come first; then what is shown is
/// counted, and nothing else is.
package struct LeftOutRanking: ~Copyable {
  /// What the search may still do, and did so far.
  package private(set) var budget: SearchBudget
  private let question: LeftOutQuestion
  private let lead: Int
  private let views: [SegmentView]
  private let visibility: SearchVisibility
  /// Documents of less facts are not wanted.
  private let leastFacts: Int
  /// Made for the first document whose record is read: it is large.
  private var occurrences: WordOccurrences?
  private let hashes: [UInt64]
  /// By match that was found, what it has of the pieces.
  private var forms: [Place: FormsFound] = [:]

  private struct Place: Hashable {
    let segment: Int
    let document: UInt32
  }

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - question: What is asked for.
  ///   - lead: The place of the leading piece.
  ///   - views: The segments.
  ///   - visibility: What the searcher is shown.
  ///   - leastFacts: The least facts of a document that is wanted: as many others are better than those below.
  ///   - budget: What the search may do.
  package init(
    _ question: LeftOutQuestion, lead: Int, in views: [SegmentView],
    _ visibility: SearchVisibility, leastFacts: Int = 0, budget: SearchBudget
  ) {
    self.question = question
    self.lead = lead
    self.views = views
    self.visibility = visibility
    self.leastFacts = leastFacts
    self.budget = budget
    hashes = question.hashes
  }

  /// The best matches, best first; when the budget is exhausted, those of what was looked at until then.
  ///
  /// - Parameter limit: The most matches wanted.
  /// - Returns: The matches.
  /// - Throws: ``StorageError`` with the path of the segment that can't be read.
  package mutating func best(_ limit: Int) throws(StorageError) -> [LeftOutMatch] {
    guard limit > 0 else { return [] }
    var matches = RankedMatches(capacity: limit, views)
    for number in views.indices where !budget.isExhausted {
      try addBest(of: number, to: &matches)
    }
    let (forms, question) = (forms, question)
    return try matches.sorted().map { match in
      let found = forms[Place(segment: match.segment, document: match.document)]
      return LeftOutMatch(match: match, forms: question.pieces.indices.map { found?[$0] })
    }
  }

  private mutating func addBest(
    of number: Int, to matches: inout RankedMatches
  ) throws(StorageError) {
    let view = views[number]
    var shown = SegmentVisibility(view, visibility)
    // Of other terms nothing is proven: all its documents would be evaluated.
    guard shown.showsAnything, view.segment.hasCurrentTerms else { return }
    var leading = try LeftOutPiece.open(
      question, lead, in: view, number, shown.shownScopes, &budget)
    var document = try leading.next(from: 0, &budget)
    if document == .max { return }
    var walk = LeftOutWalk(question, lead: lead, in: view)
    try walk.open(number, shown.shownScopes, &budget)
    while document != .max, budget.spend(postings: 1) {
      if try leading.mayHave(document, &budget), try shown.shows(document, isOfScope: false) {
        guard budget.spendShownPosting() else { return }
        if try walk.passes(document, &budget),
          try walk.weigh(document, &leading, &budget)
        {
          try add(document, ofSegment: number, &walk, to: &matches)
        }
        if budget.isExhausted { return }
      }
      document = try leading.next(from: document + 1, &budget)
    }
  }

  /// Adds a document that matches, if it is good enough.
  private mutating func add(
    _ document: UInt32, ofSegment number: Int, _ walk: inout LeftOutWalk,
    to matches: inout RankedMatches
  ) throws(StorageError) {
    let count = walk.forms.lackingCount(of: question.pieces.count)
    // Its record need not be read where even the greatest value would be too little.
    var match = RankedMatch(
      segment: number, document: document,
      facts: question.facts(value: walk.greatestValue, lacking: count))
    guard match.facts >= leastFacts, try matches.accepts(&match) else { return }
    var counts = occurrences.take() ?? WordOccurrences(wordCount: question.pieces.count)
    let value = try walk.value(of: document, &counts, hashes: hashes)
    occurrences = consume counts
    _ = budget.spend(postings: 16)
    match = RankedMatch(
      segment: number, document: document, facts: question.facts(value: value, lacking: count))
    guard match.facts >= leastFacts, try matches.accepts(&match) else { return }
    try matches.insert(match)
    forms[Place(segment: number, document: document)] = walk.forms
  }
}
