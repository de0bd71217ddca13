package import SpotlightWire

/// Puts the apps in which a search can go on into the order in which they are offered: those first that the
/// person goes on in most, of late.
package enum ContinuationOrder {
  /// An app in which a search can go on.
  package struct Candidate: Hashable, Sendable {
    /// The app.
    package var app: ContinuationApp
    /// How often the person went on in it.
    package var choiceCount: UInt64
    /// When that was last, in seconds since some moment; `nil` for never.
    package var lastChoice: Double?
    /// Whether it has items that can be found.
    package var hasIndex: Bool

    /// Puts the parts together.
    package init(
      app: ContinuationApp, choiceCount: UInt64 = 0, lastChoice: Double? = nil, hasIndex: Bool
    ) {
      self.app = app
      self.choiceCount = choiceCount
      self.lastChoice = lastChoice
      self.hasIndex = hasIndex
    }
  }

  /// After how long choices count half.
  static let halfLife = 30.0 * 24 * 60 * 60

  /// The apps in order: by choices, which count half for each month since the last one; then those with items;
  /// then by name.
  ///
  /// - Parameters:
  ///   - candidates: The apps.
  ///   - now: The present, counted as the last choices are.
  /// - Returns: All of them.
  package static func ordered(_ candidates: [Candidate], now: Double) -> [ContinuationApp] {
    let weighed = candidates.map { (weight: weight($0, now: now), candidate: $0) }
    return weighed.sorted { left, right in
      if left.weight != right.weight { return left.weight > right.weight }
      if left.candidate.hasIndex != right.candidate.hasIndex { return left.candidate.hasIndex }
      let (first, second) = (left.candidate.app, right.candidate.app)
      return (first.name, first.app) < (second.name, second.app)
    }.map(\.candidate.app)
  }

  private static func weight(_ candidate: Candidate, now: Double) -> Double {
    guard let last = candidate.lastChoice else { return 0 }
    // A clock that was set back makes nothing of the future.
    let age = max(0, now - last)
    return Double(candidate.choiceCount) * exponent2(-age / halfLife)
  }

  /// 2 to the power of a number that is not positive.
  private static func exponent2(_ power: Double) -> Double {
    let whole = power.rounded(.down)
    // The rest is in 0..<1, where a polynomial of the series for 2^x is as good as is needed to compare weights.
    let rest = (power - whole) * 0.693_147_180_559_945_3
    var (term, sum) = (1.0, 1.0)
    for step in 1...12 {
      term *= rest / Double(step)
      sum += term
    }
    return whole < -1_000 ? 0 : sum * Double(sign: .plus, exponent: Int(whole), significand: 1)
  }
}
