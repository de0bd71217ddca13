internal import FresnelModel
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
  /// The parts of the text that are the spelling of parts of names in other scripts.
  var spelledParts: [SpelledPart] = []
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

/// A part of a text that is the spelling of words in another script.
struct SpelledPart: Hashable, Sendable {
  /// Where it is in the text.
  let range: Range<Int>
  /// By word, the tests of which one holds for an item.
  let words: [[FormTest]]
}

extension ReadingPlan {
  /// What a hit says of the plan: of a spelling, which characters of the item it stands for, so that these stand out.
  ///
  /// - Parameter items: What is known of the item: the first one that has the characters tells them.
  /// - Returns: How the text was understood where the hit was found.
  fileprivate func understanding(of items: [EncodedItem]) -> Understanding {
    var understanding = understanding
    for part in spelledParts {
      let texts = part.words.compactMap { tests in
        items.lazy.compactMap { FormTest.spelledPart(of: $0, matching: tests) }.first
      }
      let isPart = { (term: Understanding.Term) in part.range.contains(term.range.lowerBound) }
      guard !texts.isEmpty, let place = understanding.terms.firstIndex(where: isPart) else {
        continue
      }
      let goesOn = part.words.last?.first?.ending != .nothing
      understanding.terms.removeAll(where: isPart)
      understanding.terms.insert(
        contentsOf: texts.map { text in
          Understanding.Term(range: part.range, text: text, traits: goesOn ? .isPrefix : [])
        }, at: place)
    }
    return understanding
  }
}

extension AskAnswer {
  /// Notes how the text was understood where the hits were found. Only what led to a hit is told.
  ///
  /// - Parameters:
  ///   - planOfHit: By which plan each hit was found.
  ///   - rows: The item of each hit before attributes were left out that the request does not want.
  ///   - plans: The plans.
  ///   - isLimited: Whether readings were left out that would have taken too much.
  mutating func note(
    _ planOfHit: [Int], _ rows: [EncodedItem], of plans: [ReadingPlan], isLimited: Bool = false
  ) {
    var places: [Int: Int] = [:]
    var known: [Understanding: Int] = [:]
    understandings = []
    understandingOfHit = hits.indices.map { index in
      let plan = planOfHit[index]
      if plans[plan].spelledParts.isEmpty, let place = places[plan] { return place }
      var understanding = plans[plan].understanding(of: [rows[index], hits[index].item])
      understanding.isLimited = isLimited
      // Plans that differ only in what names and codes are for them say the same.
      let place = known[understanding] ?? understandings.count
      if place == understandings.count { understandings.append(understanding) }
      known[understanding] = place
      places[plan] = place
      return place
    }
  }
}
