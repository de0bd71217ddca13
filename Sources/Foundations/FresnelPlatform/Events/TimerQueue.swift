/// Work to be done at certain moments, each with some play, so that one wake-up serves several.
///
/// Moments are nanoseconds of ``MonotonicClock``. A queue holds some hundreds of entries at most:
/// operations are linear in their number.
struct TimerQueue {
  /// What is to be done, and when.
  struct Entry {
    /// Names the entry.
    let identifier: UInt64
    /// Not before this moment.
    let earliest: UInt64
    /// If possible, not after this moment.
    let latest: UInt64
    /// What is to be done.
    let body: @Sendable () -> Void
  }

  /// Ordered by the latest moment.
  private var entries: [Entry] = []

  /// The moment to wake up for; `nil` when there is nothing to do.
  ///
  /// Whoever sleeps until the first of the latest moments finds all entries due that can share it.
  var nextWake: UInt64? { entries.first?.latest }

  mutating func insert(_ entry: Entry) {
    let index = entries.firstIndex { $0.latest > entry.latest } ?? entries.endIndex
    entries.insert(entry, at: index)
  }

  /// Takes an entry out; one that is not there any more is no error.
  mutating func remove(_ identifier: UInt64) {
    entries.removeAll { $0.identifier == identifier }
  }

  /// Takes out what may be done now, in the order of the latest moments.
  mutating func takeDue(at now: UInt64) -> [Entry] {
    guard let first = entries.first, first.latest <= now else { return [] }
    let due = entries.filter { $0.earliest <= now }
    entries.removeAll { $0.earliest <= now }
    return due
  }
}
