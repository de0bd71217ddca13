import FresnelSegments

/// What the readings of one ask may still do, over all plans and stores.
///
/// All of it is counted, not timed: the same text finds the same in the same stores.
package struct ReadingAllowance: Sendable {
  /// What all readings but the first may do together, and how many postings the present one may still look at.
  private var ceilings = SearchCeilings(
    evaluations: 128, evaluatedBytes: Self.evaluatedBytes, shownPostings: 0,
    formKeys: SearchCeilings.keysOfBeginning)
  /// How often they may look a plan up in a store.
  private var lookupCount = 192
  /// What the present reading may evaluate.
  private var evaluations = 0

  /// How many items each reading but the first may evaluate.
  package static let evaluationsOfReading = 32
  private static let evaluatedBytes = 1 << 20

  /// The allowance of an ask that has done nothing yet.
  package init() {}

  /// That of the first reading, which always runs.
  package static let unlimited: ReadingAllowance = {
    var allowance = ReadingAllowance()
    allowance.ceilings = .none
    allowance.lookupCount = .max
    allowance.evaluations = .max
    return allowance
  }()

  /// That of a plan of the first reading whose items have to be read to know whether they match: the words are to have
  /// their time, however many items such a plan has.
  ///
  /// - Parameter evaluations: How many items it may evaluate.
  /// - Returns: The allowance.
  package static func evaluating(_ evaluations: Int) -> ReadingAllowance {
    var allowance = unlimited
    allowance.ceilings.evaluatedBytes = evaluatedBytes
    allowance.evaluations = evaluations
    return allowance
  }

  /// Bounds how many documents that have what is looked for may be looked at.
  ///
  /// - Parameter count: The most.
  package mutating func limit(shownPostings count: Int) { ceilings.shownPostings = count }

  /// Begins another reading, which has a share of its own: what it does not find costs no other reading anything.
  ///
  /// - Parameter shownPostings: How many documents that have what it looks for it may look at.
  package mutating func beginReading(shownPostings: Int) {
    evaluations = Self.evaluationsOfReading
    ceilings.shownPostings = shownPostings
  }

  /// Takes what it costs to look a plan up in a store.
  ///
  /// - Returns: Whether there was so much.
  package mutating func takeLookup() -> Bool {
    guard lookupCount > 0 else { return false }
    lookupCount -= 1
    return true
  }

  /// What the next search may do.
  var remaining: SearchCeilings { ceilings.capping(evaluations: evaluations) }

  /// Takes what a search did.
  mutating func spend(_ budget: SearchBudget) {
    ceilings.spend(budget)
    evaluations = max(0, evaluations - budget.evaluatedItemCount)
  }
}
