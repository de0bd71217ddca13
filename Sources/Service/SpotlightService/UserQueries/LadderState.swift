internal import SpotlightWire

/// What an ask has tried. It belongs to the request, through all lists of a live one: what was tried for one list
/// is tried for the next, so that an item that arrives makes no row vanish.
struct LadderState: Sendable {
  /// By reading, the plans that ran.
  private var plans: [Reading: [ReadingPlan]] = [:]

  /// Whether a reading has been tried.
  func hasTried(_ reading: Reading) -> Bool { plans[reading] != nil }

  /// The plans of a reading that have run, in their order.
  func plans(of reading: Reading) -> [ReadingPlan] { plans[reading] ?? [] }

  /// Notes that a reading is tried.
  mutating func begin(_ reading: Reading) {
    plans[reading, default: []] += []
  }

  /// Notes that a plan has run.
  mutating func note(_ plan: ReadingPlan) {
    let reading = plan.understanding.reading
    if plans[reading]?.contains(plan) != true { plans[reading, default: []].append(plan) }
  }
}
