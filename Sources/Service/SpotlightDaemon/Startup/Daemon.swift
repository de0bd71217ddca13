internal import Dispatch
internal import FresnelApps
internal import FresnelBus
internal import FresnelPlatform
internal import FresnelProtection
internal import SpotlightService
internal import SpotlightWire
internal import Synchronization

/// The daemon of a person: everything from the lock to the last connection.
///
/// The main thread runs the loop, because the kernel ends extensions with the thread that started them.
final class Daemon: Sendable {
  let context: DaemonContext
  private let server: ConnectionServer
  private let log: DaemonLog
  private let manager: ServiceManager
  private let isActivated: Bool
  private let isResumed: Bool
  private let workers: WorkerHost
  private let buses: (system: BusConnection?, session: BusConnection?)
  /// What was known of locks before this process began to run the program anew.
  private let lockMemory: LockEvidence.Memory?
  /// The process with the devices that lives since before.
  private let passedHandoff: PassedHandoff?
  /// Held as long as the process lives.
  private let lock: LockFile
  private let signals: Mutex<SignalListener>
  /// Where clients find it; `nil` where the kernel cannot watch that.
  private let place: Mutex<ServingPlace?>
  private let state = Mutex(State())

  private struct State {
    var isEnding = false
    /// Whether a signal asked for the end, and not the lock.
    var isToEndForGood = false
  }

  /// The signals that are waited for.
  private static let watchedSignals: [Signal] = [.terminate, .interrupt, .hangUp]
  /// When apps are first asked for what they owe: not while a session begins.
  private static let firstAskingTime: Duration = .seconds(30)
  /// How often they are asked then; a quarter of the time in which items that expire are asked for.
  private static let askingInterval: Duration = .seconds(6 * 60 * 60)
  /// How long ending in good order may take.
  private static let endingTime: Duration = .seconds(2)

  /// Takes the lock, opens the socket and makes the parts; nobody is served yet.
  ///
  /// - Throws: ``SystemError``: ``SystemError/Code/wouldBlock`` when another daemon serves.
  ///
  /// - Parameters:
  ///   - options: What the daemon was started with.
  ///   - sockets: Those that systemd opened.
  ///   - manager: The service manager.
  ///   - passed: What the program has left that this process ran before; `nil` for a process that begins.
  init(
    _ options: DaemonOptions, sockets: [SharedDescriptor], manager: ServiceManager,
    _ passed: PassedState? = nil
  ) throws(SystemError) {
    let directories = options.directories
    let runtime = try Self.runtimeDirectory(directories)
    let lock =
      if let passed {
        try LockFile(adopting: SharedDescriptor(adopting: passed.lock))
      } else {
        try LockFile(locking: runtime + "/lock")
      }
    for directory in [directories.data, directories.state, directories.configuration] {
      try FileSystem.createDirectory(directory)
    }
    StrayFiles.remove(
      in: [directories.data, directories.state, directories.configuration],
      now: options.clock.secondsSince1970)
    let log = DaemonLog(DaemonLog.usualTarget(isInForeground: options.isInForeground))
    let loop = try EventLoop()
    let apps = AppRegistry(directories: AppRegistry.directories(directories))
    let settings = DaemonSettings(
      file: SettingsFile(path: directories.settings), pausePath: directories.state + "/paused",
      clock: options.clock)
    let clock = options.clock
    let installed = InstalledApps(
      path: directories.installedApps, dataDirectories: directories.applicationData,
      clock: InstalledApps.Clock(
        now: { clock.wholeSeconds }, elapsed: { clock.elapsedSeconds }))
    let records = ExtensionRecords(path: directories.extensionRecords)
    // The daemon works without a bus.
    let session = BusConnection.session(options, on: loop)
    let system = BusConnection.system(options, on: loop)
    let extensions = ExtensionHost(
      loop,
      ExtensionHost.Dependencies(
        apps: apps, records: records, groups: session.map { ControlGroups($0, loop: loop) },
        output: ExtensionLog(directory: ExtensionLog.directory(below: directories.state)), log: log,
        clock: options.clock))
    let workers = WorkerHost(options, loop: loop, log: log, extensions: extensions)
    let context = DaemonContext(
      options: options, apps: apps, installed: installed, settings: settings, loop: loop, log: log,
      extensions: extensions, records: records, workers: workers,
      keys: KeyringKeys(.usual(options, session: session)),
      secrets: .usual(options, session: session),
      machine: MachineReadings(below: options.machineDirectory, bus: system),
      starter: AppStarter(
        environment: Environment.all, home: BaseDirectories.current.home, loop: loop,
        hasBus: session != nil, connect: { BusConnection.session(options, on: loop) }))
    let core = context.core
    let ownPrograms = OwnPrograms(
      besides: CurrentProcess.executablePath, and: options.systemExecutables)
    let activated = Self.reachable(sockets.first)
    let isActivated = passed?.isActivated ?? (activated != nil)
    server = ConnectionServer(
      loop: loop,
      judge: PeerJudge(
        apps: apps,
        ownPrograms: ownPrograms,
        installation: CurrentProcess.executablePath.map {
          ServingInstallation(
            daemon: $0, commandLine: ownPrograms.commandLine,
            processIdentifier: CurrentProcess.identifier, isActivated: isActivated)
        },
        trustsClaims: options.trustsClaims, installed: installed, log: log.write),
      conditions: { context.classConditions }, log: log.write,
      makeSession: { peer, sink in core.attach(peer, to: sink, isRemote: true) })
    context.begin(serving: server)
    extensions.begin { [server] launch in server.serve(launch) }
    if let key = passed?.key { context.useKey(key) } else { context.findKey() }
    if let session {
      context.schedule.serve(on: session)
      context.handoff.serve(on: session)
    }
    self.context = context
    self.workers = workers
    buses = (system, session)
    lockMemory = passed?.lockMemory
    self.log = log
    self.manager = manager
    self.lock = lock
    passedHandoff = passed?.handoff
    self.isActivated = isActivated
    isResumed = passed != nil
    signals = Mutex(try SignalListener(for: Self.watchedSignals))
    if let passed {
      let socket = SharedDescriptor(adopting: passed.listener)
      try server.listen(
        on: try SocketListener(
          adopting: socket, at: passed.isActivated ? nil : runtime + "/daemon"))
    } else if let activated {
      try server.listen(on: try SocketListener(adopting: activated))
    } else {
      try server.listen(on: try SocketListener(path: runtime + "/daemon"))
    }
    // Without a watch it serves as well: what is watched for hardly ever happens.
    place = Mutex(try? ServingPlace(runtime, hasOwnSocket: !isActivated))
  }

  /// The socket that systemd passed, where clients reach it. systemd goes on to hold one whose file was removed, and
  /// starting its unit changes nothing; whoever still waits there is sent to the socket that the daemon opens then.
  private static func reachable(_ socket: SharedDescriptor?) -> SharedDescriptor? {
    guard let socket, !SocketListener.isReachable(socket) else { return socket }
    (try? SocketListener(adopting: socket))?.turnAway()
    return nil
  }

  /// The directory of the socket, made if it is missing, and refused when others could put something in
  /// its place.
  private static func runtimeDirectory(
    _ directories: DaemonDirectories
  ) throws(SystemError) -> String {
    guard let runtime = directories.runtime else {
      throw SystemError(
        .notFound, call: "getenv",
        explanation: "XDG_RUNTIME_DIR is not set, so there is no place for the socket.")
    }
    try FileSystem.createDirectory(runtime)
    guard let status = try FileSystem.status(of: runtime), status.kind == .directory,
      status.owner == CurrentProcess.userIdentifier, status.permissions & 0o022 == 0
    else {
      throw SystemError(
        .notPermitted, call: "stat", path: runtime,
        explanation: "\(runtime) belongs to somebody else, or others may write there.")
    }
    return runtime
  }

  // MARK: - Running

  /// Serves until a signal ends it.
  func run() throws(SystemError) {
    let descriptor = signals.withLock { $0.descriptor }
    _ = try context.loop.add(descriptor, for: .readable) { [weak self] _ in self?.takeSignals() }
    try watchPlace()
    askForWhatIsOwed(after: Self.firstAskingTime)
    followLocks()
    context.handoff.begin(passedHandoff)
    manager.tell("READY=1")
    if isResumed {
      log.write(
        DaemonEvent(.executedAgain, "fresneld runs anew: the session was locked."))
    } else {
      log.write(
        DaemonEvent(
          .started, "fresneld \(SoftwareVersion.text) serves.",
          facts: ["ACTIVATED": isActivated ? "1" : "0"]))
    }
    try context.loop.run()
    log.write(DaemonEvent(.stopped, "fresneld ended in good order."))
  }

  /// Has apps asked for what they owe, now and then: those that do not run are asked through their
  /// extensions, and items that soon expire are found so.
  private func askForWhatIsOwed(after delay: Duration) {
    context.loop.after(delay, tolerance: delay / 4) { [weak self] in
      self?.context.core.askForWhatIsOwed()
      self?.context.removal.purgeAside()
      self?.askForWhatIsOwed(after: Self.askingInterval)
    }
  }

  /// Locks and opens the lockable classes together with the session, and runs anew after each lock.
  private func followLocks() {
    workers.begin(
      system: buses.system, session: buses.session, remembering: lockMemory,
      leadingExtensions: { [weak context] app, protection, reason, done in
        context?.leadExtension(of: app, to: protection, reason: reason, done)
      }
    ) { [weak context] conditions in
      var isHeard = false
      for condition in conditions where context?.tellAll(.classChanged(condition)) == true {
        isHeard = true
      }
      context?.core.closedClassesChanged()
      context?.handoff.lockChanged()
      return isHeard
    } locked: { [weak self] in
      self?.context.handoff.lockChanged()
      return self?.runAnew() ?? false
    }
  }

  /// Ends where clients find the daemon no more, so that the next one that they start finds the stores unlocked.
  private func watchPlace() throws(SystemError) {
    guard let descriptor = place.withLock({ $0?.descriptor }) else { return }
    _ = try context.loop.add(descriptor, for: .readable) { [weak self] _ in self?.checkPlace() }
    // Something may have happened before it was noted what is there.
    context.loop.perform { [weak self] in self?.checkPlace() }
  }

  private func checkPlace() {
    guard place.withLock({ $0?.isInPlace() }) == false, !state.withLock(\.isToEndForGood) else {
      return
    }
    log.write(
      DaemonEvent(
        .stopped, "The socket or its directory was removed or replaced; fresneld ends."))
    end()
  }

  private func takeSignals() {
    while let signal = signals.withLock({ $0.next() }) {
      if signal == .hangUp { context.reloadAside() } else { end() }
    }
  }

  /// Ends in good order: changes that were made are committed and answered, extensions and workers
  /// end, then the connections. Not all of that may take longer than ``endingTime``.
  private func end() {
    let isFirst = state.withLock { state in
      defer { (state.isEnding, state.isToEndForGood) = (true, true) }
      return !state.isEnding
    }
    guard isFirst else { return }
    manager.tell("STOPPING=1")
    let (loop, server) = (context.loop, server)
    loop.after(Self.endingTime) { loop.stop() }
    server.stopTaking(saying: GoingAway(reason: .restart, retryAfterMilliseconds: 100))
    context.end { server.end { loop.stop() } }
  }

  // MARK: - After the lock

  /// Runs the program anew, so that nothing that was typed or found is left in memory; on the loop's thread,
  /// when clients know of the lock and no worker lives any more.
  ///
  /// It ends in good order before, as far as that takes no longer than ``endingTime``; what is not answered
  /// by then, clients repeat. The listening socket stays: whoever connects meanwhile waits for a moment.
  ///
  /// - Returns: Whether it does; a process that served nobody has nothing to forget.
  private func runAnew() -> Bool {
    guard context.core.hasServed else { return false }
    let isFirst = state.withLock { state in
      defer { state.isEnding = true }
      return !state.isEnding
    }
    guard isFirst else { return true }
    let (loop, server) = (context.loop, server)
    loop.after(Self.endingTime) { [weak self] in self?.becomeNew() }
    // What the clients had stays on offer, though they are gone for a moment.
    context.handoff.freeze { [context] in
      server.stopTaking(
        saying: GoingAway(reason: .lock, retryAfterMilliseconds: 0), passesListenerOn: true)
      context.end { server.end { [weak self] in self?.becomeNew() } }
    }
    return true
  }

  private func becomeNew() {
    guard !state.withLock(\.isToEndForGood), let listener = server.listeningDescriptor else {
      return context.loop.stop()
    }
    let handoff = context.handoff.release()
    let passed = PassedState(
      listener: listener, lock: lock.rawDescriptor, isActivated: isActivated,
      lockMemory: workers.lockMemory ?? .init(isLockRequested: true, isAsleep: false),
      key: context.core.key(of: .firstUnlock), handoff: handoff?.passed)
    do throws(SystemError) {
      let pipe = try passed.pipe()
      var arguments = CommandLine.arguments
      if let index = arguments.firstIndex(of: "--resumed") {
        arguments.removeSubrange(index...min(index + 1, arguments.count - 1))
      }
      arguments += ["--resumed", "\(pipe.rawValue)"]
      try withExtendedLifetime((pipe, handoff)) { () throws(SystemError) in
        try Reexecution.run(
          arguments, environment: Environment.all.merging(manager.environment) { $1 },
          keeping: passed.descriptors + [pipe.rawValue],
          sparing: handoff.map { [$0.passed.process] } ?? [])
      }
    } catch {
      // The socket's keeper or the next client starts another one.
      log.write(DaemonEvent(.stopped, "fresneld cannot run anew, and ends. \(error.message)"))
      CurrentProcess.exitNow(0)
    }
  }
}
