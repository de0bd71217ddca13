internal import FresnelPlatform
internal import Synchronization

/// How long a process may still take. Only its own time counts: not that in which this process showed what it told, nor
/// that in which this process was stopped.
///
/// No clock leaves out the time in which a process is stopped. So this process looks every second: what passes between
/// two looks counts up to a little more than that, and the rest is taken for time in which this process did not run.
struct AnswerPatience: Equatable, Sendable {
  /// What is to be done at a moment.
  enum Verdict: Equatable, Sendable {
    /// Look again after some time.
    case wait(Duration)
    /// The time is over.
    case giveUp
  }

  /// The most time between two looks that counts, in nanoseconds: a look may be late by as long as it waits.
  private static let longestStep = 2 * step
  private static let step: UInt64 = 1_000_000_000

  /// What is left of the time, in nanoseconds.
  private var left: UInt64
  /// The last look, in nanoseconds of ``MonotonicClock``.
  private var last: UInt64
  /// Whether the look after the time was over has been put off once.
  private var isPutOff = false

  /// Begins a period.
  ///
  /// - Parameters:
  ///   - period: How long the process may take.
  ///   - now: The moment, in nanoseconds of ``MonotonicClock``.
  init(_ period: Duration, at now: UInt64) {
    left = period.clampedNanoseconds
    last = now
  }

  /// Leaves out some time, in nanoseconds, in which this process did something else than wait.
  mutating func leaveOut(_ time: UInt64) {
    last = last.addingClamped(time)
  }

  /// Looks whether the time is over. Where this process was stopped just before, it has not taken yet what the other one
  /// told meanwhile: then it looks once more, a second later.
  ///
  /// - Parameter now: The moment.
  /// - Returns: What is to be done.
  mutating func look(at now: UInt64) -> Verdict {
    let passed = now > last ? now - last : 0
    last = max(last, now)
    left -= min(left, passed, Self.longestStep)
    if left == 0 {
      guard passed > Self.longestStep, !isPutOff else { return .giveUp }
      isPutOff = true
      left = Self.step
    }
    return .wait(.nanoseconds(Int64(clamping: min(left, Self.step))))
  }
}

/// Watches on a loop that a process does not take longer than it may; on the loop's thread.
final class AnswerClock: Sendable {
  private struct State {
    var patience: AnswerPatience
    var timer: EventLoop.Timer?
    var isCancelled = false
  }

  private let period: Duration
  private let after: @Sendable (Duration, @escaping @Sendable () -> Void) -> EventLoop.Timer?
  private let takeBack: @Sendable (EventLoop.Timer) -> Void
  private let state: Mutex<State>

  /// Begins the process's time.
  ///
  /// - Parameters:
  ///   - period: How long it may take.
  ///   - loop: Where that is watched; not kept.
  init(_ period: Duration, on loop: EventLoop) {
    self.period = period
    after = { [weak loop] delay, body in loop?.after(delay, tolerance: delay / 2, body) }
    takeBack = { [weak loop] timer in loop?.cancel(timer) }
    state = Mutex(State(patience: AnswerPatience(period, at: MonotonicClock.nanoseconds)))
  }

  /// Has the time watched.
  ///
  /// - Parameter isOver: Told once when the time is over, with the time.
  func begin(_ isOver: @escaping @Sendable (Duration) -> Void) {
    let verdict = state.withLock { state in
      state.isCancelled ? nil : state.patience.look(at: MonotonicClock.nanoseconds)
    }
    switch verdict {
    case .wait(let time)?:
      let timer = after(time) { [self] in begin(isOver) }
      state.withLock { $0.timer = timer }
    case .giveUp?: isOver(period)
    case nil: break
    }
  }

  /// Ends the watch.
  func cancel() {
    let timer = state.withLock { state in
      state.isCancelled = true
      return state.timer
    }
    if let timer { takeBack(timer) }
  }

  /// Does something whose time does not count.
  func leavingOut<Value>(_ body: () -> Value) -> Value {
    let start = MonotonicClock.nanoseconds
    let value = body()
    let end = MonotonicClock.nanoseconds
    state.withLock { $0.patience.leaveOut(MonotonicClock.elapsed(from: start, to: end)) }
    return value
  }
}
