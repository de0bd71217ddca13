/// What comparisons of addresses with the rules of a file may still cost.
///
/// A comparison costs about one step for each character of the URL and each pattern. Only a document that was
/// made to be dear, with variables of thousands of values behind each other, comes near the limits.
package struct MatchingWork: Sendable {
  /// The steps that the comparisons of one URL may take: those of some tens of milliseconds.
  package static let limit = 20_000_000
  /// The steps that the comparisons of all URLs and apps of one validation may take together.
  package static let validationLimit = 5 * limit
  /// What it costs to begin with a pattern that has to be run through: some memory for the positions in the text.
  static let runCost = 16

  /// The steps that are left; fewer than none when it has cost too much.
  private(set) var left: Int

  /// Begins to count.
  package init(limit: Int = MatchingWork.limit) { left = limit }

  /// Whether it has cost too much, and is to be given up.
  package var isExhausted: Bool { left < 0 }

  /// Counts steps.
  mutating func spend(_ steps: Int) { left -= steps }

  /// Counts the steps that were taken of another account since that was a copy.
  mutating func spend(from before: MatchingWork, to after: MatchingWork) {
    left -= before.left - after.left
  }
}
