internal import Dispatch
internal import FresnelPlatform
internal import Synchronization

/// Holds indexing back while a person searches.
///
/// A search takes a processor for a moment only, but where indexing keeps all of them it waits for one, four
/// milliseconds or more. So batches wait from a search to the next one that a person is likely to type, none of them
/// longer than ``longestWait``. What came in that time goes on together, so that it disturbs few searches.
final class SearchPause: Sendable {
  /// For so long after a search a person is likely to type on, in nanoseconds.
  static let typingTime: UInt64 = 1_000_000_000
  /// The longest that a batch waits, from when it came, in nanoseconds.
  static let longestWait: UInt64 = 250_000_000

  private let searchTime = Atomic<UInt64>(0)
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
  func noteSearch() { searchTime.store(max(1, clock()), ordering: .relaxed) }

  /// When a person last searched, in nanoseconds of the clock; 0 when nobody has.
  var lastSearch: UInt64 { searchTime.load(ordering: .relaxed) }

  /// What time it is, for ``wait(since:)``.
  var now: UInt64 { clock() }

  /// Holds the calling thread, which has a batch to store, while a person searches.
  ///
  /// - Parameter arrival: When the batch came.
  func wait(since arrival: UInt64) {
    while let delay = delay(since: arrival, at: clock()) { sleep(delay) }
  }

  /// How long a batch has to wait before it is looked at again; `nil` when it goes on.
  private func delay(since arrival: UInt64, at now: UInt64) -> UInt64? {
    let last = lastSearch
    if last == 0 { return nil }
    let waited = MonotonicClock.elapsed(from: arrival, to: now)
    let quiet = MonotonicClock.elapsed(from: last, to: now)
    if waited >= Self.longestWait || quiet >= Self.typingTime { return nil }
    return min(Self.longestWait - waited, Self.typingTime - quiet)
  }
}
