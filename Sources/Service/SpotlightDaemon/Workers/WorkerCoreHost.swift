internal import FresnelApps
internal import FresnelPlatform
internal import SpotlightService
internal import SpotlightWire
internal import Synchronization

/// What surrounds the core of a worker: one class, the extensions that main leads here, and main for
/// everything else.
final class WorkerCoreHost: ServiceHost {
  private let options: DaemonOptions
  private let loop: EventLoop
  private let settings: DaemonSettings
  private let extensions: WorkerExtensions
  private let log: DaemonLog
  /// Made when first needed. It keeps the core, which keeps this: both live as long as the process.
  private let contents = Mutex<ContentRequests?>(nil)
  /// Manifests declare types, and of which class history is; nothing else of them matters here. Read when first
  /// needed.
  private let registry = Mutex<AppRegistry?>(nil)

  /// The apps that are gone, as main found.
  private let gone: Mutex<Set<String>>

  init(
    _ options: DaemonOptions, loop: EventLoop, extensions: WorkerExtensions, log: DaemonLog
  ) {
    self.options = options
    self.loop = loop
    self.extensions = extensions
    settings = DaemonSettings(
      file: SettingsFile(path: options.directories.settings),
      pausePath: options.directories.state + "/paused",
      clock: options.clock)
    self.log = log
    // Main tells the person where it can't be read.
    gone = Mutex(InstalledApps.gone(in: options.directories.installedApps) ?? [])
  }

  func channel(
    to protection: ProtectionClass, for peer: Peer,
    _ done: @escaping @Sendable (Result<ChannelOffer, ServiceError>) -> Void
  ) {
    done(.failure(Self.elsewhere))
  }

  func serve(
    _ request: Envelope<ClientMessage>, of session: Session,
    _ done: @escaping @Sendable (Result<HostReply, ServiceError>) -> Void
  ) {
    switch request.message {
    case .promise, .fetchData: _ = contents(of: session.core).serve(request, of: session.peer, done)
    default: done(.failure(Self.elsewhere))
    }
  }

  private func contents(of core: ServiceCore) -> ContentRequests {
    contents.withLock { contents in
      if let contents { return contents }
      // Copies would be plain text in a file that outlives the lock.
      let made = ContentRequests(
        core: core, extensions: extensions, apps: apps, settings: settings, drags: nil, loop: loop)
      contents = made
      return made
    }
  }

  private var apps: AppRegistry {
    registry.withLock { registry in
      let apps =
        registry ?? AppRegistry(directories: AppRegistry.directories(options.directories))
      registry = apps
      return apps
    }
  }

  /// Reads settings and manifests again.
  func reload() {
    settings.reload()
    // Where it can't be read, what was known holds on.
    if let gone = InstalledApps.gone(in: options.directories.installedApps) {
      self.gone.withLock { $0 = gone }
    }
    _ = registry.withLock { $0 }?.reload()
  }

  var startsExtensions: Bool { true }

  func startExtension(
    _ request: SpotlightService.ExtensionRequest,
    _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    extensions.start(request.app, .index, reason: request.reason, done)
  }

  func allowance(of app: AppIdentity) -> AppAllowance { settings.allowance(of: app) }

  func appsHiddenFromSearch() -> Set<String> { settings.appsHiddenFromSearch }

  func goneApps() -> Set<String> { gone.withLock { $0 } }

  func historyRules(of app: AppIdentity) -> HistoryRules {
    HistoryRules(of: app, settings, apps)
  }

  var ordersByChoices: Bool { settings.ranking == .learned }

  var offersFilters: Bool { settings.offersFilters }

  /// No: what was chosen of things in lockable classes is not kept, and so no text is.
  var keepsSearches: Bool { false }

  func appsHiddenFromSuggestions() -> Set<String> { settings.all.hiddenFromSuggestions }

  func log(_ event: LogEvent) {
    log.write(DaemonEvent(event))
  }

  private static let elsewhere = ServiceError(
    .unsupported, "This has to be asked of the daemon, not of a class's channel.")
}
