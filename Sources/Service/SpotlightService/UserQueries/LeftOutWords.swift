internal import FresnelQuery
internal import SpotlightWire

/// The words of what was typed of which an item may lack some.
struct LeftOutWords: Hashable, Sendable {
  /// A word, or another piece of the text.
  struct Piece: Hashable, Sendable {
    /// What asks for it.
    let clause: Query
    /// How much it tells of an item that it has the piece.
    let weight: Int
    /// Its places in the text, among the terms of the understanding.
    var terms: [Int]
  }

  /// The pieces, those of the greatest weight first, equals in the order of the text.
  let pieces: [Piece]
  /// What each item has to match besides.
  let conditions: [Query]
  /// By the number of pieces that an item lacks, the tier of its score.
  let tiers: [Int]

  /// The plan of the items that lack some pieces.
  ///
  /// - Parameters:
  ///   - lacking: The pieces, a bit each.
  ///   - plan: The plan that has these words.
  /// - Returns: A plan that asks for the other pieces, and says which were left out.
  func plan(lacking: UInt32, of plan: ReadingPlan) -> ReadingPlan {
    var understanding = plan.understanding
    var clauses: [Query] = []
    for (place, piece) in pieces.enumerated() {
      if lacking >> UInt32(place) & 1 == 0 {
        clauses.append(piece.clause)
      } else {
        for term in piece.terms { understanding.terms[term].traits.insert(.isLeftOut) }
      }
    }
    return ReadingPlan(
      .all(of: clauses + conditions), understanding.reading, terms: understanding.terms)
  }
}

extension PlanMaker {
  private static let wordsInNames = 3...6

  /// The plan in which words may be missing; `nil` where there are too few of them.
  ///
  /// What stands in quotes is asked for as it stands, and never left out.
  ///
  /// - Parameter reading: In names or anywhere.
  /// - Returns: The plan.
  func leavingOut(_ reading: Reading) -> ReadingPlan? {
    var pieces: [LeftOutWords.Piece] = []
    var conditions = query.conditions
    var terms: [Understanding.Term] = []
    for piece in query.pieces {
      if piece.kind == .token { continue }
      let text = query.text(of: piece)
      let clause = Query.comparison(UserQuery.comparison(with: text, goesOn: piece.mayGoOn))
      var traits: Understanding.Term.Traits = piece.kind == .code ? .isCode : []
      if piece.mayGoOn { traits.insert(.isPrefix) }
      terms.append(Understanding.Term(range: piece.range, text: text, traits: traits))
      if piece.kind == .phrase {
        conditions.append(clause)
      } else if let place = pieces.firstIndex(where: { $0.clause == clause }) {
        // A word typed twice asks for nothing more.
        pieces[place].terms.append(terms.count - 1)
      } else {
        pieces.append(
          LeftOutWords.Piece(
            clause: clause, weight: FrequentWords.weight(of: text, goesOn: piece.mayGoOn),
            terms: [terms.count - 1]))
      }
    }
    let count = pieces.count
    let isInNames = reading == .leftOutInNames
    guard isInNames ? Self.wordsInNames.contains(count) : count > 1 else { return nil }
    let words = LeftOutWords(
      pieces: pieces.enumerated().sorted {
        ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
      }.map(\.element),
      conditions: conditions,
      tiers: (0..<(isInNames ? 2 : count)).map { missing in
        Int(isInNames ? reading.tier : Reading.tier(missing: missing, of: count))
      })
    var plan = ReadingPlan(
      .all(of: pieces.map(\.clause) + conditions), reading, terms: terms)
    plan.leavingOut = words
    return plan
  }
}
