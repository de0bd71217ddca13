internal import FresnelPlatform

/// When to try to connect again: soon, then ever more rarely, and at last not any more.
struct RetrySchedule: Sendable {
  /// How long to go on trying.
  let patience: Duration
  private var failureCount = 0
  private var firstFailure: UInt64?
  private var connectedSince: UInt64?
  private var pause: Duration = .zero

  private static let first = Duration.milliseconds(50)
  private static let longest = Duration.seconds(2)
  /// A connection that lasted this long was a success.
  private static let success: UInt64 = 1_000_000_000

  init(patience: Duration) {
    self.patience = patience
  }

  /// How long to wait before the next attempt.
  var delay: Duration {
    guard failureCount > 0 else { return pause }
    let doubled = Self.first * (1 << min(failureCount - 1, 10))
    return max(pause, min(doubled, Self.longest))
  }

  /// The service asked to be left alone for a while.
  mutating func wait(_ duration: Duration) {
    pause = min(duration, Self.longest)
  }

  /// A connection was made.
  ///
  /// - Parameter now: In nanoseconds of a clock that never goes back; so below.
  mutating func connected(at now: UInt64) {
    connectedSince = now
    firstFailure = nil
    pause = .zero
  }

  /// A connection was lost, or could not be made.
  ///
  /// - Returns: Whether to try again.
  mutating func failed(at now: UInt64) -> Bool {
    if let since = connectedSince {
      connectedSince = nil
      // One that ends at once, again and again, is not to be made again at once.
      failureCount =
        MonotonicClock.elapsed(from: since, to: now) < Self.success ? failureCount + 1 : 0
      return true
    }
    failureCount += 1
    let start = firstFailure ?? now
    firstFailure = start
    guard Duration.nanoseconds(MonotonicClock.elapsed(from: start, to: now)) < patience else {
      self = RetrySchedule(patience: patience)
      return false
    }
    return true
  }
}
