internal import Synchronization

/// The queries whose clients take no more of them for the moment. Each keeps the state of the stores in which it
/// began, so one that is not read on for ten minutes ends.
///
/// Nothing is timed while there is none.
final class SlowReaders: Sendable {
  /// How long a client may take to read on, in nanoseconds.
  static let patience: UInt64 = 600 * 1_000_000_000

  private struct Entry {
    weak var cursor: QueryCursor?
  }

  private struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    var isTimed = false
  }
  private let state = Mutex(State())
  private let clock: @Sendable () -> UInt64
  private let later: @Sendable (UInt64, @escaping @Sendable () -> Void) -> Void

  init(_ options: CoreOptions) {
    clock = options.monotonicClock
    later = options.later
  }

  /// How many there are.
  var count: Int { state.withLock { $0.entries.count } }

  /// A query waits for its client.
  func add(_ cursor: QueryCursor) {
    let startsTimer = state.withLock { state in
      state.entries[ObjectIdentifier(cursor)] = Entry(cursor: cursor)
      defer { state.isTimed = true }
      return !state.isTimed
    }
    if startsTimer { lookLater(Self.patience) }
  }

  /// A query goes on, or is over.
  func remove(_ cursor: QueryCursor) {
    _ = state.withLock { $0.entries.removeValue(forKey: ObjectIdentifier(cursor)) }
  }

  private func lookLater(_ delay: UInt64) {
    later(delay) { [weak self] in self?.look() }
  }

  /// Ends what has waited for too long.
  private func look() {
    let cursors = state.withLock { state in
      state.entries = state.entries.filter { $0.value.cursor != nil }
      return state.entries.values.compactMap(\.cursor)
    }
    let now = clock()
    var next: UInt64?
    for cursor in cursors {
      // One that goes on meanwhile takes itself out.
      guard let end = cursor.patienceEnd else { continue }
      if end > now { next = min(next ?? end, end) } else { cursor.giveUp() }
    }
    let delay = state.withLock { state -> UInt64? in
      state.isTimed = !state.entries.isEmpty
      guard state.isTimed else { return nil }
      return next.map { $0 - now } ?? Self.patience
    }
    if let delay { lookLater(delay) }
  }
}
