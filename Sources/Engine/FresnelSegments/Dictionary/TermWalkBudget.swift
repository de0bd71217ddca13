/// How much walks through dictionaries may still do, and what they did so far.
///
/// Counted is work, not time, so that the same walk always comes to the same end: an answer must not change
/// from one keystroke to the next because the computer was busy. A search has its ``SearchBudget`` besides,
/// which looks at the clock.
package struct TermWalkBudget: Sendable {
  /// How many terms were walked to from the ones before them.
  package private(set) var stepCount = 0
  /// How many times a term was looked up.
  package private(set) var leapCount = 0
  /// The most steps, a leap counted as many.
  private let limit: Int

  /// A look-up takes as long as about a dozen terms.
  private static let stepsPerLeap = 12

  /// Makes a budget.
  ///
  /// - Parameter leaps: How many look-ups may be done, or the same work in steps; `nil` for any number.
  package init(leaps: Int? = nil) {
    limit = leaps.map { min(max($0, 0), Int.max / Self.stepsPerLeap) * Self.stepsPerLeap } ?? .max
  }

  /// Whether walks have to end with what they have.
  package var isExhausted: Bool { stepCount &+ leapCount &* Self.stepsPerLeap >= limit }

  /// Counts a step.
  @inline(__always)
  mutating func step() { stepCount &+= 1 }

  /// Counts a leap.
  @inline(__always)
  mutating func leap() { leapCount &+= 1 }
}
