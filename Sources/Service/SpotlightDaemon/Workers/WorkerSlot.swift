internal import FresnelPlatform
internal import FresnelProtection
internal import SpotlightWire

/// What main knows of the worker of a class.
struct WorkerSlot {
  var process: WorkerProcess?
  /// While the session is unlocked.
  var condition = ClassState.open
  /// Why the class is unavailable, in English.
  var reason: String?
  /// Why what waits for the class could not be carried out last, if that is no matter of the process.
  var intakeFailure: String?
  /// What is sealed to the class, as the disk said at the start or the worker since.
  var publicKey: [UInt8]?
  /// The class's file of keys as the disk said at the start or at the last lock, or the worker since; nothing in it is
  /// secret. While no process has the class open, nobody else could write it again.
  var keyFile: KeyFile?
  /// Whether the process of the class found last that its secret does not open its keys; the next one has yet to see.
  var isSecretLost = false
  /// Whether the disk could not say it, and is to be asked again.
  var hasUnreadKeys = false
  /// Whether there is, or may be, anything for a worker to serve or to carry out.
  var hasStore = false
  /// Whether the class is known to hold nothing, and nothing waits for it; `nil` where that has to be looked up.
  var isEmpty: Bool?
  /// How often something happened that may change that.
  private(set) var changeCount = 0
  var hasKey = false
  /// Whether the process was told to end, as by a lock, and has not done so yet.
  private(set) var isToldToEnd = false
  /// Called when it has.
  var whenEnded: [@Sendable () -> Void] = []
  private var restarts: WorkerRestarts
  /// Starts a process that was given up again; set when somebody waits for that.
  var retry: EventLoop.Timer?

  /// A slot without a process.
  init(_ rules: WorkerRestarts.Rules) {
    restarts = WorkerRestarts(rules)
  }

  /// Whether the process is about to end, or has and is not done with yet.
  var isDying: Bool { isToldToEnd || process?.isOver == true }

  /// Until when the process is given up, in nanoseconds of the monotonic clock; `nil` when it is not.
  var pauseEnd: UInt64? { restarts.pauseEnd }

  /// Takes note of a start, unless there were too many.
  mutating func mayStart(at now: UInt64) -> Bool {
    guard restarts.mayStart(at: now) else {
      condition = .unavailable
      reason = intakeFailure ?? "Its process ends again and again."
      return false
    }
    return true
  }

  /// The class may hold something else than before.
  mutating func mayHaveChanged() {
    isEmpty = nil
    changeCount += 1
  }

  /// The session was locked: that ends it, and is no failure of its own.
  mutating func wasLocked() {
    restarts.forget()
    (condition, reason, intakeFailure) = (.open, nil, nil)
    (hasKey, isSecretLost) = (false, false)
    mayHaveChanged()
    wasToldToEnd()
  }

  /// Something waits for the end of the process.
  mutating func wasToldToEnd() {
    isToldToEnd = process != nil
  }

  /// The process has ended.
  mutating func ended() {
    process = nil
    mayHaveChanged()
    (hasKey, isSecretLost) = (false, false)
    isToldToEnd = false
    whenEnded = []
  }
}
