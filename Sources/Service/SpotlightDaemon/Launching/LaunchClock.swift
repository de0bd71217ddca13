internal import SpotlightWire

/// Measures how long it takes from a choice until the app shows it.
///
/// The end is the first of: the app makes the activity current, or shows its window, until some seconds after
/// it said that it took it; else the moment when it said so. For one thread at a time; moments are nanoseconds
/// of a clock that only goes forward.
struct LaunchClock {
  /// Told the time, once.
  typealias Handler = @Sendable (LaunchTime) -> Void

  /// The most launches that are remembered.
  static let limit = 64

  private struct Launch {
    let choice: UInt64
    /// The number of the client that got it.
    var receiver: UInt64?
    var taken: UInt64?
    var shown: LaunchTime?
    var result: LaunchTime?
    var waiters: [Handler] = []
  }

  private var launches: [UInt64: Launch] = [:]

  /// Somebody chose something.
  ///
  /// - Returns: Those who waited for the time of a launch that is forgotten for it.
  mutating func begin(_ number: UInt64, at choice: UInt64) -> [Handler] {
    launches[number] = Launch(choice: choice)
    guard launches.count > Self.limit, let oldest = launches.keys.min() else { return [] }
    return launches.removeValue(forKey: oldest)?.waiters ?? []
  }

  /// A client is handed it.
  mutating func deliver(_ number: UInt64, to receiver: UInt64) {
    launches[number]?.receiver = receiver
  }

  /// The client shows it.
  ///
  /// - Returns: The time, if it is settled by this, and those who wait for it.
  mutating func show(
    _ number: UInt64, by receiver: UInt64, _ sign: Restored.Sign, at now: UInt64
  ) -> (LaunchTime, [Handler])? {
    guard let launch = launches[number], launch.receiver == receiver, launch.shown == nil,
      launch.result == nil
    else { return nil }
    launches[number]?.shown = LaunchTime(
      milliseconds: Self.milliseconds(from: launch.choice, to: now),
      end: sign == .current ? .current : .window)
    // An app shows it before it says that it took it; whether it does is to be seen.
    return launch.taken == nil ? nil : settle(number)
  }

  /// The client took it.
  ///
  /// - Returns: The time, if it is settled by this, and those who wait for it.
  mutating func take(_ number: UInt64, at now: UInt64) -> (LaunchTime, [Handler])? {
    guard let launch = launches[number], launch.result == nil else { return nil }
    launches[number]?.taken = now
    return launch.shown == nil ? nil : settle(number)
  }

  /// Nothing more is waited for.
  ///
  /// - Returns: The time, if it is settled by this, and those who wait for it.
  mutating func settle(_ number: UInt64) -> (LaunchTime, [Handler])? {
    guard var launch = launches[number], launch.result == nil else { return nil }
    let result =
      if let taken = launch.taken {
        launch.shown
          ?? LaunchTime(
            milliseconds: Self.milliseconds(from: launch.choice, to: taken), end: .taken)
      } else {
        LaunchTime(end: .unknown)
      }
    let waiters = launch.waiters
    (launch.result, launch.waiters) = (result, [])
    launches[number] = launch
    return (result, waiters)
  }

  /// Has somebody told the time of a launch, when it is known.
  ///
  /// - Returns: The time, if it is known; that of a launch nobody knows is not known either.
  mutating func wait(_ number: UInt64, _ handler: @escaping Handler) -> LaunchTime? {
    guard let launch = launches[number] else { return LaunchTime(end: .unknown) }
    if let result = launch.result { return result }
    launches[number]?.waiters.append(handler)
    return nil
  }

  private static func milliseconds(from start: UInt64, to end: UInt64) -> UInt32 {
    UInt32(clamping: end > start ? (end - start) / 1_000_000 : 0)
  }
}
