package import FresnelApps
package import FresnelPlatform
package import SpotlightWire
internal import Synchronization

/// Starts extensions of apps when somebody wants to ask them something, and ends them when nobody does.
///
/// An app has at most one extension running, of whatever point, and all apps together at most
/// ``runningLimit``; what more is wanted waits. An extension that fails is not started again for a while,
/// which grows with each failure in a row.
///
/// Decisions are taken on the loop's thread, which also starts the processes: the kernel kills them when
/// the thread that started them ends.
package final class ExtensionHost: ExtensionHosting {
  /// What the host works with.
  package struct Dependencies: Sendable {
    /// Says what an app declares.
    package var manifest: @Sendable (AppIdentity) -> AppManifest?
    /// The daemon's environment.
    package var environment = Environment.all
    /// What an extension may use.
    package var limits = ProcessLimits()
    /// How long extensions may take.
    package var times = ExtensionTimes()
    /// Nanoseconds of a clock that only goes forward.
    package var clock: @Sendable () -> UInt64 = { MonotonicClock.nanoseconds }
    /// Seconds since 1970.
    package var now: @Sendable () -> Int64 = { Int64(WallClock.secondsSince1970) }
    /// Reads what was kept about the failures of an extension.
    package var recall: @Sendable (AppIdentity, ExtensionPoint) -> ExtensionBackOff? = { _, _ in nil
    }
    /// Keeps what is to be known after a restart of the daemon; `nil` when there is nothing.
    package var remember: @Sendable (AppIdentity, ExtensionPoint, ExtensionBackOff?) -> Void = {
      _, _, _ in
    }
    /// Puts a new process where it belongs, before its program runs, and then calls the closure.
    package var place:
      @Sendable (RunningProcess, AppIdentity, @escaping @Sendable () -> Void) -> Void = {
        _, _, done in done()
      }
    /// Ends what a process has left behind, by its number.
    package var cleanUp: @Sendable (Int32, AppIdentity) -> Void = { _, _ in }
    /// Opens a file for what an extension prints; `nil` when that is to go nowhere.
    package var beginOutput: @Sendable (AppIdentity, ExtensionPoint) -> SharedDescriptor? = {
      _, _ in
      nil
    }
    /// Tidies that file up when the extension has ended.
    package var endOutput: @Sendable (AppIdentity) -> Void = { _ in }
    /// Writes down what an operator would ask about.
    package var log: @Sendable (ExtensionEvent) -> Void = { _ in }

    /// Dependencies with nothing but manifests.
    package init(manifest: @escaping @Sendable (AppIdentity) -> AppManifest?) {
      self.manifest = manifest
    }
  }

  private struct Key: Hashable {
    let app: AppIdentity
    let point: ExtensionPoint
  }

  private struct StartRequest {
    let key: Key
    let reason: String
    let done: @Sendable (ServiceError?) -> Void
  }

  private struct State {
    var adopt: (@Sendable (ExtensionLaunch) -> Void)?
    var runs: [AppIdentity: ExtensionRun] = [:]
    var waiting: [StartRequest] = []
    var backOffs: [Key: ExtensionBackOff] = [:]
    var isStopped = false
    var ends: [@Sendable () -> Void] = []
  }

  /// The most extensions that run at a time.
  package static let runningLimit = 4
  /// The most requests of one app that wait.
  package static let waitingLimit = 8

  private let loop: EventLoop
  private let dependencies: Dependencies
  private let state = Mutex(State())

  /// Makes a host that starts nothing yet.
  ///
  /// - Parameters:
  ///   - loop: Its thread is to live as long as the process.
  ///   - dependencies: What the host works with.
  package init(_ loop: EventLoop, _ dependencies: Dependencies) {
    self.loop = loop
    self.dependencies = dependencies
  }

  /// From now on extensions are started.
  ///
  /// - Parameter adopt: Takes in the connection of an extension; called on the loop's thread.
  package func begin(adopting adopt: @escaping @Sendable (ExtensionLaunch) -> Void) {
    state.withLock { $0.adopt = adopt }
  }

  // MARK: - ExtensionHosting

  /// Sees to it that an app's extension runs.
  package func start(
    _ app: AppIdentity, _ point: ExtensionPoint, reason: String,
    _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    let request = StartRequest(key: Key(app: app, point: point), reason: reason, done: done)
    loop.perform { [self] in enter(request) }
  }

  /// Ends all extensions and starts no more.
  package func endAll(_ done: @escaping @Sendable () -> Void) {
    loop.perform { [self] in
      let (waiting, runs) = state.withLock { state in
        state.isStopped = true
        state.ends.append(done)
        defer { state.waiting = [] }
        return (state.waiting, Array(state.runs.values))
      }
      for request in waiting { request.done(Self.stopping) }
      for run in runs { run.stop() }
      tellEnd()
    }
  }

  /// Takes note of what passed between an extension and the process of a class.
  package func note(
    _ traffic: ExtensionTraffic, of app: AppIdentity?, over channel: ProtectionClass
  ) {
    let runs = state.withLock { state in
      app.map { app in state.runs[app].map { [$0] } ?? [] } ?? Array(state.runs.values)
    }
    for run in runs { run.note(traffic, over: channel) }
  }

  /// The extensions that run or have failed, by app.
  package func report() -> [ExtensionReport] {
    let (runs, backOffs) = state.withLock { ($0.runs, $0.backOffs) }
    var keys = Set(backOffs.keys)
    for run in runs.values { keys.insert(Key(app: run.app, point: run.point)) }
    let now = dependencies.now()
    return keys.map { key in
      let run = runs[key.app].flatMap { $0.point == key.point ? $0 : nil }
      return ExtensionReport(
        app: key.app, point: key.point, processIdentifier: run?.process.identifier,
        backsOffUntil: backOffs[key]?.end(at: now), lastFailure: backOffs[key]?.reason)
    }.sorted {
      ($0.app.identifier, $0.point.rawValue) < ($1.app.identifier, $1.point.rawValue)
    }
  }

  // MARK: - On the loop's thread

  private func enter(_ request: StartRequest) {
    if state.withLock({ $0.isStopped }) { return request.done(Self.stopping) }
    if let error = obstacle(request.key) { return request.done(error) }
    let run = state.withLock { $0.runs[request.key.app] }
    if let run, run.point == request.key.point, run.isUsable {
      return run.whenServing(request.done)
    }
    let isRoom = state.withLock { state in
      let count = state.waiting.count { $0.key.app == request.key.app }
      guard count < Self.waitingLimit else { return false }
      state.waiting.append(request)
      return true
    }
    guard isRoom else {
      return request.done(
        ServiceError(
          .unavailable, "Too much waits for the extension of \(request.key.app.identifier)."))
    }
    if let run, run.point != request.key.point { run.hurry() }
    startNext()
  }

  /// Why an extension can't be started at all now.
  private func obstacle(_ key: Key) -> ServiceError? {
    let name = key.app.identifier
    guard command(key) != nil else {
      return ServiceError(.unsupported, "\(name) has no extension for \(key.point.rawValue).")
    }
    guard let end = backOff(key).end(at: dependencies.now()) else { return nil }
    let backOff = backOff(key)
    return ServiceError(
      .unavailable,
      "The extension of \(name) has failed \(backOff.failureCount) times in a row and is not "
        + "started for another \(end - dependencies.now()) seconds. \(backOff.reason)",
      isRetryable: true)
  }

  private func command(_ key: Key) -> LimitedCommand? {
    dependencies.manifest(key.app)?.command(
      for: key.point, environment: dependencies.environment, limits: dependencies.limits)
  }

  private func backOff(_ key: Key) -> ExtensionBackOff {
    if let known = state.withLock({ $0.backOffs[key] }) { return known }
    guard let kept = dependencies.recall(key.app, key.point) else { return ExtensionBackOff() }
    state.withLock { $0.backOffs[key] = kept }
    return kept
  }

  /// Starts what waits, as far as there is room.
  private func startNext() {
    while true {
      let requests = state.withLock { state -> [StartRequest] in
        guard !state.isStopped, state.runs.count < Self.runningLimit,
          let key = state.waiting.first(where: { state.runs[$0.key.app] == nil })?.key
        else { return [] }
        let found = state.waiting.filter { $0.key == key }
        state.waiting.removeAll { $0.key == key }
        return found
      }
      guard let first = requests.first else { return }
      do throws(ServiceError) {
        let run = try launch(first.key, reason: first.reason)
        for request in requests { run.whenServing(request.done) }
      } catch {
        for request in requests { request.done(error) }
      }
    }
  }

  private func launch(_ key: Key, reason: String) throws(ServiceError) -> ExtensionRun {
    if let error = obstacle(key) { throw error }
    guard let command = command(key), let adopt = state.withLock({ $0.adopt }) else {
      throw ServiceError(.unavailable, "The daemon does not start extensions yet.")
    }
    do {
      let (near, far) = try UnixSocket.pair()
      // Before the extension can write: all that it writes is to be signed.
      try near.requestCredentials()
      // Never where the daemon's own goes, which is the journal.
      let output = try dependencies.beginOutput(key.app, key.point) ?? Self.nowhere()
      let process = try command.start(passing: far.descriptor, writingTo: output)
      let run = try ExtensionRun(
        key.app, key.point, process, times: dependencies.times, loop: loop,
        clock: dependencies.clock,
        finished: { [weak self] outcome in self?.finished(key, outcome) })
      state.withLock { $0.runs[key.app] = run }
      dependencies.log(
        ExtensionEvent(
          key.app, key.point, .started(processIdentifier: process.identifier, reason: reason)))
      adopt(
        ExtensionLaunch(
          app: key.app, point: key.point, socket: near,
          supervise: { sink, makeSession in run.attach(sink, makeSession) }))
      dependencies.place(process, key.app) { [loop] in
        loop.perform { run.begin() }
      }
      return run
    } catch {
      throw ServiceError(
        .unavailable, "The extension of \(key.app.identifier) can't be started: \(error)")
    }
  }

  private func finished(_ key: Key, _ outcome: ExtensionRun.Outcome) {
    if let reason = outcome.failure {
      var backOff = backOff(key)
      backOff.fail(at: dependencies.now(), reason)
      dependencies.remember(key.app, key.point, backOff)
      dependencies.log(
        ExtensionEvent(
          key.app, key.point, .failed(reason: reason, notBefore: backOff.notBefore)))
      state.withLock { [backOff] in $0.backOffs[key] = backOff }
    } else {
      // One that was stopped before it was of use has shown nothing.
      if outcome.wasAnnounced, backOff(key).failureCount > 0 {
        dependencies.remember(key.app, key.point, nil)
        _ = state.withLock { $0.backOffs.removeValue(forKey: key) }
      }
      dependencies.log(
        ExtensionEvent(
          key.app, key.point,
          .ended(processorMilliseconds: Int(outcome.processorTime / .milliseconds(1)))))
    }
    let run = state.withLock { $0.runs.removeValue(forKey: key.app) }
    if let run {
      dependencies.cleanUp(run.process.identifier, key.app)
      dependencies.endOutput(key.app)
    }
    startNext()
    tellEnd()
  }

  private func tellEnd() {
    let ends = state.withLock { state -> [@Sendable () -> Void] in
      guard state.isStopped, state.runs.isEmpty else { return [] }
      defer { state.ends = [] }
      return state.ends
    }
    for end in ends { end() }
  }

  private static func nowhere() throws(SystemError) -> SharedDescriptor {
    try SharedDescriptor(sharing: try FileDescriptor(opening: "/dev/null", for: .writing))
  }

  private static var stopping: ServiceError {
    ServiceError(.unavailable, "The daemon is ending.", isRetryable: true)
  }
}
