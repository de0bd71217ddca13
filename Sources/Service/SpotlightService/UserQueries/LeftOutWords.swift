internal import FresnelQuery
internal import SpotlightWire

/// The words of what was typed of which an item may lack some.
struct LeftOutWords: Hashable, Sendable {
  /// A word, or another piece of the text.
  struct Piece: Hashable, Sendable {
    /// What stands for it: the word as it was typed, then its other forms, the nearest first.
    let forms: [Form]
    /// How much it tells of an item that it has the piece: a number up to ``FrequentWords/greatestWeight``.
    var weight: Int
    /// Its places in the text, among the terms of the understanding.
    var terms: [Int]
  }

  /// A form of a word.
  struct Form: Hashable, Sendable {
    /// The word.
    let text: String
    /// Whether longer words count that begin with it.
    let goesOn: Bool
    /// What asks for it.
    let clause: Query

    /// Makes a form.
    init(_ text: String, goesOn: Bool = false) {
      (self.text, self.goesOn) = (text, goesOn)
      clause = .comparison(UserQuery.comparison(with: text, goesOn: goesOn))
    }
  }

  /// The pieces, those of the greatest weight first, equals in the order of the text.
  private(set) var pieces: [Piece]
  /// What each item has to match besides.
  let conditions: [Query]
  /// By the number of pieces that an item lacks, the tier of its score.
  let tiers: [Int]
  /// Pieces that are not looked for, so that each item counts as if it lacked them.
  private let unasked: [Piece]

  /// Makes the words of a question.
  ///
  /// - Parameters:
  ///   - pieces: The pieces in the order of the text. Of more than a user query may have, those that weigh most are
  ///     asked for; each item counts as if it lacked the others.
  ///   - conditions: What each item has to match besides.
  ///   - tiers: By the number of pieces that an item lacks, the tier of its score.
  init(_ pieces: [Piece], conditions: [Query], tiers: [Int]) {
    let byWeight = Self.byWeight(pieces)
    self.pieces = Array(byWeight.prefix(UserQuery.mostPieces))
    unasked = Array(byWeight.dropFirst(UserQuery.mostPieces))
    (self.conditions, self.tiers) = (conditions, tiers)
  }

  private static func byWeight(_ pieces: [Piece]) -> [Piece] {
    pieces.sorted { ($1.weight, $0.terms[0]) < ($0.weight, $1.terms[0]) }
  }

  /// Puts weights in the order of the text.
  ///
  /// - Parameter weights: One for each piece.
  /// - Returns: The same, that of the first piece of the text first.
  func inOrderOfText(_ weights: [Int]) -> [Int] {
    zip(pieces, weights).sorted { $0.0.terms[0] < $1.0.terms[0] }.map(\.1)
  }

  /// The same words with other weights.
  ///
  /// - Parameter weights: One for each piece, in the order of the text; else they are not heeded.
  /// - Returns: The words, in the order of these weights.
  func weighing(_ weights: [Int]) -> LeftOutWords {
    guard weights.count == pieces.count else { return self }
    var words = self
    words.pieces = pieces.sorted { $0.terms[0] < $1.terms[0] }
    for (place, weight) in weights.enumerated() {
      words.pieces[place].weight = min(max(0, weight), FrequentWords.greatestWeight)
    }
    words.pieces = Self.byWeight(words.pieces)
    return words
  }

  /// The plan of the items that have some pieces and lack others.
  ///
  /// - Parameters:
  ///   - forms: By piece, the place of the form that they have; `nil` where they lack the piece.
  ///   - plan: The plan that has these words.
  /// - Returns: A plan that asks for those forms, and says which stood for a word and which words were left out.
  func plan(having forms: [Int?], of plan: ReadingPlan) -> ReadingPlan {
    var understanding = plan.understanding
    var clauses: [Query] = []
    for piece in unasked {
      for term in piece.terms { understanding.terms[term].traits.insert(.isLeftOut) }
    }
    for (piece, form) in zip(pieces, forms) {
      guard let form else {
        for term in piece.terms { understanding.terms[term].traits.insert(.isLeftOut) }
        continue
      }
      clauses.append(piece.forms[form].clause)
      for term in piece.terms {
        understanding.terms[term].text = piece.forms[form].text
        if form > 0 { understanding.terms[term].traits = [] }
      }
    }
    return ReadingPlan(
      .all(of: clauses + conditions), understanding.reading, terms: understanding.terms)
  }
}
