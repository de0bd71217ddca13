package import FresnelQuery

/// Words of which a document may lack some, and what each is worth.
///
/// What a document is worth follows from the question and the document alone. Where weights come from counts, these are
/// of all stores of an ask and are part of the question, so that the scores of different stores compare.
package struct LeftOutQuestion: Sendable {
  /// A word in one of its forms, or what else stands for one.
  struct Form: Sendable {
    let query: PlannedQuery
    /// The hash by which position records tell its term; `nil` where it has several.
    let hash: UInt64?
  }

  /// What is asked for in any of its forms: a document has the piece if it has one of them.
  struct Piece: Sendable {
    /// The forms, that which was typed first.
    let forms: [Form]
    let weight: Int
    /// The place of its first form among those of all pieces.
    let firstTerm: Int
  }

  /// The pieces, those of the greatest weight first.
  let pieces: [Piece]
  /// What each document has to match besides.
  let filter: PlannedQuery?
  /// By the number of pieces that a document lacks, the tier of its score; documents that lack more are not found.
  let tiers: [Int]
  /// Whether only documents are found that have all pieces but those that they lack in titles.
  let areInTitles: Bool

  /// The most pieces.
  package static let mostPieces = 32
  /// The most forms of a piece, of which the nearest are taken.
  package static let mostForms = 9

  /// Plans a question.
  ///
  /// - Parameters:
  ///   - pieces: What is asked for, those of the greatest weight first, each in all of its forms, the nearest first,
  ///     with its weight from 0 to 20; of more than ``mostPieces`` or ``mostForms`` the first.
  ///   - filter: What each document has to match besides.
  ///   - tiers: By the number of pieces that a document lacks, the tier of its score.
  ///   - areInTitles: Whether only documents are found that have their pieces in titles.
  ///   - context: The time, time zone and locale that queries are understood in.
  ///   - budget: What the search may do.
  /// - Returns: The question; `nil` where the budget was exhausted before.
  /// - Throws: `QueryError` for a query that is no valid tree.
  package static func planned(
    _ pieces: [(forms: [Query], weight: Int)], filter: Query?, tiers: [Int], areInTitles: Bool,
    context: EvaluationContext, _ budget: inout SearchBudget
  ) throws(QueryError) -> LeftOutQuestion? {
    var planned: [Piece] = []
    var termCount = 0
    for piece in pieces.prefix(mostPieces) {
      var forms: [Form] = []
      for form in piece.forms.prefix(mostForms) {
        guard let query = try PlannedQuery.planned(form, context: context, &budget) else {
          return nil
        }
        forms.append(Form(query: query, hash: query.plan.onlyTerm.map(PositionHash.of)))
      }
      planned.append(Piece(forms: forms, weight: piece.weight, firstTerm: termCount))
      termCount += forms.count
    }
    var ofFilter: PlannedQuery?
    if let filter {
      ofFilter = try PlannedQuery.planned(filter, context: context, &budget)
      if ofFilter == nil { return nil }
    }
    return LeftOutQuestion(
      pieces: planned, filter: ofFilter, tiers: tiers, areInTitles: areInTitles)
  }

  /// By form of all pieces, the hash of its term, or 0.
  var hashes: [UInt64] { pieces.flatMap { $0.forms.map { $0.hash ?? 0 } } }

  /// How many pieces lead to documents: a document is found by the first piece that it has, if that is one of these.
  ///
  /// Those do not that all texts have, unless there are no others, and those behind which too few are left.
  package var leadCount: Int {
    let telling = pieces.count { $0.weight > 0 }
    return min(telling > 0 ? telling : pieces.count, tiers.count)
  }

  /// The greatest facts of a document that has none of some first pieces.
  ///
  /// - Parameter count: The number of those pieces.
  /// - Returns: The facts, with the tier.
  package func greatestFacts(without count: Int) -> Int {
    guard count < tiers.count else { return 0 }
    return facts(value: greatestValue(without: count), lacking: count)
  }

  /// The greatest value of a document that has none of some first pieces.
  private func greatestValue(without count: Int) -> Int {
    pieces.dropFirst(count).reduce(0) { $0 + $1.weight * Self.greatestOccurrence }
  }

  /// The facts of a document.
  func facts(value: Int, lacking count: Int) -> Int {
    MatchFacts.facts(MatchFacts.of(value: value), inTier: tiers[count])
  }

  /// What it is worth at most to have a piece, before it is weighed.
  static let greatestOccurrence = 15

  /// What it is worth that a document has a piece: more, the more often it has it, and less, the longer the document
  /// is; each time less than the time before.
  ///
  /// - Parameters:
  ///   - frequency: How often it has the piece, in all forms; in titles twice as often. At least 1.
  ///   - length: The words of the document.
  /// - Returns: ⌊16 f / (f + 1.2 (.25 + .75 l / 100))⌋, in whole numbers so that it is the same everywhere.
  package static func occurrence(frequency: Int, length: Int) -> Int {
    16_000 * frequency / (1_000 * frequency + 300 + 9 * length)
  }

  /// What a piece is worth in a document that has it in other forms than the one that was typed: a little less.
  ///
  /// - Parameter worth: What it would be worth in that form.
  /// - Returns: Four fifths.
  package static func inOtherForms(_ worth: Int) -> Int { worth * 4 / 5 }
}

extension SearchPlan {
  /// The term of a plan that asks for one, whole or as a beginning.
  fileprivate var onlyTerm: [UInt8]? {
    switch self {
    case .term(let clause): clause.pattern.isAtStart ? clause.pattern.bytes : nil
    case .comparison(let plan, _, isNegated: false): plan.onlyTerm
    case .and(let plans, _): plans.count == 1 ? plans[0].onlyTerm : nil
    default: nil
    }
  }
}
