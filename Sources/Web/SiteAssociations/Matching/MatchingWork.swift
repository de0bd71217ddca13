/// What the comparison of one URL with one document may still cost.
///
/// A comparison costs about one step for each character of the URL and each pattern. Only a document that was
/// made to be dear, with variables of thousands of values behind each other, comes near the limit.
struct MatchingWork {
  /// The steps that one comparison may take: those of some tens of milliseconds.
  static let limit = 20_000_000

  private var left: Int

  /// Begins to count.
  init(limit: Int = MatchingWork.limit) { left = limit }

  /// Whether it has cost too much, and is to be given up.
  var isExhausted: Bool { left < 0 }

  /// Counts steps.
  mutating func spend(_ steps: Int) { left -= steps }
}
