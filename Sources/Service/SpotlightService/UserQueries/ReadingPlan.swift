internal import FresnelQuery
internal import SpotlightWire

/// A reading of a user query as a query that the engine runs, and what its hits say of how the text was
/// understood.
///
/// An ask has one or more of them, the best first. Each hit knows by which one it was found.
struct ReadingPlan: Hashable, Sendable {
  /// What is run, with all filters.
  let query: Query
  /// What its hits say of it.
  var understanding: Understanding
  /// The words of which an item may lack some; `nil` where it has to have all.
  var leavingOut: LeftOutWords?

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
      places[plan] = understandings.count
      understandings.append(plans[plan].understanding)
      understandings[understandings.count - 1].isLimited = isLimited
      return understandings.count - 1
    }
  }
}
