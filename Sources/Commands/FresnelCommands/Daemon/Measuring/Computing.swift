internal import FresnelPlatform

/// A program that takes a share of a processor and does nothing with it.
struct Computing: Sendable {
  /// The share, in hundredths of one processor.
  let share: Int

  /// In so many nanoseconds the share is taken once.
  private static let round: UInt64 = 2_000_000

  /// Computes until the time is over.
  func run(atMost limit: Duration) throws {
    let end = MonotonicClock.nanoseconds + UInt64(limit / .nanoseconds(1))
    let busy = Self.round / 100 * UInt64(min(100, share))
    while MonotonicClock.nanoseconds < end {
      let start = MonotonicClock.nanoseconds
      while MonotonicClock.nanoseconds - start < busy {}
      if busy < Self.round {
        _ = try waitForInput(on: [], timeout: .nanoseconds(Int64(Self.round - busy)))
      }
    }
  }
}
