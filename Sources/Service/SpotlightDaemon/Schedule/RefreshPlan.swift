internal import SpotlightWire

/// When which app is to be asked for what is new. It does nothing by itself, and knows no clock.
///
/// Seconds count from 1970, since what is planned outlives the process.
struct RefreshPlan {
  /// What the machine is doing, as far as it matters to work that can wait.
  struct Conditions: Equatable {
    /// Whether it runs on a battery.
    var isOnBattery = false
    /// The share of the last ten seconds in which work waited for the processors, in percent.
    var pressure = 0.0
    /// How long ago somebody indexed or searched, in seconds.
    var secondsSinceActivity: Int64 = .max
  }

  /// What is to be done now.
  enum Step: Equatable {
    /// To ask this app.
    case refresh(AppIdentity)
    /// To look again after so many seconds.
    case wait(Int64)
    /// Nothing, until something is wanted.
    case rest
  }

  /// Nobody indexed or searched for so long before work that can wait is done.
  static let quietSeconds: Int64 = 120
  /// Work waits while others do more than so many percent of the time.
  static let pressureLimit = 20.0
  /// When to look again at a machine that is busy, and at one on its battery.
  static let busySeconds: Int64 = 300
  static let batterySeconds: Int64 = 900
  /// The most that an app is asked in a day, however short its interval.
  static let dailyLimit: Int64 = 24
  private static let day: Int64 = 24 * 60 * 60
  /// Longer ones are as good as none: a hundred years.
  private static let longestInterval: Int64 = 36_525 * day

  private struct App {
    var interval: Int64
    /// When it was last asked; `nil` when it never was.
    var last: Int64?
    /// When it was first seen; one that was never asked is due an interval after that.
    var since: Int64
  }

  private var apps: [AppIdentity: App] = [:]

  /// Takes note of which apps want to be asked, and how often. What is known of the others is forgotten.
  ///
  /// - Parameters:
  ///   - intervals: Seconds between the times.
  ///   - last: When an app was last asked, as was kept; asked for apps that are new here.
  ///   - now: The time.
  mutating func update(
    _ intervals: [AppIdentity: Int64], last: (AppIdentity) -> Int64?, now: Int64
  ) {
    apps = intervals.reduce(into: [:]) { apps, entry in
      let interval = min(max(entry.value, Self.day / Self.dailyLimit), Self.longestInterval)
      // Times before 1970 come from clocks that were wrong, or from nowhere.
      var app =
        self.apps[entry.key]
        ?? App(interval: interval, last: last(entry.key).map { max(0, $0) }, since: now)
      app.interval = interval
      apps[entry.key] = app
    }
  }

  /// An app was asked.
  mutating func asked(_ app: AppIdentity, now: Int64) {
    apps[app]?.last = now
  }

  /// Seconds until the first app is due, 0 when one is; `nil` when none ever is.
  func secondsUntilDue(now: Int64) -> Int64? {
    apps.values.map { max(0, due($0, now) - now) }.min()
  }

  /// What is to be done now.
  func step(now: Int64, _ conditions: @autoclosure () -> Conditions) -> Step {
    guard let rest = secondsUntilDue(now: now) else { return .rest }
    if rest > 0 { return .wait(rest) }
    let conditions = conditions()
    if conditions.isOnBattery { return .wait(Self.batterySeconds) }
    if conditions.secondsSinceActivity < Self.quietSeconds {
      return .wait(Self.quietSeconds - conditions.secondsSinceActivity)
    }
    if conditions.pressure > Self.pressureLimit { return .wait(Self.busySeconds) }
    let first = apps.min {
      (due($0.value, now), $0.key.identifier) < (due($1.value, now), $1.key.identifier)
    }
    return first.map { .refresh($0.key) } ?? .rest
  }

  private func due(_ app: App, _ now: Int64) -> Int64 {
    let start = app.last ?? app.since
    // A moment in the future comes from a clock that was wrong.
    return (start > now ? now - app.interval : start) + app.interval
  }
}
