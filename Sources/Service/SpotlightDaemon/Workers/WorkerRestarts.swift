internal import FresnelPlatform

/// When the process of a class may be started: at once after it has ended by itself, a few times; then it is
/// given up for a while, which is longer each time.
package struct WorkerRestarts {
  /// How often, and after what time.
  package struct Rules: Equatable, Sendable {
    /// The most starts within ``window``, as long as the process was not given up.
    package var starts = 3
    /// A process that has lived so long does not end because it cannot live.
    package var window: Duration = .seconds(60)
    /// How long it is given up the first time; twice as long each further time.
    package var firstPause: Duration = .seconds(30)
    /// The longest time that it is given up.
    package var longestPause: Duration = .seconds(3600)

    /// The usual rules.
    package init() {}
  }

  private let rules: Rules
  /// When it was started, in nanoseconds of the monotonic clock; the starts within the window.
  private var starts: [UInt64] = []
  /// How often it was given up since it last lived for long.
  private var pauseCount = 0
  /// Until when it is given up, in nanoseconds of the monotonic clock; `nil` when it is not.
  private(set) var pauseEnd: UInt64?

  /// Begins without any starts.
  init(_ rules: Rules) {
    self.rules = rules
  }

  /// Takes note of a start, unless there were too many.
  ///
  /// - Parameter now: Nanoseconds of the monotonic clock.
  /// - Returns: Whether it may be started now.
  mutating func mayStart(at now: UInt64) -> Bool {
    if let pauseEnd {
      guard now >= pauseEnd else { return false }
      self.pauseEnd = nil
      // One attempt, until it is known to live.
      starts = [now]
      return true
    }
    starts.removeAll {
      MonotonicClock.elapsed(from: $0, to: now) > rules.window.clampedNanoseconds
    }
    if starts.isEmpty { pauseCount = 0 }
    guard starts.count < (pauseCount == 0 ? rules.starts : 1) else {
      pauseEnd = now.addingClamped(pause.clampedNanoseconds)
      pauseCount += 1
      return false
    }
    starts.append(now)
    return true
  }

  /// How long it is given up the next time.
  private var pause: Duration {
    var pause = rules.firstPause
    for _ in 0..<pauseCount where pause < rules.longestPause { pause *= 2 }
    return min(pause, rules.longestPause)
  }

  /// The session was locked: that ends the process, and is no failure of its own.
  mutating func forget() {
    self = WorkerRestarts(rules)
  }
}
