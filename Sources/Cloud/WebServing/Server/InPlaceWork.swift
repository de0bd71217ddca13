/// How long a request is worked on, as far as that is known before.
package enum RequestEffort: Sendable {
  /// Microseconds, without waiting for anything: the thread that read it always answers it.
  case negligible
  /// Not long, as a rule: the thread that read it may answer it.
  case brief
  /// Any time: a thread of the pool answers it.
  case long
}

/// Decides which requests the threads that read them work on themselves.
///
/// To wake a thread of the pool and to be woken by it takes a good part of the time of a search. But the other
/// connections of a thread wait while it works on a request. So few brief requests are worked on in place at a time,
/// and none while they are slow, as where the index has to be read from a disk.
struct InPlaceWork {
  /// Brief requests at a time.
  private let limit: Int
  /// The longest that brief requests may have taken of late.
  private let longestTime: Duration
  /// How many of these are worked on in place at the moment.
  private var count = 0
  /// How long brief requests took of late. A slow one sets it, and each quicker one reduces it by an eighth of the
  /// difference: the slower one was, the more quick ones it takes until others are worked on in place again.
  private var recentTime = Duration.zero

  /// Decides within the limits of a server.
  init(_ limits: ServerLimits) {
    limit = limits.requestsInPlace
    longestTime = limits.inPlaceTime
  }

  /// Begins a request.
  ///
  /// - Returns: Whether it is worked on in place. ``end(_:)`` is called after that.
  mutating func begin(_ effort: RequestEffort) -> Bool {
    switch effort {
    case .negligible: return true
    case .long: return false
    case .brief:
      guard count < limit, recentTime <= longestTime else { return false }
      count += 1
      return true
    }
  }

  /// Ends the work of the thread that read a request.
  mutating func end(_ effort: RequestEffort) {
    if effort == .brief { count -= 1 }
  }

  /// Notes how long a request was worked on, wherever that was.
  mutating func note(_ time: Duration, _ effort: RequestEffort) {
    guard effort == .brief else { return }
    recentTime = max(time, recentTime - (recentTime - time) / 8)
  }
}
