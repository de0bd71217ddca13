/// What an app's indexing costs, and when its next batch may go on.
///
/// Times are nanoseconds of a clock that only goes forward, costs nanoseconds of processor time.
struct IntakeAccount: Sendable {
  /// Costs of the last minute, by second.
  private var costs: [UInt64: UInt64] = [:]
  /// When what was let through so far is paid for, at the share that it may take.
  private var paidUntil: UInt64 = 0

  private static let second: UInt64 = 1_000_000_000
  private static let window: UInt64 = 60
  /// An app that costs more than this in the last minute is slowed down.
  static let sustainedCost: UInt64 = 30 * second

  /// Records the cost of a batch that goes on now. The share is the part of a processor that the app may take;
  /// `nil` when it is not slowed down.
  mutating func add(cost: UInt64, at now: UInt64, share: Double?) {
    let current = now / Self.second
    costs = costs.filter { $0.key + Self.window > current }
    costs[current, default: 0] += cost
    guard let share else {
      paidUntil = now
      return
    }
    paidUntil = max(now, paidUntil) + UInt64(Double(cost) / share)
  }

  /// How long the next batch has to wait.
  func delay(at now: UInt64) -> UInt64 { paidUntil > now ? paidUntil - now : 0 }

  /// Whether the app has indexed a lot for a while.
  func isSustained(at now: UInt64) -> Bool { cost(at: now) > Self.sustainedCost }

  /// What it cost in the last minute.
  func cost(at now: UInt64) -> UInt64 {
    let current = now / Self.second
    return costs.reduce(0) { $1.key + Self.window > current ? $0 + $1.value : $0 }
  }
}
