internal import FresnelApps
internal import FresnelModel
internal import FresnelPlatform
internal import SpotlightService
internal import SpotlightWire

/// Serves what clients ask for that apps have to give: promises, data of other apps, and imported files.
final class ContentRequests: Sendable {
  private let promises: PromiseService
  private let imports: ImportService
  private let settings: DaemonSettings

  /// Asks apps of the daemon's core.
  ///
  /// - Parameters:
  ///   - core: Serves the apps.
  ///   - extensions: Starts those that do not run.
  ///   - apps: The manifests.
  ///   - settings: What the person allowed.
  ///   - drags: Where copies of files are kept for a while; `nil` when they are not to be on a disk.
  ///   - loop: Ends what takes too long.
  init(
    core: ServiceCore, extensions: any ExtensionHosting, apps: AppRegistry,
    settings: DaemonSettings, drags: String?, loop: EventLoop
  ) {
    let sources = ContentSources(core: core, extensions: extensions)
    let types: @Sendable () -> ContentTypeTree = {
      let registry = ContentTypeRegistry()
      // Types that contradict others are left out, as everywhere.
      _ = registry.declare(apps.catalog.entries.flatMap(\.manifest.contentTypes))
      return registry.snapshot
    }
    let readers = FileReaders(on: loop)
    promises = PromiseService(
      sources, types: types, directory: drags, readers: readers, loop: loop)
    imports = ImportService(
      sources, manifests: { apps.catalog.entries.map(\.manifest) }, types: types, readers: readers)
    self.settings = settings
  }

  /// Serves a request, if it is one of these. Whether a client of this role may make it is decided already.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - peer: Who makes it.
  ///   - done: Told the answer, once.
  /// - Returns: Whether the request is one of these; nothing is told otherwise.
  func serve(
    _ request: Envelope<ClientMessage>, of peer: Peer,
    _ done: @escaping @Sendable (Result<HostReply, ServiceError>) -> Void
  ) -> Bool {
    let reply: ContentReply.Handler = { result in
      done(result.map { HostReply($0.message, descriptors: $0.descriptors) })
    }
    switch request.message {
    case .promise(let wanted): promises.keep(wanted, reply)
    case .importFile(let file):
      imports.importFile(file, request.descriptors.first, of: peer.app, reply)
    case .fetchData(let wanted):
      let isAllowed =
        wanted.app == peer.app.identifier
        || settings.settings(of: peer.app.identifier).mayFetchFrom.contains(wanted.app)
      guard isAllowed else {
        done(
          .failure(
            ServiceError(
              .refused,
              "\(peer.app.identifier) may not have data of \(wanted.app). A person allows it with: "
                + "fresnel settings \(peer.app.identifier) --allow-data-of \(wanted.app)")))
        return true
      }
      promises.fetch(wanted, reply)
    default: return false
    }
    return true
  }
}
