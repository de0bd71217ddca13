import BusTestSupport
import DesktopService
import FresnelBus
import FresnelModel
import FresnelPlatform
import SearchSurface
import SpotlightClient
import SpotlightWire
import WireTestSupport

/// A daemon with items, a bus of its own, and the providers on that bus, in this process.
final class ProviderStage {
  let daemon: DaemonProcess
  let bus: PrivateBus
  private let running: RunningLoop
  private let connection: ServiceConnection
  private let service: DesktopService

  static let app = "com.example.notes"

  /// What differs from one stage to another.
  struct Options {
    /// How long the providers wait for the daemon.
    var patience = Duration.seconds(600)
    /// Starts programs.
    var starter: ProgramStarter?
    /// Done on the bus before the providers are there.
    var before: (Shell) async throws -> Void = { _ in }
  }

  /// Starts the providers on a bus, for a daemon that runs and trusts claims.
  init(_ daemon: DaemonProcess, _ options: Options = Options()) async throws {
    self.daemon = daemon
    bus = try PrivateBus()
    running = try RunningLoop()
    try await options.before(Shell(try .open(.address(bus.address), on: running.loop)))
    connection = ServiceConnection(
      daemonAt: daemon.socketPath, claiming: AppIdentity(identifier: "org.fresnel.desktop"),
      role: .surface)
    service = try DesktopService(
      on: running.loop, connection: connection, session: .address(bus.address),
      // Nobody listens there: logind says nothing in these tests.
      system: .address("unix:path=\(daemon.directory)/no-bus"),
      searchProgram: "\(daemon.directory)/fresnel", patience: options.patience,
      starter: options.starter,
      directories: BaseDirectories(
        environment: ["XDG_DATA_HOME": daemon.directory + "/data"], home: daemon.directory))
    let service = service
    let problem: String? = await withCheckedContinuation { continuation in
      service.begin(ready: { continuation.resume(returning: $0) }, ended: {})
    }
    if let problem { throw SystemError(.notFound, call: "begin", explanation: problem) }
  }

  /// Ends what this process runs. The daemon is not ended.
  func end() {
    connection.close()
    running.stop()
    bus.end()
  }

  /// Waits until all that came to the providers before is taken in.
  func settle() async { await running.settle() }

  /// Somebody on the bus.
  func shell() throws -> Shell { Shell(try .open(.address(bus.address), on: running.loop)) }

  /// Runs a body with a daemon and the providers.
  static func with(
    _ options: Options = Options(), _ body: (ProviderStage) async throws -> Void
  ) async throws {
    let directory = try FileSystem.createTemporaryDirectory(prefix: "fresnel-providers")
    defer { try? FileSystem.removeTree(directory) }
    let daemon = try DaemonProcess(in: directory, options: ["--trust-claims"])
    try daemon.start()
    defer { daemon.kill() }
    let stage = try await ProviderStage(daemon, options)
    defer { stage.end() }
    try await body(stage)
  }

  /// Has an app index items, in a class; those of a lockable one over a connection to it.
  func index(
    _ items: [Item], in name: String = "", _ protection: ProtectionClass? = nil,
    of identifier: String = app
  ) throws {
    let app = try RawClient(path: daemon.socketPath)
    try app.shakeHands(claiming: identifier)
    var client = app
    var handle: UInt32
    if let protection, protection.isLockable {
      guard case .open(let channel, let index) = try app.openLockable(name, protection) else {
        throw RawClient.Failure.nothingCame
      }
      (client, handle) = (channel, index)
    } else {
      handle = try app.open(name, protection)
    }
    let encoded = try items.map { try EncodedItem(opening: try ItemCodec.encode($0)) }
    let answer = try client.ask(.apply(ApplyBatch(handle: handle, operations: [.put(encoded)])))
    guard case .done = answer else { throw RawClient.Failure.unexpected(answer.kind) }
  }

  /// An item with a title and more.
  static func item(
    _ identifier: String, _ title: String, _ attributes: [AttributeID: AttributeValue] = [:]
  ) -> Item {
    var item = Item(uniqueIdentifier: identifier)
    item.attributes[.title] = .string(title)
    for (key, value) in attributes { item.attributes[key] = value }
    return item
  }
}

/// A program on the bus that calls the providers as a shell does.
struct Shell: Sendable {
  let connection: BusConnection

  init(_ connection: BusConnection) { self.connection = connection }

  /// Calls a method and waits for the reply without holding a thread.
  func call(_ call: BusCall) async -> BusReply {
    await withCheckedContinuation { continuation in
      connection.call(call, timeout: .seconds(600)) { continuation.resume(returning: $0) }
    }
  }

  /// Calls the provider for GNOME.
  func gnome(_ member: String, _ arguments: [BusValue]) async -> BusReply {
    await call(
      BusCall(
        to: GNOMEProvider.busName, GNOMEProvider.path, GNOMEProvider.interface, member, arguments))
  }

  /// Calls the provider for KRunner.
  func krunner(_ member: String, _ arguments: [BusValue] = []) async -> BusReply {
    await call(
      BusCall(
        to: KRunnerProvider.busName, KRunnerProvider.path, KRunnerProvider.interface, member,
        arguments))
  }

  /// The identifiers that GNOME's first search gives.
  func results(_ terms: String...) async throws -> [String] {
    try Self.texts(await gnome("GetInitialResultSet", [list(terms)]))
  }

  /// The names of results.
  func names(_ identifiers: [String]) async throws -> [String] {
    try await metas(identifiers).map { $0["name"]?.text ?? "" }
  }

  /// The descriptions of results.
  func metas(_ identifiers: [String]) async throws -> [BusValue] {
    try await gnome("GetResultMetas", [list(identifiers)]).get().first?.elements ?? []
  }

  /// The texts of a reply that is one list.
  static func texts(_ reply: BusReply) throws -> [String] {
    try reply.get().first?.elements?.compactMap(\.text) ?? []
  }
}

extension Shell {
  /// Takes the name of GNOME's screen saver, and says whether it is active.
  func serveScreenSaver(isActive: Bool) async throws {
    try connection.serve(
      BusObject("/org/gnome/ScreenSaver", "org.gnome.ScreenSaver") { _, _ in
        .success([.bool(isActive)])
      })
    _ = await withCheckedContinuation { continuation in
      connection.requestName("org.gnome.ScreenSaver") { continuation.resume(returning: $0) }
    }
  }

  /// Tells that the screen saver became active or ended.
  func tellScreenSaver(isActive: Bool) throws {
    try connection.emit(
      BusSignal("/org/gnome/ScreenSaver", "org.gnome.ScreenSaver", "ActiveChanged"),
      [.bool(isActive)])
  }

  /// Searches until something is found, or nothing.
  func search(_ word: String, untilEmpty isEmpty: Bool) async throws {
    while try await results(word).isEmpty != isEmpty { await Task.yield() }
  }
}

/// A list of texts.
func list(_ texts: [String]) -> BusValue { .array(element: "s", texts.map(BusValue.string)) }

/// The name of the error of a reply.
func errorName(_ reply: BusReply) -> String? {
  if case .failure(let error) = reply { error.name } else { nil }
}
