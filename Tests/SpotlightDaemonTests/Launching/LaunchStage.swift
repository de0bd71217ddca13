import BusTestSupport
import Dispatch
import FresnelApps
import FresnelBus
import FresnelLaunching
import FresnelModel
import FresnelPlatform
import SpotlightService
import SpotlightWire
import Synchronization

@testable import SpotlightDaemon

/// Launching without a daemon around it: an app named Recipes, played by a test.
final class LaunchStage: Sendable {
  let service: LaunchService
  let core: ServiceCore
  private let host: StageHost
  let running: RunningLoop
  private let directory: String
  private let facts: Mutex<LaunchFacts>
  private let presence: Mutex<LaunchDependencies.ItemPresence>
  private let isLocked = Atomic(false)
  private let times = Mutex<[(UInt32?, Bool)]>([])
  private let texts = Mutex<[String]>([])

  static let app = AppIdentity(identifier: "org.example.Recipes")
  static let soup = WireTarget.item(
    scope: IndexScope(app: app.identifier, index: ""), identifier: "soup", action: nil)

  /// Makes the stage.
  ///
  /// - Parameters:
  ///   - program: How the app is started.
  ///   - bus: What stands for the session's bus.
  ///   - running: The loop; `nil` for one of its own.
  ///   - change: Changes how long things may take.
  /// - Throws: An error of the system.
  init(
    program: [String]? = nil, bus: BusConnection? = nil, on running: RunningLoop? = nil,
    _ change: (inout LaunchTimes) -> Void = { _ in }
  ) throws {
    let running = try running ?? RunningLoop()
    self.running = running
    directory = try FileSystem.createTemporaryDirectory(prefix: "fresnel-launch")
    var known = LaunchFacts(appName: "Recipes")
    let manifest = #"{"CFBundleIdentifier": "org.example.Recipes"}"#
    known.manifest = AppManifest.read(Array(manifest.utf8), at: "/recipes.plist").manifest
    known.program = program
    facts = Mutex(known)
    presence = Mutex(.isThere(.firstUnlock))
    let host = StageHost()
    self.host = host
    core = ServiceCore(.embedded(at: directory + "/store"), host: host)
    let stage = WeakStage()
    var dependencies = LaunchDependencies(
      findItem: { _, _, done in done(stage.value?.presence.withLock { $0 } ?? .isGone) },
      facts: { _ in stage.value?.facts.withLock { $0 } ?? LaunchFacts(appName: "") },
      continuationApps: { _ in [] })
    dependencies.isLocked = { stage.value?.isLocked.load(ordering: .relaxed) ?? true }
    dependencies.memory.beginChoice = { _ in
      { _, text in stage.value?.texts.withLock { $0.append(text) } }
    }
    dependencies.memory.noteTime = { _, milliseconds, failed in
      stage.value?.times.withLock { $0.append((milliseconds, failed)) }
    }
    change(&dependencies.times)
    service = LaunchService(
      dependencies,
      AppStarter(
        environment: ["PATH": "/usr/bin:/bin"], home: "/", loop: running.loop, hasBus: bus != nil,
        connect: { bus }),
      loop: running.loop)
    host.service.withLock { $0 = service }
    stage.set(self)
  }

  deinit {
    core.close()
    try? FileSystem.removeTree(directory)
  }

  /// Has what clients say passed on to who offers activities to other devices, too.
  func use(_ handoff: HandoffService) { host.handoff.withLock { $0 = handoff } }

  /// Ends the loop; to be called once, at the end of a test.
  func end() { running.stop() }

  /// Changes what is known of the app.
  func setFacts(_ change: (inout LaunchFacts) -> Void) { facts.withLock { change(&$0) } }
  /// What is known of the item.
  func setPresence(_ value: LaunchDependencies.ItemPresence) { presence.withLock { $0 = value } }
  /// Locks the session.
  func lock() { isLocked.store(true, ordering: .relaxed) }
  /// The times that were remembered, and whether nothing was opened.
  var rememberedTimes: [(milliseconds: UInt32?, failed: Bool)] { times.withLock { $0 } }

  /// What was typed before each choice that was remembered.
  var rememberedTexts: [String] { texts.withLock { $0 } }

  /// Opens something, and waits for what becomes of it.
  func launch(
    _ target: WireTarget = soup, query: String = "", token: String? = nil,
    _ flags: LaunchRequest.Flags = []
  ) async -> Result<Launched, ServiceError> {
    await withCheckedContinuation { continuation in
      service.launch(
        LaunchRequest(target: target, query: query, activationToken: token, flags: flags)
      ) { continuation.resume(returning: $0) }
    }
  }

  /// The cause of a launch's failure, and the sentence; `nil` when it did not fail.
  func problem(_ target: WireTarget = soup) async -> String? {
    guard case .failure(let error) = await launch(target) else { return nil }
    return "\(error.details.first?.value ?? "\(error.code)"): \(error.message)"
  }

  /// The time of a launch, when it is known.
  func time(of launch: UInt64) async -> LaunchTime? {
    let client = StageClient(of: AppIdentity(identifier: "org.fresnel"), role: .tool, in: self)
    return await withCheckedContinuation { continuation in
      let isServed = service.serve(Envelope(.launchTime(launch), request: 1), of: client.session) {
        guard case .success(let reply) = $0, case .launchTimed(let time) = reply.message else {
          return continuation.resume(returning: nil)
        }
        continuation.resume(returning: time)
      }
      if !isServed { continuation.resume(returning: nil) }
    }
  }

  private final class WeakStage: Sendable {
    private struct Reference: @unchecked Sendable {
      // Only read and written under the lock.
      weak var stage: LaunchStage?
    }
    private let reference = Mutex(Reference())
    var value: LaunchStage? { reference.withLock { $0.stage } }
    func set(_ stage: LaunchStage) { reference.withLock { $0.stage = stage } }
  }
}

/// The host of a core whose clients are about launching alone.
private final class StageHost: ServiceHost {
  let service = Mutex<LaunchService?>(nil)
  let handoff = Mutex<HandoffService?>(nil)

  func channel(
    to protection: ProtectionClass, for peer: Peer,
    _ done: @escaping @Sendable (Result<ChannelOffer, ServiceError>) -> Void
  ) {
    done(.failure(ServiceError(.unsupported, "There is none.")))
  }

  func serve(
    _ request: Envelope<ClientMessage>, of session: Session,
    _ done: @escaping @Sendable (Result<HostReply, ServiceError>) -> Void
  ) {
    if service.withLock({ $0 })?.serve(request, of: session, done) != true,
      handoff.withLock({ $0 })?.serve(request, of: session, done) != true
    {
      done(.failure(ServiceError(.unsupported, "There is none.")))
    }
  }

  func startExtension(
    _ request: ExtensionRequest, _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    done(nil)
  }

  func allowance(of app: AppIdentity) -> AppAllowance { .unlimited }
  func appsHiddenFromSearch() -> Set<String> { [] }
  func goneApps() -> Set<String> { [] }
  func note(_ news: SessionNews, of session: Session) {
    service.withLock { $0 }?.note(news, of: session)
    handoff.withLock { $0 }?.note(news, of: session)
  }
  func log(_ event: LogEvent) {}
}

/// A client of an app that says what a test wants.
final class StageClient: SessionSink {
  /// What it does when something is opened in it.
  enum Manner: Sendable {
    /// Says whether it takes it.
    case says(Bool)
    /// Says nothing.
    case hangs
    /// Shows it, and then says yes.
    case shows(Restored.Sign)
    /// Ends.
    case ends
  }

  private let manner: Manner
  private let own = Mutex<Session?>(nil)
  private let heard = Mutex<[DaemonMessage]>([])
  private let queue = DispatchQueue(label: "stage.client")

  init(
    of app: AppIdentity = LaunchStage.app, role: Role = .app, in stage: LaunchStage,
    _ manner: Manner = .says(true)
  ) {
    self.manner = manner
    let peer = Peer(app: app, trust: .executable, role: role, processIdentifier: 1, program: "")
    let session = stage.core.attach(peer, to: self)
    own.withLock { $0 = session }
  }

  /// The client's session.
  var session: Session {
    guard let session = own.withLock({ $0 }) else { preconditionFailure("It is attached.") }
    return session
  }

  /// Takes what is opened in its app from now on.
  func receive(_ kinds: ReceiveActivities.Kinds = .all) {
    session.receive(Envelope(.receive(ReceiveActivities(kinds: kinds)), request: 1))
  }

  /// Has an activity be current in it, or none.
  func setCurrent(_ summary: ActivitySummary?) {
    session.receive(Envelope(.currentChanged(summary)))
  }

  /// What it says when it is to save an activity; nothing as long as it is `nil`.
  let saving = Mutex<ClientMessage?>(nil)

  /// What it was told and asked about launches.
  var messages: [DaemonMessage] { heard.withLock { $0 } }

  /// The identifiers of the items that were opened in it.
  var items: [String] {
    messages.compactMap { message in
      guard case .continueActivity(let request) = message,
        case .text(let text)? = request.activity.userInfo["kCSSearchableItemActivityIdentifier"]
      else { return nil }
      return text
    }
  }

  func send(_ envelope: Envelope<DaemonMessage>) -> Bool {
    heard.withLock { $0.append(envelope.message) }
    let delivery: UInt64
    switch envelope.message {
    case .continueActivity(let request): delivery = request.delivery
    case .openURLs(let request): delivery = request.delivery
    case .saveActivity:
      guard let saved = saving.withLock({ $0 }) else { return true }
      queue.async { self.session.receive(Envelope(saved, request: envelope.request)) }
      return true
    default: return true
    }
    queue.async { [self, manner] in
      switch manner {
      case .hangs: break
      case .ends: session.end()
      case .says(let answer):
        session.receive(Envelope(.continued(answer), request: envelope.request))
      case .shows(let sign):
        session.receive(Envelope(.restored(Restored(delivery: delivery, sign: sign))))
        session.receive(Envelope(.continued(true), request: envelope.request))
      }
    }
    return true
  }

  var takesMore: Bool { true }
  func close(_ reason: Refusal?) {}
}

/// Nothing came of what a test waits for.
struct NothingHappened: Error {}

/// Waits as long as something is so, and no longer than many seconds.
///
/// - Throws: ``NothingHappened``.
func waitWhile(_ isSo: () throws -> Bool) async throws {
  let end = MonotonicClock.nanoseconds + 600_000_000_000
  while try isSo() {
    guard MonotonicClock.nanoseconds < end else { throw NothingHappened() }
    await Task.yield()
  }
}
