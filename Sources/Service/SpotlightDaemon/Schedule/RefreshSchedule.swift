package import FresnelApps
package import FresnelPlatform
package import SpotlightWire
internal import Synchronization

/// Has index extensions bring their apps' items up to date: from time to time, for apps whose manifests ask
/// for that, when the machine has nothing better to do; and when a push came.
///
/// There is one timer, for the first app that is due; without such apps there is none, so that an idle
/// daemon is not woken. Methods may be called on any thread; work is done on the loop's.
package final class RefreshSchedule: Sendable {
  /// What the schedule works with.
  package struct Dependencies: Sendable {
    /// Seconds since 1970.
    package var now: @Sendable () -> Int64 = { Int64(WallClock.secondsSince1970) }
    /// Nanoseconds of a clock that only goes forward.
    package var clock: @Sendable () -> UInt64 = { MonotonicClock.nanoseconds }
    /// When somebody last indexed or searched, in nanoseconds of that clock; 0 for never.
    package var lastActivity: @Sendable () -> UInt64 = { 0 }
    /// Where the power comes from.
    package var power: @Sendable () -> PowerSupplies = { PowerSupplies.now() }
    /// How long work waits for the processors.
    package var pressure: @Sendable () -> PressureReading? = { PressureReading.now() }
    /// When an app was last asked, as was kept.
    package var recall: @Sendable (AppIdentity) -> Int64? = { _ in nil }
    /// Keeps when an app was last asked.
    package var remember: @Sendable (AppIdentity, Int64) -> Void = { _, _ in }
    /// Asks an app's index extension to bring its items up to date, and tells when that is done.
    package var refresh:
      @Sendable (
        _ app: AppIdentity, _ reason: String, _ done: @escaping @Sendable (ServiceError?) -> Void
      ) -> Void

    /// Dependencies that do nothing but ask.
    package init(
      refresh:
        @escaping @Sendable (
          _ app: AppIdentity, _ reason: String, _ done: @escaping @Sendable (ServiceError?) -> Void
        ) -> Void
    ) {
      self.refresh = refresh
    }
  }

  /// The reason that an extension is told when its interval has passed.
  package static let periodicReason = "periodic"
  /// The reason that it is told when a push came.
  package static let pushReason = "push"

  private struct State {
    var plan = RefreshPlan()
    var limiter = WakeLimiter()
    var timer: EventLoop.Timer?
    /// Whether an app is being asked: one at a time.
    var isAsking = false
    var isStopped = false
    /// The apps that a push may wake.
    var wakeable: Set<AppIdentity> = []
  }

  private let loop: EventLoop
  private let dependencies: Dependencies
  private let state = Mutex(State())

  /// Makes a schedule for no apps.
  package init(_ loop: EventLoop, _ dependencies: Dependencies) {
    self.loop = loop
    self.dependencies = dependencies
  }

  /// Takes note of what apps want, at the start and whenever manifests have changed.
  package func update(_ manifests: [AppManifest]) {
    var intervals: [AppIdentity: Int64] = [:]
    var wakeable: Set<AppIdentity> = []
    for manifest in manifests
    where manifest.extensions.contains(where: { $0.point == .index && $0.executable != nil }) {
      let app = AppIdentity(identifier: manifest.identifier)
      if let interval = manifest.refreshInterval {
        intervals[app] = Int64(min(interval, 1e9))
      }
      if manifest.wakesOnPush { wakeable.insert(app) }
    }
    state.withLock { [intervals, wakeable] state in
      state.plan.update(intervals, last: dependencies.recall, now: dependencies.now())
      state.wakeable = wakeable
    }
    loop.perform { [self] in look() }
  }

  /// Wakes an app's index extension because of a push.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - reason: What the extension is told.
  /// - Throws: ``ServiceError/Code/refused`` when the app's manifest does not ask to be woken.
  package func wake(_ app: AppIdentity, reason: String = pushReason) throws(ServiceError) {
    let verdict = try state.withLock { state throws(ServiceError) in
      guard state.wakeable.contains(app) else {
        throw ServiceError(
          .refused,
          "\(app.identifier) has no index extension, or its manifest lacks FresnelWakesOnPush.")
      }
      return state.limiter.push(app, now: dependencies.clock())
    }
    switch verdict {
    case .now: ask(app, reason)
    case .joined: break
    case .after(let nanoseconds):
      loop.after(.nanoseconds(Int64(clamping: nanoseconds)), tolerance: .seconds(5)) { [self] in
        state.withLock { $0.limiter.woken(app, now: dependencies.clock()) }
        ask(app, reason)
      }
    }
  }

  /// Asks nobody any more.
  package func stop() {
    let timer = state.withLock { state in
      defer { state.timer = nil }
      state.isStopped = true
      return state.timer
    }
    if let timer { loop.cancel(timer) }
  }

  // MARK: - On the loop's thread

  /// Looks what is to be done, and when to look again.
  private func look() {
    let (step, timer) = state.withLock { state -> (RefreshPlan.Step, EventLoop.Timer?) in
      guard !state.isAsking, !state.isStopped else { return (.rest, nil) }
      let step = state.plan.step(now: dependencies.now(), conditions())
      if case .refresh = step { state.isAsking = true }
      defer { state.timer = nil }
      return (step, state.timer)
    }
    if let timer { loop.cancel(timer) }
    switch step {
    case .rest: break
    case .wait(let seconds):
      let delay = Duration.seconds(seconds)
      let timer = loop.after(delay, tolerance: delay / 10) { [weak self] in self?.look() }
      state.withLock { $0.timer = timer }
    case .refresh(let app): refresh(app)
    }
  }

  private func conditions() -> RefreshPlan.Conditions {
    let (last, now) = (dependencies.lastActivity(), dependencies.clock())
    return RefreshPlan.Conditions(
      isOnBattery: dependencies.power().isOnBattery,
      pressure: dependencies.pressure()?.average10 ?? 0,
      secondsSinceActivity: last == 0
        ? .max : Int64(clamping: (now > last ? now - last : 0) / 1_000_000_000))
  }

  private func refresh(_ app: AppIdentity) {
    dependencies.refresh(app, Self.periodicReason) { [self] _ in
      // Also when it failed: it is asked again when it is next due, and its extension backs off by itself.
      let now = dependencies.now()
      dependencies.remember(app, now)
      loop.perform { [self] in
        state.withLock { state in
          state.plan.asked(app, now: now)
          state.isAsking = false
        }
        look()
      }
    }
  }

  private func ask(_ app: AppIdentity, _ reason: String) {
    dependencies.refresh(app, reason) { [self] error in
      guard error == nil else { return }
      let now = dependencies.now()
      dependencies.remember(app, now)
      state.withLock { $0.plan.asked(app, now: now) }
    }
  }
}
