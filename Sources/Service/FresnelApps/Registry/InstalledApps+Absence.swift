extension InstalledApps {
  /// For how long an app is gone, as far as that was counted.
  ///
  /// The time of day is not relied on, which may be set forward and back: while the process runs, a clock counts that
  /// only goes forward, and of the time between two processes a day at most.
  struct Absence: Equatable {
    /// The seconds that were counted.
    var seconds: Int64
    /// The time of day when they were, in seconds since 1970.
    var countedAt: Int64
    /// The same moment by ``Clock/elapsed``.
    var mark: Int64

    /// So much of the time between two processes counts, in seconds.
    private static let longestGap: Int64 = 86_400
    /// A damaged file may hold any number; more seconds than this make no difference.
    private static let mostSeconds: Int64 = 1 << 40
    /// So often it is written down, in seconds.
    private static let interval: Int64 = 3600

    /// For how many seconds the app is gone.
    func seconds(at clock: Clock) -> Int64 { seconds + max(0, clock.elapsed() - mark) }

    /// The same absence, written down when it is time for that.
    func counted(at clock: Clock) -> Absence {
      guard clock.elapsed() - mark >= Self.interval else { return self }
      return Absence(
        seconds: seconds(at: clock), countedAt: clock.now(), mark: clock.elapsed())
    }

    /// The absence that an earlier process wrote down.
    func goingOn(at clock: Clock) -> Absence {
      let (gap, isBeyond) = clock.now().subtractingReportingOverflow(countedAt)
      let counted = isBeyond ? 0 : min(max(0, gap), Self.longestGap)
      return Absence(
        seconds: min(max(0, seconds), Self.mostSeconds) + counted, countedAt: clock.now(),
        mark: clock.elapsed())
    }
  }

  /// By which time passes.
  package struct Clock: Sendable {
    /// The time of day, in seconds since 1970.
    let now: @Sendable () -> Int64
    /// Seconds of a clock that only goes forward, also while the machine sleeps.
    let elapsed: @Sendable () -> Int64

    /// Makes a clock of two.
    package init(
      now: @escaping @Sendable () -> Int64, elapsed: @escaping @Sendable () -> Int64
    ) {
      (self.now, self.elapsed) = (now, elapsed)
    }
  }
}
