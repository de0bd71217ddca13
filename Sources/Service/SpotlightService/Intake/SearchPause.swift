internal import Dispatch
internal import FresnelPlatform
internal import Synchronization

/// Holds indexing back while a person searches, or is about to.
///
/// A search takes a processor for a moment only, but where indexing keeps all of them it waits for one, four
/// milliseconds or more. So batches wait from a search to the next one that a person is likely to type, none of them
/// longer than ``longestWait``. What came in that time goes on together, so that it disturbs few searches.
///
/// The first letter finds the processors idle too where a client told that a place to search in stands open.
final class SearchPause: Sendable {
  /// For so long after a search a person is likely to type on, in nanoseconds.
  static let typingTime: UInt64 = 1_000_000_000
  /// For so long after it was opened, and after the last search there, a place to search in is taken to have a
  /// person before it, in nanoseconds. Nobody may be there who closes it.
  static let openTime: UInt64 = 30_000_000_000
  /// The longest that a batch waits, from when it came, in nanoseconds.
  static let longestWait: UInt64 = 250_000_000

  private struct State {
    /// When a person last searched; `nil` when nobody has.
    var lastSearch: UInt64?
    /// When each place that stands open was opened, or last searched in.
    var openPlaces: [ObjectIdentifier: UInt64] = [:]
  }
  private let state = Mutex(State())
  private let clock: @Sendable () -> UInt64
  private let sleep: @Sendable (UInt64) -> Void

  /// Makes a pause of its own.
  ///
  /// - Parameters:
  ///   - clock: Nanoseconds of a clock that only goes forward.
  ///   - sleep: Holds the calling thread for so many nanoseconds.
  init(
    clock: @escaping @Sendable () -> UInt64 = { MonotonicClock.nanoseconds },
    sleep: @escaping @Sendable (UInt64) -> Void = { delay in
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .nanoseconds(Int(clamping: delay)))
    }
  ) {
    self.clock = clock
    self.sleep = sleep
  }

  /// A person searches.
  ///
  /// - Parameter place: Where, as ``noteOpening(of:)`` was told, if it was.
  func noteSearch(in place: ObjectIdentifier? = nil) {
    let now = clock()
    state.withLock { state in
      state.lastSearch = now
      if let place, state.openPlaces[place] != nil { state.openPlaces[place] = now }
    }
  }

  /// A place to search in stands open before a person, who is about to type.
  func noteOpening(of place: ObjectIdentifier) {
    let now = clock()
    state.withLock { $0.openPlaces[place] = now }
  }

  /// A place to search in is closed, if it was open.
  func noteClosing(of place: ObjectIdentifier) {
    state.withLock { _ = $0.openPlaces.removeValue(forKey: place) }
  }

  /// When a person last searched, in nanoseconds of the clock; `nil` when nobody has.
  var lastSearch: UInt64? { state.withLock { $0.lastSearch } }

  /// How many places to search in are open, whether or not somebody is there.
  var openPlaceCount: Int { state.withLock { $0.openPlaces.count } }

  /// What time it is, for ``wait(since:)``.
  var now: UInt64 { clock() }

  /// Holds the calling thread, which has a batch to store, while a person searches or is about to.
  ///
  /// - Parameter arrival: When the batch came.
  func wait(since arrival: UInt64) {
    while let delay = delay(since: arrival, at: clock()) { sleep(delay) }
  }

  /// How long a batch has to wait before it is looked at again; `nil` when it goes on.
  private func delay(since arrival: UInt64, at now: UInt64) -> UInt64? {
    let waited = MonotonicClock.elapsed(from: arrival, to: now)
    guard waited < Self.longestWait else { return nil }
    let rest = rest(at: now)
    return rest == 0 ? nil : min(Self.longestWait - waited, rest)
  }

  /// For how much longer a person is likely to type, as far as is known.
  private func rest(at now: UInt64) -> UInt64 {
    func rest(of time: UInt64, since start: UInt64) -> UInt64 {
      let passed = MonotonicClock.elapsed(from: start, to: now)
      return passed < time ? time - passed : 0
    }
    return state.withLock { state in
      let open = state.openPlaces.values.max().map { rest(of: Self.openTime, since: $0) }
      let typing = state.lastSearch.map { rest(of: Self.typingTime, since: $0) }
      return max(open ?? 0, typing ?? 0)
    }
  }
}
