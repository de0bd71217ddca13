internal import Synchronization

/// Which activity is current: at most one in a process.
///
/// It is known by identity alone, so that being current keeps no activity alive; an activity that
/// goes away says so.
final class CurrentActivity: Sendable {
  /// The state of this process.
  static let shared = CurrentActivity()

  private let current = Mutex<ObjectIdentifier?>(nil)

  /// Makes an activity current; the one before steps back.
  func set(_ activity: ObjectIdentifier) {
    current.withLock { $0 = activity }
  }

  /// Takes an activity back, if it is current.
  func forget(_ activity: ObjectIdentifier) {
    current.withLock { if $0 == activity { $0 = nil } }
  }

  /// Whether an activity is current.
  func isCurrent(_ activity: ObjectIdentifier) -> Bool {
    current.withLock { $0 == activity }
  }
}
