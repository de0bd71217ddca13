internal import FresnelEngine
internal import FresnelPlatform
internal import SpotlightWire
internal import Synchronization

/// Whether the disk of a store has room, as the last attempt to write showed.
final class DiskRoom: Sendable {
  private struct State {
    var failure: StoreError?
    /// When it was last found full.
    var time: UInt64 = 0
  }
  private let state = Mutex(State())
  private let clock: @Sendable () -> UInt64
  /// For so many nanoseconds a full disk is taken to be full still by those who only read: opening a store
  /// reads its whole journal.
  private static let patience: UInt64 = 1_000_000_000

  /// Makes one of a disk that was not written to yet.
  ///
  /// - Parameter clock: Nanoseconds of a clock that only goes forward.
  init(clock: @escaping @Sendable () -> UInt64) {
    self.clock = clock
  }

  /// Takes note of how an attempt to write ended.
  func note(_ error: StoreError?) {
    guard error == nil || error?.isDiskFull == true else { return }
    let now = clock()
    state.withLock { $0 = State(failure: error, time: now) }
  }

  /// Whether it was full.
  var isFull: Bool { state.withLock { $0.failure != nil } }

  /// A disk with fewer free bytes than this counts as full: files grow by as much at a time.
  private static let leastAvailableByteCount: UInt64 = 1 << 20
  /// The same after an attempt that found it full: what a store keeps for deletions may not fit either, up to 8 MiB.
  private static let leastAvailableAfterFailure: UInt64 = 10 << 20

  /// That the disk of a directory is full, and what to do, in one sentence; `nil` when it is not.
  func fullSentence(of directory: String) -> String? {
    let available = FileSystem.availableByteCount(at: directory)
    let least = self.isFull ? Self.leastAvailableAfterFailure : Self.leastAvailableByteCount
    let isFull = available.map { $0 < least } ?? false
    guard isFull || recentFailure != nil else { return nil }
    let rest = isFull ? " (\(UsageText.bytes(Int(available ?? 0))) free)" : ""
    return
      "The disk of the index is full\(rest), so nothing new is stored until you free some space on the file system "
      + "of \(directory), or delete items with fresnel delete, as a rule at least half of what is stored, and then "
      + "run fresnel compact."
  }

  /// The failure of an attempt a moment ago, if it was full then.
  var recentFailure: ServiceError? {
    let now = clock()
    return state.withLock { state in
      guard let failure = state.failure,
        MonotonicClock.elapsed(from: state.time, to: now) < Self.patience
      else { return nil }
      return ServiceError(failure)
    }
  }
}
