internal import Dispatch
package import FresnelApps
internal import FresnelModel
package import FresnelPlatform
internal import FresnelProtection
internal import FresnelStorage
package import SpotlightService
package import SpotlightWire
internal import Synchronization

/// The parts of a running daemon that others of them use. All of them may be used from any thread.
package final class DaemonContext: Sendable {
  /// What the daemon was started with.
  package let options: DaemonOptions
  /// The manifests.
  package let apps: AppRegistry
  /// What the person decided about apps.
  package let settings: DaemonSettings
  /// The thread that reads all connections; nothing may keep it waiting.
  package let loop: EventLoop
  /// Where events are written down.
  package let log: DaemonLog
  /// Runs apps' extensions.
  package let extensions: any ExtensionHosting
  /// Runs the processes of lockable classes.
  package let workers: any WorkerHosting
  /// The stores of the classes that are not locked, and what serves them.
  package let core: ServiceCore
  /// Gets what apps promised, from them or from their extensions.
  let contents: ContentRequests
  /// Opens things in apps.
  package let launches: LaunchService
  /// Hands activities over between devices.
  package let handoff: HandoffService
  /// Has apps bring their items up to date.
  package let schedule: RefreshSchedule
  /// When the daemon started, in nanoseconds of ``MonotonicClock``.
  package let startMoment = MonotonicClock.nanoseconds
  /// Hides what apps stored that are gone, and removes it after a time.
  let removal: GoneApps
  private let host: DaemonHost
  private let records: ExtensionRecords
  private let keys: any ClassKeys
  private let state = Mutex(State())

  private struct State {
    var server: ConnectionServer?
    /// Why the key of the default class could not be had last.
    var keyFailure: ServiceError?
  }

  /// Puts the parts together.
  init(
    options: DaemonOptions, apps: AppRegistry, installed: InstalledApps, settings: DaemonSettings,
    loop: EventLoop,
    log: DaemonLog, extensions: any ExtensionHosting, records: ExtensionRecords,
    workers: any WorkerHosting, keys: any ClassKeys, secrets: [any KeySource],
    machine: MachineReadings, starter: AppStarter
  ) {
    self.options = options
    self.apps = apps
    self.settings = settings
    self.loop = loop
    self.log = log
    self.extensions = extensions
    self.workers = workers
    removal = GoneApps(installed, apps, settings)
    host = DaemonHost(
      settings: settings, log: log, extensions: extensions, workers: workers)
    self.keys = keys
    self.records = records
    core = ServiceCore(Self.coreOptions(options, machine, keys), host: host)
    contents = ContentRequests(
      core: core, extensions: extensions, apps: apps, settings: settings,
      drags: options.directories.drags, loop: loop)
    launches = LaunchService(
      LaunchDependencies(
        core: core, apps: apps, settings: settings, workers: workers, options: options, log: log),
      starter, loop: loop)
    handoff = HandoffService(
      HandoffDependencies(
        launches: launches, apps: apps, settings: settings, workers: workers, options: options,
        sources: secrets, log: log),
      launches, loop: loop)
    schedule = RefreshSchedule(
      loop,
      RefreshSchedule.Dependencies(
        core: core, extensions: extensions, records: records, machine: machine,
        clock: options.clock))
    host.begin(in: self)
    removal.begin(in: self)
    apps.observe { [weak self] in self?.note($0) }
    schedule.update(apps.catalog.entries.map(\.manifest))
  }

  /// The stores of the daemon's own process: the plain one, which the command line shares, and that of the
  /// default class.
  private static func coreOptions(
    _ daemon: DaemonOptions, _ machine: MachineReadings, _ keys: any ClassKeys
  ) -> CoreOptions {
    let directories = daemon.directories
    func metadataLog(of protection: ProtectionClass) -> String {
      "\(directories.classes)/\(protection.name)/ledger"
    }
    var options = CoreOptions(directories: [
      CoreOptions.ClassDirectory(
        classes: [.none], store: directories.plainStore, metadataLog: metadataLog(of: .none)),
      CoreOptions.ClassDirectory(
        classes: [.firstUnlock],
        store: "\(directories.classes)/\(ProtectionClass.firstUnlock.name)/store",
        metadataLog: metadataLog(of: .firstUnlock), key: .awaited),
    ])
    options.directories[1].keepKey = { () throws(ServiceError) in
      try keys.keepKeys(of: .firstUnlock)
    }
    options.leadsElsewhere = true
    options.positionsPath = directories.positions
    options.clock = daemon.clock.timestamp
    options.noteDependencies(directories)
    options.noteMachine(machine)
    return options
  }

  // MARK: - The key of the default class

  /// How long after a failure the key is looked for again.
  private static let keyInterval: Duration = .seconds(60)

  /// Uses a key of the default class that is known already.
  func useKey(_ key: EncryptionKey) {
    core.provideKey(.success(key), for: .firstUnlock)
    // What opens it is read while it is there, so that it can be written again.
    DispatchQueue(label: "fresnel.keys.reading").async { [keys] in
      _ = try? keys.keepKeys(of: .firstUnlock)
    }
  }

  /// Looks for the key of the default class, until it is found: at login what keeps it may come later.
  func findKey() {
    keys.key(of: .firstUnlock) { [weak self] result in
      // A passphrase may have opened it meanwhile.
      guard let self, core.key(of: .firstUnlock) == nil else { return }
      core.provideKey(result, for: .firstUnlock)
      guard case .failure(let error) = result else { return }
      let isNews = state.withLock { state in
        defer { state.keyFailure = error }
        return state.keyFailure != error
      }
      if isNews {
        log.write(DaemonEvent(.keyUnavailable, error.message, protection: .firstUnlock))
      }
      loop.after(Self.keyInterval, tolerance: Self.keyInterval / 4) { [weak self] in
        self?.findKey()
      }
    }
  }

  /// Whether a process has the key of a class in memory, and so can write it again that was deleted.
  func holdsKey(of protection: ProtectionClass) -> Bool {
    guard protection.isLockable else { return core.key(of: protection) != nil }
    return workers.holdsKey(of: protection)
  }

  /// Forgets the keys of a class, and has them and what they encrypt given other names. Nothing is acknowledged in the
  /// class meanwhile. Waits for the disk.
  ///
  /// - Parameters:
  ///   - protection: The class.
  ///   - body: Gives them other names; not called where something has opened the class by now. Told whether the
  ///     process of the class has found that its secret does not open it.
  /// - Returns: What the body does.
  /// - Throws: ``ProtectionError``.
  func setAside(
    _ protection: ProtectionClass,
    _ body: (_ isSecretWrong: Bool) throws(ProtectionError) -> [String]
  ) throws(ProtectionError) -> [String] {
    guard !protection.isLockable else { return try workers.setAside(protection, body) }
    return try keys.setAside(protection) { [core] () throws(ProtectionError) in
      guard core.key(of: protection) == nil else {
        throw ProtectionError(.system, "Something has opened the class meanwhile.")
      }
      // It is read, not asked for.
      return try body(false)
    }
  }

  /// Makes the keys of a class that was set aside; those of a lockable one are made when it is next used. Waits for
  /// what keeps secrets.
  func beginAnew(_ protection: ProtectionClass) {
    // Otherwise the new store would be taken for one whose items somebody removed.
    guard !protection.isLockable else {
      try? FileSystem.removeFile(options.directories.positions(of: protection))
      return
    }
    core.forgetPosition(of: protection)
    let isDone = DispatchSemaphore(value: 0)
    keys.key(of: protection) { [core] result in
      if core.key(of: protection) == nil { core.provideKey(result, for: protection) }
      isDone.signal()
    }
    isDone.wait()
  }

  /// Opens the default class by a passphrase, or changes that. That of a lockable class never comes through this
  /// process.
  func unlock(_ request: Unlock, _ done: @escaping @Sendable (ServiceError?) -> Void) {
    guard request.protection == .firstUnlock else {
      return done(
        ServiceError(.refused, "The passphrase of a class goes over the class's own channel."))
    }
    keys.unlock(request) { [weak self] result in
      switch result {
      case .success:
        self?.core.provideKey(result, for: .firstUnlock)
        done(nil)
      case .failure(let error): done(error)
      }
    }
  }

  // MARK: - Connections

  /// The connections are these from now on. Called once, before anybody is served.
  func begin(serving server: ConnectionServer) {
    state.withLock { $0.server = server }
  }

  /// The clients that are connected.
  package var peers: [Peer] { state.withLock { $0.server }?.peers ?? [] }

  /// How many connections of the person's own programs had to wait for their turn to be greeted.
  package var surfaceWaitCount: Int { state.withLock { $0.server }?.surfaceWaitCount ?? 0 }

  /// Says something to all clients.
  ///
  /// - Returns: Whether there is any.
  @discardableResult
  package func tellAll(_ message: DaemonMessage) -> Bool {
    state.withLock { $0.server }?.tellAll(message) ?? false
  }

  /// Which classes can be read now; those that are not named can.
  package var classConditions: [ClassCondition] {
    workers.conditions
  }

  // MARK: - Changes and the end

  /// Reads manifests and settings again.
  ///
  /// - Returns: What is different about the manifests.
  @discardableResult
  package func reload() -> RegistryChange {
    settings.reload()
    let change = apps.reload()
    removal.lookAside()
    settingsChanged()
    log.write(DaemonEvent(.settingsChanged, "The settings were read again."))
    return change
  }

  /// Reads them again aside, since manifests may lie on a file system that takes its time.
  func reloadAside() {
    host.whenAnswered { [weak self] in self?.reload() }
  }

  /// Has what serves clients go by the settings as they are now.
  func settingsChanged() {
    core.settingsChanged()
    workers.settingsChanged()
    handoff.settingsChanged()
  }

  /// Manifests are different, whoever had them read again.
  private func note(_ change: RegistryChange) {
    schedule.update(apps.catalog.entries.map(\.manifest))
    removal.manifestsChanged()
    log.write(
      DaemonEvent(
        .manifestsChanged,
        ([
          "The manifests were read again: \(change.added.count) apps are new, "
            + "\(change.changed.count) changed, \(change.removed.count) gone."
        ] + change.newProblems)
        .joined(separator: " ")))
  }

  /// Removes everything that an app stored, from all classes, and what is known about it; from classes that are
  /// locked, when they are unlocked. Waits for the disk.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - removeRest: Removes what else there is of it, once its items are gone.
  /// - Throws: ``ServiceError``; some of it may be removed then, and the app is not forgotten, so that it can be done
  ///   again.
  func remove(
    _ app: AppIdentity, removeRest: () throws(ServiceError) -> Void = {}
  ) throws(ServiceError) {
    let group = DispatchGroup()
    let failure = Mutex<ServiceError?>(nil)
    @Sendable func note(_ error: ServiceError?) {
      if let error { failure.withLock { $0 = error } }
      group.leave()
    }
    group.enter()
    core.removeApp(app, completion: note)
    group.enter()
    workers.removeApp(app, note)
    group.wait()
    if let error = failure.withLock({ $0 }) { throw error }
    try removeRest()
    try forget(app)
  }

  /// Gives everything that was stored under a name that no manifest registers to a registered app; in classes that
  /// are locked, when they are unlocked. Waits for the disk.
  ///
  /// - Returns: The number of items, apart from those in classes that can be locked.
  /// - Throws: ``ServiceError``, with code ``ServiceError/Code/refused`` where that must not be.
  func adopt(_ former: AppIdentity, by heir: AppIdentity) throws(ServiceError) -> Int {
    apps.reloadIfChanged()
    guard apps.catalog.entry(heir.identifier) != nil else {
      throw ServiceError(.refused, "No manifest registers \(heir.identifier).")
    }
    guard former != heir, apps.catalog.entry(former.identifier) == nil,
      !former.identifier.hasPrefix("org.fresnel")
    else {
      throw ServiceError(
        .refused, "\(former.identifier) is an app of its own, and its items are not another's.")
    }
    do throws(SettingsError) {
      try settings.carry(from: former.identifier, to: heir.identifier)
    } catch {
      throw ServiceError(.unavailable, error.message)
    }
    let count = try core.adopt(former, by: heir) { () throws(ServiceError) in
      // Kept before this process forgets the former: whatever ends it in between, the next try finds that there is one.
      let isDone = DispatchSemaphore(value: 0)
      let failure = Mutex<ServiceError?>(nil)
      workers.adopt(former, by: heir) { error in
        failure.withLock { $0 = error }
        isDone.signal()
      }
      isDone.wait()
      if let error = failure.withLock({ $0 }) { throw error }
    }
    // Items in a locked class are the heir's when it is unlocked, which may fail: until then what was decided about the
    // former name says whether searches show them.
    try forget(former, withSettings: (core.classesWithoutKey + workers.closedClasses).isEmpty)
    settingsChanged()
    return count
  }

  /// Forgets what the person decided about an app, and what is remembered of its extensions.
  private func forget(
    _ app: AppIdentity, withSettings forgetsSettings: Bool = true
  ) throws(ServiceError) {
    do throws(SettingsError) {
      if forgetsSettings { try settings.remove(app.identifier) }
    } catch {
      throw ServiceError(.unavailable, "The app's settings could not be removed. \(error.message)")
    }
    // Last: an app that is known to be gone is removed again when something failed.
    records.remove(app)
    try removal.forget(app)
  }

  /// Ends extensions and workers, and closes the stores after the changes made so far.
  ///
  /// - Parameter done: Called once, on any thread.
  func end(_ done: @escaping @Sendable () -> Void) {
    schedule.stop()
    let group = DispatchGroup()
    group.enter()
    extensions.endAll { group.leave() }
    group.enter()
    workers.endAll { group.leave() }
    group.enter()
    handoff.end { group.leave() }
    group.enter()
    host.whenAnswered { group.leave() }
    group.notify(queue: DispatchQueue(label: "fresnel.closing")) { [core] in
      core.close()
      done()
    }
  }
}
