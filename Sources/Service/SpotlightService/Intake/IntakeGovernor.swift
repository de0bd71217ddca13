internal import Dispatch
internal import FresnelModel
internal import FresnelPlatform
internal import SpotlightWire
internal import Synchronization

/// Slows the indexing of apps down where the machine or the person needs it, and tells the apps.
///
/// Batches of an app keep their order. One that only deletes does not wait, unless another one before it
/// does. Nothing is looked at, and nobody wakes up, while no batches come: an app that has not indexed for a
/// minute is not slowed down any more, whatever the machine does.
final class IntakeGovernor: Sendable {
  private struct App {
    var account = IntakeAccount()
    var waiting: [(cost: UInt64, body: @Sendable () -> Void)] = []
    /// Whether somebody is letting through what has waited; what comes meanwhile waits behind it.
    var isReleasing = false
    /// When the next look is due; `nil` where none is.
    var lookTime: UInt64?
    var reason: ThrottleReason?
    var throttledSince: UInt64 = 0
  }

  private struct State {
    var apps: [String: App] = [:]
    var readings = IntakeReadings()
    var readAt: UInt64 = 0
  }
  private let state = Mutex(State())
  private let timers = DispatchQueue(label: "fresnel.governor", qos: .utility)
  private let readings: (@Sendable () -> IntakeReadings)?
  private let clock: @Sendable () -> UInt64
  private let tell: @Sendable (_ app: String, Throttle) -> Void

  private static let second: UInt64 = 1_000_000_000
  /// An app is slowed down for at least this long, so that it is not told something else all the time.
  private static let shortestThrottle = 5 * second
  /// Above this, in percent, the machine counts as busy.
  private static let highPressure = 40.0

  /// Makes a governor.
  ///
  /// - Parameters:
  ///   - readings: Tells how busy the machine is; it is asked at most once a second. `nil` for a core that
  ///     slows nothing down.
  ///   - clock: Nanoseconds of a clock that only goes forward.
  ///   - tell: Tells an app that it is slowed down, or no longer.
  init(
    readings: (@Sendable () -> IntakeReadings)?, clock: @escaping @Sendable () -> UInt64,
    tell: @escaping @Sendable (_ app: String, Throttle) -> Void
  ) {
    self.readings = readings
    self.clock = clock
    self.tell = tell
  }

  /// Whether batches may be slowed down at all; not in a process that keeps its own index.
  var yields: Bool { readings != nil }

  /// Lets a batch through, at once or after a while; then the body is called.
  func admit(_ batch: ApplyBatch, of app: String, _ body: @escaping @Sendable () -> Void) {
    guard let readings else { return body() }
    let now = clock()
    let needsReading = state.withLock { state in
      guard MonotonicClock.elapsed(from: state.readAt, to: now) >= Self.second || state.readAt == 0
      else { return false }
      state.readAt = max(1, now)
      return true
    }
    if needsReading {
      let news = readings()
      state.withLock { $0.readings = news }
    }
    let cost = batch.estimatedCost
    let (goesOn, news) = state.withLock { state -> (Bool, Throttle?) in
      var entry = state.apps[app] ?? App()
      defer { state.apps[app] = entry }
      let news = Self.update(&entry, state.readings, now)
      guard entry.waiting.isEmpty, !entry.isReleasing,
        cost == 0 || entry.account.delay(at: now) == 0
      else {
        entry.waiting.append((cost, body))
        return (false, news)
      }
      entry.account.add(cost: cost, at: now, share: entry.reason?.share)
      return (true, news)
    }
    if let news { tell(app, news) }
    if goesOn { body() }
    setTimer(for: app)
  }

  /// The apps that are slowed down, and why; and what each app's indexing cost in the last minute, in
  /// seconds.
  var report: (reasons: [String: ThrottleReason], costs: [String: Double]) {
    let now = clock()
    return state.withLock { state in
      (
        state.apps.compactMapValues(\.reason),
        state.apps.mapValues { Double($0.account.cost(at: now)) / 1e9 }
      )
    }
  }

  /// When it is looked at an app again that waits or is slowed down, on the clock; `nil` where it is not.
  func lookTime(of app: String) -> UInt64? { state.withLock { $0.apps[app]?.lookTime } }

  // MARK: - Inside

  /// Brings up to date whether an app is slowed down.
  ///
  /// - Returns: What it is to be told.
  private static func update(
    _ app: inout App, _ readings: IntakeReadings, _ now: UInt64
  ) -> Throttle? {
    let reason: ThrottleReason? =
      if readings.isPowerScarce {
        .battery
      } else if readings.processorPressure > highPressure {
        .pressure
      } else if app.account.isSustained(at: now) {
        .sustained
      } else {
        nil
      }
    switch (app.reason, reason) {
    case (nil, nil): return nil
    case (nil, let reason?):
      app.reason = reason
      app.throttledSince = now
      return Throttle(isBeginning: true, reason: reason.sentence)
    case (_?, let reason?):
      app.reason = reason
      return nil
    case (let old?, nil):
      guard MonotonicClock.elapsed(from: app.throttledSince, to: now) >= shortestThrottle else {
        return nil
      }
      app.reason = nil
      return Throttle(isBeginning: false, reason: old.sentence)
    }
  }

  /// Sees to it that somebody looks at an app again that waits or is slowed down.
  private func setTimer(for app: String) {
    let now = clock()
    let delay = state.withLock { state -> UInt64? in
      guard var entry = state.apps[app], !entry.isReleasing else { return nil }
      guard !entry.waiting.isEmpty || entry.reason != nil else { return nil }
      // The reason may be gone before what waits is paid for.
      let delay =
        entry.waiting.isEmpty
        ? Self.shortestThrottle
        : min(max(entry.account.delay(at: now), 1_000_000), Self.shortestThrottle)
      // A look that was due while nothing waited may be much too late for what waits now.
      if let due = entry.lookTime, due <= now &+ delay { return nil }
      entry.lookTime = now &+ delay
      state.apps[app] = entry
      return delay
    }
    guard let delay else { return }
    timers.asyncAfter(
      deadline: .now() + .nanoseconds(Int(clamping: delay))
    ) { [weak self] in self?.look(at: app) }
  }

  /// Lets through what has waited long enough.
  func look(at app: String) {
    guard let readings else { return }
    let now = clock()
    let current = readings()
    let (isOurs, news) = state.withLock { state -> (Bool, Throttle?) in
      state.readings = current
      state.readAt = max(1, now)
      guard var entry = state.apps[app] else { return (false, nil) }
      defer { state.apps[app] = entry }
      entry.lookTime = nil
      let isIndexing = !entry.waiting.isEmpty || entry.account.cost(at: now) > 0
      let news = Self.update(&entry, isIndexing ? current : IntakeReadings(), now)
      defer { entry.isReleasing = true }
      return (!entry.isReleasing, news)
    }
    if let news { tell(app, news) }
    guard isOurs else { return }
    while true {
      let bodies = state.withLock { Self.release(&$0.apps[app], at: now) }
      if bodies.isEmpty { break }
      for body in bodies { body() }
    }
    setTimer(for: app)
  }

  /// Takes out what may go on; when that is nothing, what comes next need not wait behind it.
  private static func release(_ app: inout App?, at now: UInt64) -> [@Sendable () -> Void] {
    guard var entry = app else { return [] }
    var count = 0
    while count < entry.waiting.count,
      entry.reason == nil || entry.waiting[count].cost == 0 || entry.account.delay(at: now) == 0
    {
      entry.account.add(cost: entry.waiting[count].cost, at: now, share: entry.reason?.share)
      count += 1
    }
    let bodies = entry.waiting.prefix(count).map(\.body)
    entry.waiting.removeFirst(count)
    entry.isReleasing = count > 0
    let isQuiet =
      count == 0 && entry.waiting.isEmpty && entry.reason == nil
      && entry.account.cost(at: now) == 0
    app = isQuiet ? nil : entry
    return bodies
  }
}

extension ApplyBatch {
  /// About what a batch costs in nanoseconds of processor time, as `make bench` has measured indexing; 0 for
  /// one that only deletes.
  var estimatedCost: UInt64 {
    var cost: UInt64 = 0
    for case .put(let items) in operations {
      for item in items { cost += 20_000 + UInt64(item.byteCount) * 40 }
    }
    return cost
  }

  /// Whether it has items to be indexed; one that only deletes has none.
  var isCostly: Bool {
    operations.contains { operation in
      if case .put(let items) = operation { !items.isEmpty } else { false }
    }
  }
}
