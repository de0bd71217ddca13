import SpotlightService
import Synchronization

/// A clock, and what is to be done later by it: nothing happens before a test moves it.
final class TestTimers: Sendable {
  private struct State {
    var now: UInt64 = 1_000_000_000
    var timers: [(time: UInt64, body: @Sendable () -> Void)] = []
  }
  private let state = Mutex(State())

  /// In nanoseconds.
  var now: UInt64 { state.withLock { $0.now } }

  /// How many timers have not fired.
  var count: Int { state.withLock { $0.timers.count } }

  /// Lets time pass.
  func advance(seconds: Double) {
    let due = state.withLock { state in
      state.now += UInt64(seconds * 1e9)
      let now = state.now
      defer { state.timers.removeAll { $0.time <= now } }
      return state.timers.filter { $0.time <= now }
    }
    for timer in due { timer.body() }
  }

  /// Has a core use this clock.
  func use(in options: inout CoreOptions) {
    options.monotonicClock = { self.now }
    options.later = { delay, body in
      self.state.withLock { $0.timers.append(($0.now + delay, body)) }
    }
  }
}
