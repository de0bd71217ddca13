/// Decides which requests the threads that read them work on themselves.
///
/// To wake a thread of the pool and to be woken by it takes a good part of the time of a search. But the other
/// connections of a thread wait while it works on a request. So few requests are worked on in place at a time, and
/// none while brief ones are slow, as where the index has to be read from a disk.
struct InPlaceWork {
  /// Requests at a time.
  private let limit: Int
  /// The longest that brief requests may have taken of late.
  private let longestTime: Duration
  /// How many are worked on in place at the moment.
  private var count = 0
  /// How long brief requests took of late. A slow one sets it, and each quicker one reduces it by an eighth of the
  /// difference: the slower one was, the more quick ones it takes until others are worked on in place again.
  private var recentTime = Duration.zero

  /// Decides within the limits of a server.
  init(_ limits: ServerLimits) {
    limit = limits.requestsInPlace
    longestTime = limits.inPlaceTime
  }

  /// Begins a brief request.
  ///
  /// - Returns: Whether it is worked on in place. ``end()`` is called after that.
  mutating func begin() -> Bool {
    guard count < limit, recentTime <= longestTime else { return false }
    count += 1
    return true
  }

  /// Ends the work of a thread on a request.
  mutating func end() { count -= 1 }

  /// Notes how long a brief request was worked on, wherever that was.
  mutating func note(_ time: Duration) {
    recentTime = max(time, recentTime - (recentTime - time) / 8)
  }
}
