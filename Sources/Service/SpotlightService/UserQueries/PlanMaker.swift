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
      let clause = Query.comparison(
        UserQuery.comparison(with: term.text, goesOn: term.traits.contains(.isPrefix)))
      terms.append(term)
      // A word typed twice asks for nothing more.
      if !clauses.contains(clause) { clauses.append(clause) }
    }

    func finish(_ reading: Reading, correctedText: String? = nil) -> ReadingPlan? {
      if clauses.isEmpty, !hasToken { return nil }
      return ReadingPlan(
        .all(of: clauses + conditions), reading, terms: terms, correctedText: correctedText)
    }
  }
}

extension UserQuery {
  /// Whether a token says what is asked for.
  fileprivate var hasToken: Bool {
    tokens.contains { $0.kind != .dismissed && $0.filter != nil }
  }
}
