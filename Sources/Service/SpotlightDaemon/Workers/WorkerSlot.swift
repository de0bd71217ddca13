internal import SpotlightWire

/// What main knows of the worker of a class.
struct WorkerSlot {
  var process: WorkerProcess?
  /// While the session is unlocked.
  var condition = ClassState.open
  /// What is sealed to the class, as the disk said at the start or the worker since.
  var publicKey: [UInt8]?
  /// Whether there is, or may be, anything for a worker to serve or to carry out.
  var hasStore = false
  var hasKey = false
  /// Whether the process was told to end, as by a lock, and has not done so yet.
  private(set) var isToldToEnd = false
  /// Called when it has.
  var whenEnded: [@Sendable () -> Void] = []
  /// When it was started, in nanoseconds of the monotonic clock; those of the last minute.
  private var starts: [UInt64] = []

  /// Whether the process is about to end and has not done so yet.
  var isDying: Bool { isToldToEnd || process?.isKilled == true }

  /// Takes note of a start, unless there were too many.
  mutating func mayStart(at now: UInt64, perMinute limit: Int) -> Bool {
    starts.removeAll { now - $0 > 60_000_000_000 }
    guard starts.count <= limit else {
      condition = .unavailable
      return false
    }
    starts.append(now)
    return true
  }

  /// The session was locked: that ends it, and is no failure of its own.
  mutating func wasLocked() {
    starts = []
    condition = .open
    hasKey = false
    wasToldToEnd()
  }

  /// Something waits for the end of the process.
  mutating func wasToldToEnd() {
    isToldToEnd = process != nil
  }

  /// The process has ended.
  mutating func ended() {
    process = nil
    hasKey = false
    isToldToEnd = false
    whenEnded = []
  }
}
