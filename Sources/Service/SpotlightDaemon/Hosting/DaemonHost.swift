internal import Dispatch
internal import FresnelApps
package import FresnelModel
package import SpotlightService
package import SpotlightWire
internal import Synchronization

/// What the daemon does for its core.
package final class DaemonHost: ServiceHost {
  private let settings: DaemonSettings
  private let log: DaemonLog
  private let extensions: any ExtensionHosting
  private let workers: any WorkerHosting
  private let context = Mutex<WeakContext>(WeakContext())
  /// Where verbs run, one after the other.
  private let administration = DispatchQueue(label: "org.fresnel.administration")
  /// Where the lock is done: it does not wait for a doctor who looks at everything.
  private let locking = DispatchQueue(label: "org.fresnel.locking")

  private struct WeakContext {
    weak var context: DaemonContext?
  }

  init(
    settings: DaemonSettings, log: DaemonLog, extensions: any ExtensionHosting,
    workers: any WorkerHosting
  ) {
    self.settings = settings
    self.log = log
    self.extensions = extensions
    self.workers = workers
  }

  /// The daemon is this one. Called once, before anybody is served.
  func begin(in context: DaemonContext) {
    self.context.withLock { $0.context = context }
  }

  /// Calls the closure when the verbs that were ordered so far are done and answered.
  func whenAnswered(_ body: @escaping @Sendable () -> Void) {
    locking.async { [administration] in administration.async(execute: body) }
  }

  // MARK: - ServiceHost

  /// Leads to the worker of a class.
  package func channel(
    to protection: ProtectionClass, for peer: Peer,
    _ done: @escaping @Sendable (Result<ChannelOffer, ServiceError>) -> Void
  ) {
    let publicKey = publicKey(of: protection)
    workers.channel(to: protection, for: peer) { result in
      switch result {
      case .success(let descriptor): done(.success(.open(descriptor, publicKey: publicKey)))
      case .failure(let error) where error.code == .classLocked:
        done(.success(.locked(publicKey: publicKey)))
      case .failure(let error): done(.failure(error))
      }
    }
  }

  /// Asks the worker of the class, which makes the key where the class was never used.
  package func whenKeyIsKnown(
    of protection: ProtectionClass,
    _ done: @escaping @Sendable (_ publicKey: [UInt8]?) -> Void
  ) {
    workers.whenKeyIsKnown(of: protection) { [self] _ in done(publicKey(of: protection)) }
  }

  private func publicKey(of protection: ProtectionClass) -> [UInt8]? {
    workers.conditions.first { $0.protection == protection }?.publicKey
  }

  /// Passes it on to the worker of the class, now or when it can be started.
  package func notePrivate(
    _ index: IndexScope, in protection: ProtectionClass,
    _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    workers.keepPrivate(index, for: protection, done)
  }

  /// Asks the worker of the class.
  package func holdsItems(
    _ index: IndexScope, in protection: ProtectionClass,
    _ done: @escaping @Sendable (Result<Bool, ServiceError>) -> Void
  ) {
    workers.holdsItems(index, in: protection, done)
  }

  /// Keeps it for the worker of the class.
  package func keepSealed(
    _ changes: [UInt8], for protection: ProtectionClass, from peer: Peer,
    _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    workers.keep(changes, for: protection, from: peer, done)
  }

  /// Serves what is not about a store.
  package func serve(
    _ request: Envelope<ClientMessage>, of session: Session,
    _ done: @escaping @Sendable (Result<HostReply, ServiceError>) -> Void
  ) {
    guard let context = context.withLock({ $0.context }) else {
      return done(.failure(ServiceError(.unavailable, "The daemon is ending.")))
    }
    switch request.message {
    case .administer(let order) where AskingVerbs.names.contains(order.verb):
      AskingVerbs.run(order, of: session, in: context) { done($0.map { HostReply(.report($0)) }) }
    case .administer(let order) where order.verb == ListIndexes.name:
      whenKeysAreKnown(in: context) { [administration] in
        administration.async { done(Self.administer(order, in: context)) }
      }
    case .administer(let order):
      let queue = order.verb == LockClasses.name ? locking : administration
      queue.async { done(Self.administer(order, in: context)) }
    case .applySealed(let changes):
      keep(changes, of: session, done)
    case .unlock(let request):
      context.unlock(request) { done($0.map { .failure($0) } ?? .success(HostReply(.done))) }
    default:
      guard !context.launches.serve(request, of: session, done) else { return }
      guard !context.handoff.serve(request, of: session, done) else { return }
      guard !context.contents.serve(request, of: session.peer, done) else { return }
      done(.failure(ServiceError(.unsupported, "This daemon does not serve such requests.")))
    }
  }

  /// Keeps changes to an index whose class is locked.
  private func keep(
    _ changes: SealedChanges, of session: Session,
    _ done: @escaping @Sendable (Result<HostReply, ServiceError>) -> Void
  ) {
    guard let protection = session.protection(ofIndex: changes.handle) else {
      return done(.failure(ServiceError(.refused, "The client has not opened such an index.")))
    }
    guard !allowance(of: session.peer.app).isPaused else { return done(.failure(.paused)) }
    workers.keep(changes.bytes, for: protection, from: session.peer) { error in
      done(error.map { .failure($0) } ?? .success(HostReply(.done)))
    }
  }

  /// How long the indexes are not listed as the keys of their stores are still looked up.
  private static let keyPatience = DispatchTimeInterval.seconds(10)

  /// Runs something once the keys of all stores are known, as searches do: in a daemon that has
  /// just started, stores would be called unreadable that are not. Where a key does not come, it is
  /// run all the same.
  private func whenKeysAreKnown(
    in context: DaemonContext, _ body: @escaping @Sendable () -> Void
  ) {
    let isBegun = Atomic(false)
    let begin = { @Sendable in
      if !isBegun.exchange(true, ordering: .relaxed) { body() }
    }
    context.core.whenKeysAreKnown(begin)
    guard !isBegun.load(ordering: .relaxed) else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.keyPatience, execute: begin)
  }

  private static func administer(
    _ order: Administration, in context: DaemonContext
  ) -> Result<HostReply, ServiceError> {
    do throws(ServiceError) {
      return .success(HostReply(.report(try AdministrationVerbs.run(order, in: context))))
    } catch {
      return .failure(error)
    }
  }

  /// Passes it on to who opens things in apps, and to who offers them to other devices.
  package func note(_ news: SessionNews, of session: Session) {
    guard let context = context.withLock({ $0.context }) else { return }
    context.launches.note(news, of: session)
    context.handoff.note(news, of: session)
  }

  /// Whether extensions are started.
  package var startsExtensions: Bool { !(extensions is NoExtensions) }

  /// Starts an app's extension for what nobody else takes.
  package func startExtension(
    _ request: ExtensionRequest, _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    extensions.start(request.app, .index, reason: request.reason, done)
  }

  /// How much an app may store, as the person decided.
  package func allowance(of app: AppIdentity) -> AppAllowance {
    settings.allowance(of: app)
  }

  /// The apps that the person switched off for the system's search.
  package func appsHiddenFromSearch() -> Set<String> { settings.appsHiddenFromSearch }

  /// The apps that are gone, as far as that is known now.
  package func goneApps() -> Set<String> {
    context.withLock(\.context)?.removal.appsNow() ?? []
  }

  /// The lockable classes that hold something and cannot be read now.
  package func closedClasses() -> [ClassProblem] { workers.closedClasses }

  /// Whether history is kept of an app, as the person decided, and where, as its manifest says.
  package func historyRules(of app: AppIdentity) -> HistoryRules {
    HistoryRules(of: app, settings, context.withLock(\.context)?.apps)
  }

  /// Whether what the person chose before orders what they find, as they decided.
  package var ordersByChoices: Bool { settings.ranking == .learned }

  /// Whether parts of what is typed are offered as filters, as the person decided.
  package var offersFilters: Bool { settings.offersFilters }

  package var keepsSearches: Bool { settings.keepsSearches }

  /// The apps of which the person wants nothing suggested.
  package func appsHiddenFromSuggestions() -> Set<String> { settings.all.hiddenFromSuggestions }

  /// Writes an event to the log.
  package func log(_ event: LogEvent) {
    log.write(DaemonEvent(event))
  }
}

extension DaemonSettings {
  /// How much an app may store, as the person decided.
  func allowance(of app: AppIdentity) -> AppAllowance {
    let decided = settings(of: app.identifier)
    var allowance = AppAllowance()
    allowance.itemCount = decided.itemLimit ?? AppSettings.usualItemLimit
    allowance.byteCount = decided.byteLimit ?? AppSettings.usualByteLimit
    allowance.isPaused = pause != .no
    return allowance
  }

  /// The apps that the person switched off for the system's search.
  package var appsHiddenFromSearch: Set<String> { all.hiddenFromSearch }
}

extension DaemonEvent {
  /// An event of a core.
  init(_ event: LogEvent) {
    self.init(
      event.kind.eventKind, event.message, app: event.app.map { AppIdentity(identifier: $0) },
      protection: event.protection)
  }
}

extension LogEvent.Kind {
  /// The kind under which the daemon logs the core's events.
  fileprivate var eventKind: EventKind {
    switch self {
    case .storeOpened: .storeOpened
    case .storeDamaged: .storeDamaged
    case .storeRolledBack: .storeRolledBack
    case .journalCut: .journalCut
    case .writeFailed: .writeFailed
    case .takenOver: .takenOver
    case .notTakenOver: .notTakenOver
    case .reindexAsked: .reindexAsked
    case .reindexAcknowledged: .reindexAcknowledged
    case .quotaReached: .quotaReached
    case .throttled: .throttled
    case .appRemoved: .appRemoved
    case .stateUnreadable: .stateUnreadable
    }
  }
}
