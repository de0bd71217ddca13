import Dispatch

/// When the thread that indexes begins: at once where enough waits, and otherwise after a delay, so that commits that
/// follow each other are indexed together.
///
/// While a program hands over large batches faster than they are indexed, the delay is longer. But another program's small
/// commit is not held up by that: what is asked for sooner begins sooner. Then the later start finds nothing to do, or
/// indexes what came meanwhile a little early.
struct IndexingSchedule {
  /// How long what was committed waits.
  enum Delay: Int, Comparable {
    /// Not at all.
    case immediate
    /// As long as others are likely to follow, and nobody notices.
    case short
    /// As long as it takes many large batches to come.
    case long

    var interval: DispatchTimeInterval {
      switch self {
      case .immediate: .nanoseconds(0)
      case .short: .milliseconds(20)
      case .long: .milliseconds(200)
      }
    }

    static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
  }

  /// The shortest delay after which a start is due; `nil` when none is.
  private var scheduled: Delay?
  /// Whether the thread is at work: once it is done it looks for what came meanwhile.
  private var isRunning = false
  /// Whether something came while it was that may be watched.
  private var isWatched = false

  /// Plans a start.
  ///
  /// - Parameters:
  ///   - delay: How long to wait.
  ///   - isWatched: Whether something came that may be watched.
  /// - Returns: After which delay to start; `nil` when that is planned already. Without a delay the thread counts as
  ///   at work from now on; after one it has to ``begin()``.
  mutating func plan(_ delay: Delay, isWatched: Bool = false) -> Delay? {
    if isRunning {
      if isWatched { self.isWatched = true }
      return nil
    }
    if delay == .immediate {
      isRunning = true
      return delay
    }
    if let scheduled, scheduled <= delay { return nil }
    scheduled = delay
    return delay
  }

  /// Begins after a delay.
  ///
  /// - Returns: Whether the thread has work to do that no other does.
  mutating func begin() -> Bool {
    scheduled = nil
    defer { isRunning = true }
    return !isRunning
  }

  /// Ends the work.
  ///
  /// - Returns: Whether something came meanwhile that may be watched, so that what still waits begins soon.
  mutating func end() -> Bool {
    defer { (isRunning, isWatched) = (false, false) }
    return isWatched
  }
}
