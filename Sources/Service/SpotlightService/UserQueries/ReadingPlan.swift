internal import FresnelQuery
internal import FresnelText
internal import SpotlightWire

/// A reading of a user query as a query that the engine runs, and what its hits say of how the text was
/// understood.
///
/// An ask has one or more of them, the best first. Each hit knows by which one it was found.
struct ReadingPlan: Sendable {
  /// What is run, with all filters.
  let query: Query
  /// What its hits say of it.
  var understanding: Understanding

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - query: What is run.
  ///   - reading: The reading.
  ///   - terms: What stands for each piece of the text, with its edits.
  ///   - correctedText: The text as it was corrected; `nil` where nothing was.
  init(
    _ query: Query, _ reading: Reading, terms: [Understanding.Term] = [],
    correctedText: String? = nil
  ) {
    self.query = query
    understanding = Understanding(reading: reading, terms: terms, correctedText: correctedText)
  }
}

extension ReadingPlan {
  /// The text as it stands: each word in the item, the last one as the beginning of one.
  ///
  /// - Parameters:
  ///   - userQuery: What was typed, with what has to be true besides.
  ///   - locale: The language that words are told apart by.
  /// - Returns: `nil` where nothing was typed that could be searched for, and no token is left.
  static func asTyped(_ userQuery: UserQuery, _ locale: TextLocale) -> ReadingPlan? {
    let pieces = userQuery.pieces.filter { $0.kind != .token }
    let hasToken = userQuery.tokens.contains { $0.kind != .dismissed }
    let text =
      hasToken
      ? pieces.map { userQuery.text(of: $0) }.joined(separator: " ") : userQuery.text
    let words = UserQuery.query(for: text, locale: locale)
    guard words != nil || hasToken else { return nil }
    let terms = pieces.map { piece in
      var traits: Understanding.Term.Traits = piece.kind == .code ? .isCode : []
      if piece == pieces.last { traits.insert(.isPrefix) }
      return Understanding.Term(
        range: piece.range, text: userQuery.text(of: piece), traits: traits)
    }
    return ReadingPlan(
      .all(of: (words.map { [$0] } ?? []) + userQuery.conditions), .asTyped, terms: terms)
  }
}

extension AskAnswer {
  /// Notes how the text was understood where hits were found. Only what led to a hit is told.
  ///
  /// - Parameters:
  ///   - planOfHit: By which plan each hit was found.
  ///   - plans: The plans.
  mutating func note(_ planOfHit: [Int], of plans: [ReadingPlan]) {
    var places: [Int: Int] = [:]
    understandings = []
    understandingOfHit = planOfHit.map { plan in
      if let place = places[plan] { return place }
      places[plan] = understandings.count
      understandings.append(plans[plan].understanding)
      return understandings.count - 1
    }
  }
}
