internal import Dispatch
package import FresnelApps
package import FresnelPlatform
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
  /// When the daemon started, in nanoseconds of ``MonotonicClock``.
  package let startMoment = MonotonicClock.nanoseconds
  private let host: DaemonHost
  private let state = Mutex(State())

  private struct State {
    var server: ConnectionServer?
  }

  /// Puts the parts together.
  package init(
    options: DaemonOptions, apps: AppRegistry, settings: DaemonSettings, loop: EventLoop,
    log: DaemonLog, extensions: any ExtensionHosting, workers: any WorkerHosting,
    keys: any ClassKeys
  ) {
    self.options = options
    self.apps = apps
    self.settings = settings
    self.loop = loop
    self.log = log
    self.extensions = extensions
    self.workers = workers
    host = DaemonHost(
      settings: settings, log: log, extensions: extensions, workers: workers)
    core = ServiceCore(
      Self.coreOptions(options.directories, key: Self.key(from: keys)), host: host)
    host.begin(in: self)
  }

  /// The stores of the daemon's own process: the plain one, which the command line shares, and that of the
  /// default class.
  private static func coreOptions(
    _ directories: DaemonDirectories, key: CoreOptions.ClassDirectory.Key
  ) -> CoreOptions {
    func ledger(of protection: ProtectionClass) -> String {
      "\(directories.classes)/\(protection.name)/ledger"
    }
    var options = CoreOptions(directories: [
      CoreOptions.ClassDirectory(
        classes: [.none], store: directories.plainStore, ledger: ledger(of: .none)),
      CoreOptions.ClassDirectory(
        classes: [.firstUnlock],
        store: "\(directories.classes)/\(ProtectionClass.firstUnlock.name)/store",
        ledger: ledger(of: .firstUnlock), key: key),
    ])
    options.leadsElsewhere = true
    options.positionsPath = directories.positions
    options.noteSurroundings(directories)
    return options
  }

  /// The key of the default class, when it is at hand.
  private static func key(from keys: any ClassKeys) -> CoreOptions.ClassDirectory.Key {
    let found = Mutex<EncryptionKey?>(nil)
    keys.key(of: .firstUnlock) { result in
      found.withLock { $0 = try? result.get() }
    }
    return found.withLock { $0.map { .given($0) } } ?? .awaited
  }

  // MARK: - Connections

  /// The connections are these from now on. Called once, before anybody is served.
  func begin(serving server: ConnectionServer) {
    state.withLock { $0.server = server }
  }

  /// The clients that are connected.
  package var peers: [Peer] { state.withLock { $0.server }?.peers ?? [] }

  /// Says something to all clients.
  package func tellAll(_ message: DaemonMessage) {
    state.withLock { $0.server }?.tellAll(message)
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
    log.write(DaemonEvent(.settingsChanged, "The settings were read again."))
    let change = apps.reload()
    if !change.isEmpty {
      log.write(
        DaemonEvent(
          .manifestsChanged,
          "The manifests were read again: \(change.added.count) apps are new, "
            + "\(change.changed.count) changed, \(change.removed.count) gone."))
    }
    return change
  }

  /// Ends extensions and workers, and closes the stores after the changes made so far.
  ///
  /// - Parameter done: Called once, on any thread.
  func end(_ done: @escaping @Sendable () -> Void) {
    let group = DispatchGroup()
    group.enter()
    extensions.endAll { group.leave() }
    group.enter()
    workers.endAll { group.leave() }
    group.notify(queue: .global()) { [core] in
      core.close()
      done()
    }
  }
}
