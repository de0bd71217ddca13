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
  /// Held as long as the process lives.
  private let lock: LockFile
  private let signals: Mutex<SignalListener>
  private let state = Mutex(State())

  private struct State {
    var isEnding = false
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
  init(
    _ options: DaemonOptions, sockets: [SharedDescriptor], manager: ServiceManager
  ) throws(SystemError) {
    let directories = options.directories
    let runtime = try Self.runtimeDirectory(directories)
    let lock = try LockFile(locking: runtime + "/lock")
    for directory in [directories.data, directories.state, directories.configuration] {
      try FileSystem.createDirectory(directory)
    }
    let log = DaemonLog(DaemonLog.usualTarget(isInForeground: options.isInForeground))
    let loop = try EventLoop()
    let apps = AppRegistry(directories: AppRegistry.directories(directories))
    let settings = DaemonSettings(
      file: SettingsFile(path: directories.settings), pausePath: directories.state + "/paused",
      clock: options.clock)
    let records = ExtensionRecords(path: directories.extensionRecords)
    // The daemon works without a bus.
    let session = BusConnection.session(options, on: loop)
    let system = BusConnection.system(options, on: loop)
    let extensions = ExtensionHost(
      loop,
      ExtensionHost.Surroundings(
        apps: apps, records: records, groups: session.map { ControlGroups($0, loop: loop) },
        log: log, clock: options.clock))
    let workers = WorkerHost(options, loop: loop, log: log, extensions: extensions)
    let context = DaemonContext(
      options: options, apps: apps, settings: settings, loop: loop, log: log,
      extensions: extensions, records: records, workers: workers,
      keys: KeyringKeys(.usual(options, session: session)),
      machine: MachineReadings(below: options.machineDirectory, bus: system))
    let core = context.core
    server = ConnectionServer(
      loop: loop,
      judge: PeerJudge(
        apps: apps,
        ownPrograms: OwnPrograms(
          besides: CurrentProcess.executablePath, and: options.systemExecutables),
        trustsClaims: options.trustsClaims, log: log.write),
      conditions: { context.classConditions }, log: log.write,
      makeSession: { peer, outlet in core.attach(peer, to: outlet, isRemote: true) })
    context.begin(serving: server)
    extensions.begin { [server] launch in server.serve(launch) }
    workers.begin(
      system: system, session: session,
      leadingExtensions: { [weak context] app, protection, reason, done in
        context?.leadExtension(of: app, to: protection, reason: reason, done)
      }
    ) { [weak context] conditions in
      for condition in conditions { context?.tellAll(.classChanged(condition)) }
    }
    context.findKey()
    if let session { context.schedule.serve(on: session) }
    self.context = context
    self.log = log
    self.manager = manager
    self.lock = lock
    isActivated = !sockets.isEmpty
    signals = Mutex(try SignalListener(for: Self.watchedSignals))
    if let socket = sockets.first {
      try server.listen(on: try SocketListener(adopting: socket))
    } else {
      try server.listen(on: try SocketListener(path: runtime + "/daemon"))
    }
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
    askForWhatIsOwed(after: Self.firstAskingTime)
    manager.tell("READY=1")
    log.write(
      DaemonEvent(
        .started, "fresneld \(SoftwareVersion.text) serves.",
        facts: ["ACTIVATED": isActivated ? "1" : "0"]))
    try context.loop.run()
    log.write(DaemonEvent(.stopped, "fresneld ended in good order."))
  }

  /// Has apps asked for what they owe, now and then: those that do not run are asked through their
  /// extensions, and items that soon expire are found so.
  private func askForWhatIsOwed(after delay: Duration) {
    context.loop.after(delay, tolerance: delay / 4) { [weak self] in
      self?.context.core.askForWhatIsOwed()
      self?.askForWhatIsOwed(after: Self.askingInterval)
    }
  }

  private func takeSignals() {
    while let signal = signals.withLock({ $0.next() }) {
      if signal == .hangUp { context.reload() } else { end() }
    }
  }

  /// Ends in good order: changes that were made are committed and answered, extensions and workers
  /// end, then the connections. Not all of that may take longer than ``endingTime``.
  private func end() {
    let isFirst = state.withLock { state in
      defer { state.isEnding = true }
      return !state.isEnding
    }
    guard isFirst else { return }
    manager.tell("STOPPING=1")
    let (loop, server) = (context.loop, server)
    loop.after(Self.endingTime) { loop.stop() }
    server.stopTaking(saying: GoingAway(reason: .restart, retryAfterMilliseconds: 100))
    context.end { server.end { loop.stop() } }
  }
}
