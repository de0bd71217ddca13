internal import FresnelPlatform
internal import Synchronization

/// How long a process may still take. Only its own time counts: not that in which this process showed what it told, nor
/// that in which this process was stopped.
struct ReadPatience: Equatable, Sendable {
  /// What is to be done at a moment.
  enum Verdict: Equatable, Sendable {
    /// Look again after some time.
    case wait(Duration)
    /// The time is over.
    case giveUp
  }

  /// How much later than asked for a busy machine may run this process. Who is later was stopped.
  private static let lateness = Duration.seconds(3).clampedNanoseconds

  private let period: UInt64
  /// A moment of ``MonotonicClock``, in nanoseconds.
  private var end: UInt64

  /// Begins a period.
  ///
  /// - Parameters:
  ///   - period: How long the process may take.
  ///   - now: The moment, in nanoseconds of ``MonotonicClock``.
  init(_ period: Duration, at now: UInt64) {
    self.period = period.clampedNanoseconds
    end = now.addingClamped(self.period)
  }

  /// Leaves out some time, in nanoseconds, in which this process did something else than wait.
  mutating func leaveOut(_ time: UInt64) {
    end = end.addingClamped(time)
  }

  /// Looks whether the time is over. Where it was over long ago, this process was stopped, and what the other one told
  /// meanwhile has not been taken: it has another period then.
  ///
  /// - Parameter now: The moment.
  /// - Returns: What is to be done.
  mutating func look(at now: UInt64) -> Verdict {
    if now < end { return .wait(.nanoseconds(Int64(clamping: end - now))) }
    guard now - end > Self.lateness else { return .giveUp }
    end = now.addingClamped(period)
    return .wait(.nanoseconds(Int64(clamping: period)))
  }
}

/// Watches on a loop that a process does not take longer than it may; on the loop's thread.
final class ReadClock: Sendable {
  private let period: Duration
  private let after: @Sendable (Duration, @escaping @Sendable () -> Void) -> Void
  private let patience: Mutex<ReadPatience>

  /// Begins the process's time.
  ///
  /// - Parameters:
  ///   - period: How long it may take.
  ///   - loop: Where that is watched; not kept.
  init(_ period: Duration, on loop: EventLoop) {
    self.period = period
    after = { [weak loop] delay, body in loop?.after(delay, tolerance: .seconds(1), body) }
    patience = Mutex(ReadPatience(period, at: MonotonicClock.nanoseconds))
  }

  /// Has the time watched.
  ///
  /// - Parameter isOver: Told when the time is over, with the time.
  func begin(_ isOver: @escaping @Sendable (Duration) -> Void) {
    switch patience.withLock({ $0.look(at: MonotonicClock.nanoseconds) }) {
    case .wait(let time): after(time) { [self] in begin(isOver) }
    case .giveUp: isOver(period)
    }
  }

  /// Does something whose time does not count.
  func leavingOut<Value>(_ body: () -> Value) -> Value {
    let start = MonotonicClock.nanoseconds
    let value = body()
    let end = MonotonicClock.nanoseconds
    patience.withLock { $0.leaveOut(MonotonicClock.elapsed(from: start, to: end)) }
    return value
  }
}
