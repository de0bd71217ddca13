import FresnelApps
import FresnelPlatform
import SpotlightService
import SpotlightWire
import Synchronization
import Testing

@testable import SpotlightDaemon

/// A host on a loop of its own, with an app whose extension is a Perl script, and with connections that
/// speak frames but ask nobody's name.
final class ExtensionStage: Sendable {
  let host: ExtensionHost
  let loop: EventLoop
  let app = AppIdentity(identifier: "com.example.notes")
  let directory: String
  private let (isOver, end) = AsyncStream<Void>.makeStream()
  private let state = Mutex(State())

  private struct State {
    var manifests: [AppIdentity: AppManifest] = [:]
    var now: Int64 = 1_700_000_000
    var kept: [String: ExtensionBackOff] = [:]
    var events: [ExtensionEvent] = []
    var connections: [StageConnection] = []
  }

  /// Times that do not keep a test waiting, and leave it time to ask something however busy the machine is.
  static var shortTimes: ExtensionTimes {
    var times = ExtensionTimes()
    times.idle = .seconds(30)
    times.farewell = .seconds(2)
    times.hastyFarewell = .seconds(2)
    times.termination = .seconds(2)
    return times
  }

  /// The same, but for who does nothing.
  static var idleTimes: ExtensionTimes {
    var times = shortTimes
    times.idle = .milliseconds(300)
    return times
  }

  init(
    in directory: String, times: ExtensionTimes = shortTimes,
    limits: ProcessLimits = ProcessLimits()
  ) throws {
    self.directory = directory
    loop = try EventLoop()
    let box = Box()
    var dependencies = ExtensionHost.Dependencies { app in
      box.stage?.state.withLock { $0.manifests[app] }
    }
    dependencies.times = times
    dependencies.limits = limits
    dependencies.now = { box.stage?.state.withLock { $0.now } ?? 0 }
    dependencies.recall = { app, point in
      box.stage?.state.withLock { $0.kept["\(app.identifier) \(point.rawValue)"] }
    }
    dependencies.remember = { app, point, backOff in
      box.stage?.state.withLock { $0.kept["\(app.identifier) \(point.rawValue)"] = backOff }
    }
    dependencies.log = { event in box.stage?.state.withLock { $0.events.append(event) } }
    host = ExtensionHost(loop, dependencies)
    box.stage = self
    host.begin { [loop] launch in
      let connection = StageConnection(launch, loop)
      box.stage?.state.withLock { $0.connections.append(connection) }
      connection.watch()
    }
    let started = DetachedThread.start { [loop, end] in
      try? loop.run()
      end.finish()
    }
    try #require(started)
  }

  /// Breaks the circle between the host and what it is given.
  private final class Box: Sendable {
    private let held = Mutex<ExtensionStage?>(nil)
    var stage: ExtensionStage? {
      get { held.withLock { $0 } }
      set { held.withLock { $0 = newValue } }
    }
  }

  /// Runs a body with a stage, and ends all that it started.
  static func with(
    times: ExtensionTimes = shortTimes, limits: ProcessLimits = ProcessLimits(),
    _ body: (ExtensionStage) async throws -> Void
  ) async throws {
    let directory = try FileSystem.createTemporaryDirectory(prefix: "fresnel-extensions")
    defer { try? FileSystem.removeTree(directory) }
    let stage = try ExtensionStage(in: directory, times: times, limits: limits)
    let result: Result<Void, any Error>
    do { result = .success(try await body(stage)) } catch { result = .failure(error) }
    await stage.endAll()
    stage.loop.stop()
    for await _ in stage.isOver {}
    try result.get()
  }

  /// Gives an app an extension.
  ///
  /// The script finds `$s`, the socket; `get` reads a frame and gives its kind and number; `say_` writes
  /// one with a kind and a number; it has said hello when it begins, unless it is not to.
  func install(
    _ script: String, of app: AppIdentity? = nil, at point: ExtensionPoint = .index,
    saysHello: Bool = true
  ) throws {
    let app = app ?? self.app
    let source = """
      #!/usr/bin/perl
      use IO::Handle; open(our $s, '+<&=', $ENV{FRESNEL_EXTENSION_SOCKET}) or die;
      sub fetch { my ($n) = @_; my $b = ''; while (length $b < $n) {
        sysread($s, $b, $n - length $b, length $b) or exit 9; } $b }
      sub get { my ($n, $k, $f, $d, $i) = unpack 'VvCCQ<', fetch(16); fetch($n); ($k, $i) }
      sub say_ { my ($k, $i) = @_; syswrite($s, pack('VvCCQ<', 0, $k, 0, 0, $i)); }
      \(saysHello ? "say_(0x1, 0);" : "")
      \(script)
      """
    let path = "\(directory)/\(app.folderName)-\(point).pl"
    // Written by another process: one that is started here meanwhile would have the file open for
    // writing for a moment, and then it can't be run.
    try FileSystem.write(Array(source.utf8), to: path + ".text", permissions: 0o755)
    try #require(try Command("/bin/cp", ["-p", path + ".text", path]).run().isSuccess)
    let list = """
      {"CFBundleIdentifier": "\(app.identifier)", "NSExtension": [
       {"NSExtensionPointIdentifier": "\(point.rawValue)", "FresnelExecutable": "\(path)",
        "NSExtensionAttributes": {"CSSupportedContentTypes": ["public.text"]}}]}
      """
    let read = AppManifest.read(Array(list.utf8), at: "\(directory)/\(app.identifier).plist")
      .manifest
    let manifest = try #require(read)
    state.withLock { state in
      if var known = state.manifests[app] {
        known.extensions.removeAll { $0.point == point }
        known.extensions += manifest.extensions
        state.manifests[app] = known
      } else {
        state.manifests[app] = manifest
      }
    }
  }

  // MARK: - What a test does

  /// Asks for the extension; gives why there is none.
  func start(_ app: AppIdentity? = nil, _ point: ExtensionPoint = .index) async -> ServiceError? {
    await withCheckedContinuation { continuation in
      host.start(app ?? self.app, point, reason: "a test") { continuation.resume(returning: $0) }
    }
  }

  /// Waits until all extensions have ended whose connections have.
  func settle() async {
    while host.report().contains(where: { $0.processIdentifier != nil && !isConnected($0.app) }) {
      await withCheckedContinuation { continuation in
        loop.after(.milliseconds(1)) { continuation.resume() }
      }
    }
  }

  private func isConnected(_ app: AppIdentity) -> Bool {
    state.withLock { $0.connections.last { $0.launch.app == app } }?.isEnded == false
  }

  func endAll() async {
    await withCheckedContinuation { continuation in host.endAll { continuation.resume() } }
  }

  /// The connection of the run that was started last.
  func lastConnection() throws -> StageConnection {
    try #require(state.withLock { $0.connections.last })
  }

  var connectionCount: Int { state.withLock { $0.connections.count } }
  var events: [ExtensionEvent] { state.withLock { $0.events } }
  func pass(seconds: Int64) { state.withLock { $0.now += seconds } }
  var keptCount: Int { state.withLock { $0.kept.count } }
}

/// A connection that takes in whoever says something, and lets a test ask it things.
final class StageConnection: SessionSink, ConnectionSession {
  let launch: ExtensionLaunch
  private let loop: EventLoop
  private let state = Mutex(State())

  private struct State: ~Copyable {
    var decoder = FrameDecoder()
    var token: EventLoop.Token?
    /// What the host put in between.
    var supervised: (any ConnectionSession)?
    var sink: (any SessionSink)?
    var lastRequest: UInt64 = 0
    var waiting: [UInt64: CheckedContinuation<ClientMessage?, Never>] = [:]
    var ended: [CheckedContinuation<Void, Never>] = []
    var isEnded = false
  }

  init(_ launch: ExtensionLaunch, _ loop: EventLoop) {
    self.launch = launch
    self.loop = loop
  }

  /// On the loop's thread.
  func watch() {
    let token = try? loop.add(launch.socket.descriptor.rawValue, for: .readable) { _ in self.read()
    }
    state.withLock { $0.token = token }
  }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let received = buffer.withUnsafeMutableBytes { try? launch.socket.receive(into: $0) }
    guard case .bytes(let count, let descriptors, _)? = received else { return finish() }
    buffer.withUnsafeBytes { bytes in
      state.withLock {
        $0.decoder.append(
          UnsafeRawBufferPointer(rebasing: bytes[..<count]), descriptors: descriptors)
      }
    }
    while let frame = try? state.withLock({ state throws in try state.decoder.next() }) {
      guard let supervised = state.withLock({ $0.supervised }) else {
        // The first is a hello, whatever it says.
        let session = launch.supervise(self) { sink in
          state.withLock { $0.sink = sink }
          return self
        }
        state.withLock { $0.supervised = session }
        continue
      }
      if let envelope = try? FrameParser.envelope(of: frame, as: ClientMessage.self) {
        supervised.receive(envelope)
      }
    }
  }

  private func finish() {
    let (token, supervised, waiting, ended) = state.withLock { state in
      defer { (state.token, state.waiting, state.ended, state.isEnded) = (nil, [:], [], true) }
      return (state.token, state.supervised, state.waiting, state.ended)
    }
    guard let token else { return }
    loop.remove(token)
    launch.socket.shutdown()
    supervised?.end()
    for continuation in waiting.values { continuation.resume(returning: nil) }
    for continuation in ended { continuation.resume() }
  }

  // MARK: - SessionSink

  func send(_ envelope: Envelope<DaemonMessage>) -> Bool {
    guard let frame = try? FrameEncoder.frame(envelope) else { return true }
    _ = frame.bytes.withUnsafeBytes { try? launch.socket.send($0, descriptors: frame.descriptors) }
    return true
  }

  var takesMore: Bool { true }

  func close(_ reason: Refusal?) { loop.perform { self.finish() } }

  // MARK: - ConnectionSession

  func receive(_ envelope: Envelope<ClientMessage>) {
    state.withLock { $0.waiting.removeValue(forKey: envelope.request) }?
      .resume(returning: envelope.message)
  }

  func sinkIsReady() {}
  func end() {}

  // MARK: - What a test does

  /// Asks the extension something; `nil` when the connection ended instead of an answer.
  func ask(_ message: DaemonMessage) async -> ClientMessage? {
    await withCheckedContinuation { continuation in
      let (sink, request) = state.withLock { state -> ((any SessionSink)?, UInt64) in
        if state.isEnded { return (nil, 0) }
        state.lastRequest += 1
        state.waiting[state.lastRequest] = continuation
        return (state.sink, state.lastRequest)
      }
      guard let sink else { return continuation.resume(returning: nil) }
      _ = sink.send(Envelope(message, request: request))
    }
  }

  var isEnded: Bool { state.withLock { $0.isEnded } }

  /// Waits until the connection has ended.
  func untilEnd() async {
    await withCheckedContinuation { continuation in
      let isEnded = state.withLock { state in
        if !state.isEnded { state.ended.append(continuation) }
        return state.isEnded
      }
      if isEnded { continuation.resume() }
    }
  }
}
