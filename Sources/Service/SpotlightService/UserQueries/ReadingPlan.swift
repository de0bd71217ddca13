internal import FresnelQuery
internal import SpotlightWire

/// A reading of a user query as a query that the engine runs, and what its hits say of how the text was
/// understood.
///
/// An ask has one or more of them, the best first. Each hit knows by which one it was found.
struct ReadingPlan: Hashable, Sendable {
  /// How the text relates to the names of the items that a plan finds, as the score has it.
  enum Relation: Int {
    /// In no way that counts.
    case none
    /// It is a name.
    case isName = 2
  }

  /// What is run, with all filters.
  let query: Query
  /// What its hits say of it.
  var understanding: Understanding
  /// The words of which an item may lack some; `nil` where it has to have all.
  var leavingOut: LeftOutWords?
  /// How the text relates to names.
  var relation = Relation.none
  /// Whether all items of the plan are left out of those behind it, and not only those that are shown.
  var takesAll = false
  /// How many items may be evaluated for it, where those behind it would wait for that; `nil` for any number.
  var mostEvaluations: Int?
  /// Whether all items are compared that the index leaves open, and not only as many as fill the list: how many those
  /// are does not depend on the stores and segments that they are in, so that the ceiling is met in all or in none.
  var comparesAll = false
  /// Whether hits of the plan behind it may be better.
  var isInterleaved = false

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

extension AskAnswer {
  /// Notes how the text was understood where hits were found. Only what led to a hit is told.
  ///
  /// - Parameters:
  ///   - planOfHit: By which plan each hit was found.
  ///   - plans: The plans.
  ///   - isLimited: Whether readings were left out that would have taken too much.
  mutating func note(_ planOfHit: [Int], of plans: [ReadingPlan], isLimited: Bool = false) {
    var places: [Int: Int] = [:]
    understandings = []
    understandingOfHit = planOfHit.map { plan in
      if let place = places[plan] { return place }
      var understanding = plans[plan].understanding
      understanding.isLimited = isLimited
      // Plans that differ only in what names and codes are for them say the same.
      let place = understandings.firstIndex(of: understanding) ?? understandings.count
      if place == understandings.count { understandings.append(understanding) }
      places[plan] = place
      return place
    }
  }
}
