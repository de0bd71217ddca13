import FresnelModel
import SpotlightService
import Synchronization

/// A clock, and what is to be done later by it: nothing happens before a test moves it.
final class TestTimers: Sendable {
  private struct State {
    var now: UInt64 = 1_000_000_000
    /// How far the clock that tells the time of day is ahead, in seconds.
    var lead = 0.0
    var timers: [(time: UInt64, body: @Sendable () -> Void)] = []
    var lastAlarm = 0
    var alarms: [Int: (time: UInt64, body: @Sendable () -> Void)] = [:]
    var expiryAlarms: [Int: (time: UInt64, body: @Sendable () -> Void)] = [:]
  }
  private let state = Mutex(State())

  /// In nanoseconds.
  var now: UInt64 { state.withLock { $0.now } }

  /// The time of day.
  var timeOfDay: Timestamp { time(after: 0) }

  /// The time of day in so many seconds.
  func time(after seconds: Double) -> Timestamp {
    let (now, lead) = state.withLock { ($0.now, $0.lead) }
    return Timestamp(secondsSinceReferenceDate: 800_000_000 + Double(now) / 1e9 + lead + seconds)
  }

  /// Sets the clock that tells the time of day, and no other.
  func setClock(ahead seconds: Double) { state.withLock { $0.lead = seconds } }

  /// How many timers have not fired.
  var count: Int { state.withLock { $0.timers.count } }

  /// In how many seconds the alarms ring, in order.
  var alarms: [Double] {
    state.withLock { state in
      state.alarms.values.map { Double($0.time - state.now) / 1e9 }.sorted()
    }
  }

  /// In how many seconds stores are to be rid of what has expired, in order.
  var expiryAlarms: [Double] {
    state.withLock { state in
      state.expiryAlarms.values.map { Double($0.time - state.now) / 1e9 }.sorted()
    }
  }

  /// Lets time pass.
  func advance(seconds: Double) {
    let due = state.withLock { state in
      state.now += UInt64(seconds * 1e9)
      let now = state.now
      let alarms = state.alarms.filter { $0.value.time <= now }
      let expiryAlarms = state.expiryAlarms.filter { $0.value.time <= now }
      defer {
        for number in expiryAlarms.keys { state.expiryAlarms[number] = nil }
        state.timers.removeAll { $0.time <= now }
        for number in alarms.keys { state.alarms[number] = nil }
      }
      return state.timers.filter { $0.time <= now }.map(\.body) + alarms.values.map(\.body)
        + expiryAlarms.values.map(\.body)
    }
    for body in due { body() }
  }

  /// Has a core use this clock.
  func use(in options: inout CoreOptions) {
    options.clock = { self.timeOfDay }
    options.monotonicClock = { self.now }
    options.later = { delay, body in
      self.state.withLock { $0.timers.append(($0.now + delay, body)) }
    }
    options.setExpiryAlarm = { seconds, body in
      let number = self.state.withLock { state in
        state.lastAlarm += 1
        let time = state.now + UInt64((seconds * 1e9).rounded(.up))
        state.expiryAlarms[state.lastAlarm] = (time, body)
        return state.lastAlarm
      }
      return { self.state.withLock { $0.expiryAlarms[number] = nil } }
    }
    options.setAlarm = { seconds, body in
      let number = self.state.withLock { state in
        state.lastAlarm += 1
        state.alarms[state.lastAlarm] = (state.now + UInt64((seconds * 1e9).rounded(.up)), body)
        return state.lastAlarm
      }
      return { self.state.withLock { $0.alarms[number] = nil } }
    }
  }
}
