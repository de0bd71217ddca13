internal import SpotlightWire

/// Sees to it that pushes wake an app's extension once a minute at most. Those that come in between are
/// joined into one at the end of the minute.
///
/// Moments are nanoseconds of a clock that only goes forward.
struct WakeLimiter {
  /// What to do about a push.
  enum Verdict: Equatable {
    /// To wake the app now.
    case now
    /// To wake it after so many nanoseconds.
    case after(UInt64)
    /// Nothing: it will be woken anyway.
    case joined
  }

  /// The shortest time between two.
  static let interval: UInt64 = 60_000_000_000
  /// More apps than this are not kept in mind.
  private static let limit = 1000

  private struct App {
    var last: UInt64
    var isWaiting = false
  }
  private var apps: [AppIdentity: App] = [:]

  /// A push came for an app.
  mutating func push(_ app: AppIdentity, now: UInt64) -> Verdict {
    guard let known = apps[app], now < known.last + Self.interval else {
      if apps.count >= Self.limit { apps = apps.filter { now < $0.value.last + Self.interval } }
      apps[app] = App(last: now)
      return .now
    }
    if known.isWaiting { return .joined }
    apps[app]?.isWaiting = true
    return .after(known.last + Self.interval - now)
  }

  /// An app whose push had to wait is woken now.
  mutating func woken(_ app: AppIdentity, now: UInt64) {
    apps[app] = App(last: now)
  }
}
