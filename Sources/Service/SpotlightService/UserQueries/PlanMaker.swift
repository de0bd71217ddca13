internal import FresnelQuery
internal import FresnelText
internal import SpotlightWire

/// Makes the plans of readings that the text alone tells.
///
/// Each piece is one comparison, by runs: what is written without white space is found as it stands, also inside of
/// what the rules of Unicode take for one word.
struct PlanMaker: Sendable {
  let query: UserQuery
  /// The language that forms are compared in.
  var locale = TextLocale.root

  private static let wordsThatGoOn = 2...6
  private static let leastLettersToGoOn = 2

  /// The plans of a reading, in the order in which they run; none where it would find nothing that a reading
  /// before it does not.
  func plans(of reading: Reading) -> [ReadingPlan] {
    switch reading {
    case .asTyped: plan(of: reading) { $0.mayGoOn }.map { [$0] } ?? []
    case .prefixes: prefixes().map { [$0] } ?? []
    case .stems: inOtherForms()
    case .initials: query.initials(locale).map { [plan(of: .initials, $0)] } ?? []
    case .scripts: inOtherScripts()
    case .leftOutInNames, .leftOut: leavingOut(reading).map { [$0] } ?? []
    default: []
    }
  }

  /// Whether a reading has plans, which is told sooner than they are made.
  func hasPlans(of reading: Reading) -> Bool {
    switch reading {
    case .asTyped: query.pieces.contains { $0.kind != .token } || query.hasToken
    case .prefixes: wordsMayGoOn
    case .initials: query.initials(locale) != nil
    default: !plans(of: reading).isEmpty
    }
  }

  /// The plan in which some pieces are other words.
  ///
  /// - Parameters:
  ///   - reading: The reading.
  ///   - words: By the place of a piece, the word that stands for it.
  ///   - correctedText: The text with these words in it; `nil` where they are no corrections.
  /// - Returns: The plan; `nil` where nothing could be looked for.
  func plan(
    of reading: Reading, replacing words: [Int: Understanding.Term], correctedText: String? = nil
  ) -> ReadingPlan? {
    var plan = Plan(query)
    for (place, piece) in query.pieces.enumerated() {
      if let word = words[place] {
        plan.add(word)
      } else {
        add(piece, goesOn: piece.mayGoOn, to: &plan)
      }
    }
    return plan.finish(reading, correctedText: correctedText)
  }

  /// What stands for pieces side by side.
  struct Replacement {
    /// The words that stand for them.
    let terms: [Understanding.Term]
    /// What is asked of an item; `nil` for each of the terms.
    let comparison: Comparison?
    /// How many pieces they stand for.
    let pieceCount: Int

    init(_ terms: [Understanding.Term], comparison: Comparison? = nil, pieceCount: Int = 1) {
      (self.terms, self.comparison, self.pieceCount) = (terms, comparison, pieceCount)
    }
  }

  /// The plan in which more or fewer words stand for some pieces.
  ///
  /// - Parameters:
  ///   - reading: The reading.
  ///   - replacements: By the place of the first piece, what stands for it and those behind it.
  /// - Returns: The plan; `nil` where nothing could be looked for.
  func plan(of reading: Reading, putting replacements: [Int: Replacement]) -> ReadingPlan? {
    var plan = Plan(query)
    var next = 0
    for (place, piece) in query.pieces.enumerated() where place >= next {
      if let replacement = replacements[place] {
        plan.add(replacement)
        next = place + replacement.pieceCount
      } else {
        add(piece, goesOn: piece.mayGoOn, to: &plan)
      }
    }
    return plan.finish(reading)
  }

  /// Whether some words may go on that do not as they were typed.
  private var wordsMayGoOn: Bool {
    let words = query.pieces.count { $0.kind == .word || $0.kind == .prefix }
    return Self.wordsThatGoOn.contains(words)
      && query.pieces.contains { goesOn($0) && !$0.mayGoOn }
  }

  private func prefixes() -> ReadingPlan? {
    guard wordsMayGoOn else { return nil }
    return plan(of: .prefixes) { $0.mayGoOn || goesOn($0) }
  }

  /// Whether a word has letters enough for longer ones to be found by it.
  private func goesOn(_ piece: Piece) -> Bool {
    (piece.kind == .word || piece.kind == .prefix)
      && query.text(of: piece).unicodeScalars.count >= Self.leastLettersToGoOn
  }

  /// The plan of all pieces.
  private func plan(of reading: Reading, goesOn: (Piece) -> Bool) -> ReadingPlan? {
    var plan = Plan(query)
    for piece in query.pieces { add(piece, goesOn: goesOn(piece), to: &plan) }
    return plan.finish(reading)
  }

  private func add(_ piece: Piece, goesOn: Bool, to plan: inout Plan) {
    // What a token covers is no word: its filter says what is asked for.
    if piece.kind == .token { return }
    var traits: Understanding.Term.Traits = piece.kind == .code ? .isCode : []
    if goesOn { traits.insert(.isPrefix) }
    plan.add(Understanding.Term(range: piece.range, text: query.text(of: piece), traits: traits))
  }

  /// A plan that is being made.
  private struct Plan {
    private let conditions: [Query]
    /// Whether a token alone is enough to look for.
    private let hasToken: Bool
    private var clauses: [Query] = []
    private var terms: [Understanding.Term] = []

    init(_ query: UserQuery) {
      conditions = query.conditions
      hasToken = query.hasToken
    }

    /// Adds what a term asks for. Nothing else does, so clients that highlight terms show what matched.
    mutating func add(_ term: Understanding.Term) {
      terms.append(term)
      add(UserQuery.comparison(with: term.text, goesOn: term.traits.contains(.isPrefix)))
    }

    /// Adds what stands for pieces: items that have what it asks for have its terms.
    mutating func add(_ replacement: Replacement) {
      guard let comparison = replacement.comparison else {
        for term in replacement.terms { add(term) }
        return
      }
      terms += replacement.terms
      add(comparison)
    }

    private mutating func add(_ comparison: Comparison) {
      let clause = Query.comparison(comparison)
      // A word typed twice asks for nothing more.
      if !clauses.contains(clause) { clauses.append(clause) }
    }

    func finish(_ reading: Reading, correctedText: String? = nil) -> ReadingPlan? {
      if clauses.isEmpty, !hasToken { return nil }
      let all = clauses + conditions
      return ReadingPlan(
        all.isEmpty ? AskRun.everything : .all(of: all), reading, terms: terms,
        correctedText: correctedText)
    }
  }
}

extension UserQuery {
  /// Whether a token says what is asked for.
  fileprivate var hasToken: Bool {
    tokens.contains { $0.kind == .app || $0.kind != .dismissed && $0.filter != nil }
  }
}
