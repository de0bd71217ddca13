/// What a figure should reach.
enum Aim {
  /// No more than this.
  case atMost(Double)
  /// No less than this.
  case atLeast(Double)
  /// No more than this share of the best peer's figure.
  case shareOfBest(Double)
  /// No less than so many times the best peer's figure.
  case timesBest(Double)
  /// No more than so many times another figure of ours.
  case timesOwn(Double, Figure, named: String)
  /// The figure is there to be known.
  case none

  /// The bound in figures and words, where what it depends on is known.
  func bound(best: Double?, own: (Figure) -> Double?) -> (value: Double, isUpper: Bool)? {
    switch self {
    case .atMost(let value): (value, true)
    case .atLeast(let value): (value, false)
    case .shareOfBest(let share): best.map { ($0 * share, true) }
    case .timesBest(let times): best.map { ($0 * times, false) }
    case .timesOwn(let times, let figure, _): own(figure).map { ($0 * times, true) }
    case .none: nil
    }
  }

  /// Where the bound comes from; empty for a plain number.
  var origin: String {
    switch self {
    case .atMost, .atLeast, .none: ""
    case .shareOfBest(let share): " (best × \(share))"
    case .timesBest(let times): times == 1 ? " (the best)" : " (best × \(times))"
    case .timesOwn(let times, _, let name): " (\(Int(times)) × \(name))"
    }
  }
}
