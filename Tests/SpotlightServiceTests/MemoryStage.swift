import FresnelModel
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire

/// A core with items of some apps, of which a person chooses some after typing, and finds them again.
final class MemoryStage {
  /// What was found of one item.
  struct Found: Hashable {
    let identifier: String
    let score: Double
  }

  let timers: TestTimers
  let host = TestHost()
  let core: ServiceCore
  /// What the person types into.
  let surface: TestClient
  private var clients: [AppIdentity: TestClient] = [:]
  private var handles: [String: UInt32] = [:]
  /// The request of the live search.
  var watched: UInt64 = 0

  /// Makes a core that has no items.
  ///
  /// - Parameters:
  ///   - timers: The clock, which several stages may share.
  ///   - storage: Where its stores are.
  ///   - change: Changes what it serves.
  init(
    _ timers: TestTimers = TestTimers(), in storage: FaultyStorage = FaultyStorage(),
    _ change: (inout CoreOptions) -> Void = { _ in }
  ) {
    self.timers = timers
    var options = CoreOptions.daemon(storage)
    timers.use(in: &options)
    change(&options)
    core = ServiceCore(options, host: host)
    surface = TestClient(core, AppIdentity(identifier: "org.fresnel.Window"), role: .surface)
  }

  deinit { core.close() }

  /// The connection of an app.
  func client(_ app: AppIdentity) -> TestClient {
    let client = clients[app] ?? TestClient(core, app)
    clients[app] = client
    return client
  }

  /// The index that each app has in a protection class.
  static func index(_ protection: ProtectionClass) -> String {
    protection == .none ? "plain" : "a"
  }

  /// Changes an app's index of a protection class.
  func apply(
    _ operations: [WireOperation], of app: AppIdentity = mail,
    _ protection: ProtectionClass = .firstUnlock
  ) async throws {
    let name = "\(app.identifier) \(protection.rawValue)"
    let handle: UInt32
    if let known = handles[name] {
      handle = known
    } else {
      handle = try await client(app).open(Self.index(protection), protection)
      handles[name] = handle
    }
    if let failure = await client(app).apply(operations, handle) { throw failure }
  }

  /// Puts items into an app's index of a protection class.
  func put(
    _ items: [Item], of app: AppIdentity = mail, _ protection: ProtectionClass = .firstUnlock
  ) async throws {
    try await apply([.put(try items.map { try encoded($0) })], of: app, protection)
  }

  /// The person chooses an item, so many seconds after what happened last.
  func choose(
    _ identifier: String, after text: String, of app: AppIdentity = mail,
    _ protection: ProtectionClass = .firstUnlock, seconds: Double = 11
  ) async {
    timers.advance(seconds: seconds)
    core.noteChoice(
      .item(index: Self.index(protection), identifier: identifier), of: app, in: protection,
      after: text)
    await settle(app)
  }

  /// Waits for what was told of choices of an app before.
  func settle(_ app: AppIdentity = mail) async {
    await withCheckedContinuation { done in core.whenChoicesAreKept(of: app) { done.resume() } }
  }

  /// The settings of apps have changed.
  func settingsChanged() async {
    await withCheckedContinuation { done in core.settingsChanged { _ in done.resume() } }
  }

  /// The person has what is kept deleted.
  func deleteHistory(_ request: DeleteHistory) async throws {
    let result = await withCheckedContinuation { continuation in
      core.deleteHistory(request) { continuation.resume(returning: $0) }
    }
    _ = try result.get()
  }

  /// The search for a text. It is settled, so that what was acknowledged is there.
  static func request(
    _ text: String, _ reach: SearchReach = .system, limit: UInt64 = 10,
    form: SpotlightWire.SearchRequest.Form = .typed,
    flags: SpotlightWire.SearchRequest.Flags = []
  ) -> ClientMessage {
    .search(
      SearchRequest(
        form: form, text: text, reach: reach, limit: limit, flags: flags, isSettled: true))
  }

  /// What the person finds, or an app.
  func hits(
    _ text: String, _ reach: SearchReach = .system, limit: UInt64 = 10,
    by client: TestClient? = nil
  ) async throws -> [Found] {
    let reply = await (client ?? surface).ask(Self.request(text, reach, limit: limit))
    guard case .found(let results) = reply else { throw TestFailure("\(reply)") }
    return results.hits.map {
      Found(identifier: $0.item.uniqueIdentifier, score: $0.score)
    }
  }

  /// The identifiers of what the person finds, or an app.
  func found(
    _ text: String, _ reach: SearchReach = .system, limit: UInt64 = 10,
    by client: TestClient? = nil
  ) async throws -> [String] {
    try await hits(text, reach, limit: limit, by: client).map(\.identifier)
  }

  /// The person chooses an item thrice while no time passes: a live search that has to run again does so at once.
  func chooseThrice(_ identifier: String, afterTextsThatBeginWith text: String) async {
    for end in ["", "a", "ab"] { await choose(identifier, after: text + end, seconds: 0) }
  }

  /// Begins a live search.
  func watch(_ text: String) { watched = surface.send(Self.request(text, flags: .isLive)) }

  /// The first list of the live search that is as wanted, as soon as it is there.
  func list(where isWanted: @escaping @Sendable ([String]) -> Bool) async throws -> [String] {
    let watched = watched
    @Sendable func identifiers(_ envelope: Envelope<DaemonMessage>) -> [String]? {
      guard envelope.request == watched else { return nil }
      switch envelope.message {
      case .found(let results): return results.hits.map(\.item.uniqueIdentifier)
      case .answered(let answer): return answer.hits.map(\.item.uniqueIdentifier)
      default: return nil
      }
    }
    let envelope = try await surface.sink.message { identifiers($0).map(isWanted) ?? false }
    return identifiers(envelope) ?? []
  }
}

/// Items of which those with greater numbers answer "nap" worse.
func naps(_ count: Int, _ prefix: String = "") -> [Item] {
  (0..<count).map { number in
    item(
      "\(prefix)\(number)",
      title: (number == 0 ? "" : "A long book ") + "naps \(number)")
  }
}
