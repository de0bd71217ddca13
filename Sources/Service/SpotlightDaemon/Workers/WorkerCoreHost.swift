internal import FresnelApps
internal import FresnelPlatform
internal import SpotlightService
internal import SpotlightWire

/// What surrounds the core of a worker: one class, no extensions, and main for everything else.
struct WorkerCoreHost: ServiceHost {
  private let settings: DaemonSettings
  private let log: DaemonLog

  init(_ options: DaemonOptions, log: DaemonLog) {
    settings = DaemonSettings(
      file: SettingsFile(path: options.directories.settings),
      pausePath: options.directories.state + "/paused",
      clock: options.clock)
    self.log = log
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
    done(.failure(Self.elsewhere))
  }

  var startsExtensions: Bool { false }

  func startExtension(
    _ request: SpotlightService.ExtensionRequest,
    _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    done(Self.elsewhere)
  }

  func allowance(of app: AppIdentity) -> AppAllowance { settings.allowance(of: app) }

  func appsHiddenFromSearch() -> Set<String> { settings.appsHiddenFromSearch }

  func log(_ event: LogEvent) {
    log.write(DaemonEvent(event))
  }

  private static let elsewhere = ServiceError(
    .unsupported, "This has to be asked of the daemon, not of a class's channel.")
}
