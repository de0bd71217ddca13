import Dispatch
import FresnelApps
import FresnelPlatform
import SpotlightDaemon
import SpotlightService
import SpotlightWire
import Synchronization
import WireTestSupport

/// A session that answers `clientState` with the number it was asked for, `describe` never, and
/// `abandonReplace` with a megabyte, or with so many MiB, `channel` with a descriptor that the system does
/// not take. It keeps batches until it is told to do them.
final class EchoSession: ConnectionSession {
  let peer: Peer
  let sink: any SessionSink
  let received = Mutex<[ClientMessage]>([])
  private let batches = Mutex<[Envelope<ClientMessage>]>([])
  let readyCount = Atomic<Int>(0)
  let hasEnded = Atomic<Bool>(false)

  init(_ peer: Peer, _ sink: any SessionSink) {
    self.peer = peer
    self.sink = sink
  }

  func receive(_ envelope: Envelope<ClientMessage>) {
    received.withLock { $0.append(envelope.message) }
    switch envelope.message {
    case .clientState(let number):
      reply(.clientStateStored(Array("\(number)".utf8)), to: envelope)
    case .administer(let order):
      reply(.report(order.arguments), to: envelope)
    case .abandonReplace(let number):
      let count = number == 0 ? 1_000_000 : Int(number) << 20
      reply(.report([UInt8](repeating: 7, count: count)), to: envelope)
    case .channel:
      // No file has this number, so that sending fails in another way than at a client that is gone.
      _ = sink.send(
        Envelope(
          .channelOpened(.channel), request: envelope.request,
          descriptors: [SharedDescriptor(adopting: .max)]))
    case .apply: batches.withLock { $0.append(envelope) }
    default: break
    }
  }

  /// How many batches are kept.
  var batchCount: Int { batches.withLock { $0.count } }

  /// Does a batch that is kept, and answers it.
  func doBatch() {
    let batch = batches.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    if let batch { reply(.done, to: batch) }
  }

  private func reply(_ message: DaemonMessage, to envelope: Envelope<ClientMessage>) {
    _ = sink.send(Envelope(message, request: envelope.request))
  }

  func sinkIsReady() { readyCount.add(1, ordering: .relaxed) }

  func end() { hasEnded.store(true, ordering: .releasing) }
}

/// A server of connections with a loop of its own, serving echoes.
final class ConnectionFixture: Sendable {
  let server: ConnectionServer
  let socketPath: String
  let sessions = Mutex<[EchoSession]>([])
  let events = Mutex<[DaemonEvent]>([])
  private let loop: EventLoop
  private let hasStopped = DispatchSemaphore(value: 0)

  init(
    in directory: String, limits: ConnectionLimits = ConnectionLimits(),
    manifests: [AppRegistry.Directory] = [], systemExecutables: [String] = [],
    trustsClaims: Bool = false
  ) throws {
    loop = try EventLoop()
    socketPath = directory + "/daemon"
    let log = Forwarder()
    let judge = PeerJudge(
      apps: AppRegistry(directories: manifests),
      ownPrograms: OwnPrograms(besides: nil, and: systemExecutables), trustsClaims: trustsClaims,
      log: { log.tell($0) })
    let makers = Makers()
    server = ConnectionServer(
      loop: loop, judge: judge, limits: limits,
      conditions: { [ClassCondition(protection: .complete, state: .locked)] },
      log: { log.tell($0) }, makeSession: { makers.make($0, $1) })
    log.target.withLock { $0 = self }
    makers.target.withLock { $0 = self }
    try server.listen(on: try SocketListener(path: socketPath))
    let (loop, hasStopped) = (loop, hasStopped)
    guard
      DetachedThread.start({
        try? loop.run()
        hasStopped.signal()
      })
    else { throw SystemError(.noMemory, call: "pthread_create") }
  }

  /// Ends the loop; the listener goes with the server.
  func stop() {
    server.end { [loop] in loop.stop() }
    hasStopped.wait()
  }

  /// Waits until the loop has done what it was at, and what that led to: whatever it had to send is sent.
  func awaitTurn() {
    for _ in 0..<2 {
      let hasTurned = DispatchSemaphore(value: 0)
      loop.perform { hasTurned.signal() }
      hasTurned.wait()
    }
  }

  /// Waits until something is so, looking again and again.
  func wait(
    for what: @Sendable () -> Bool, timeout: Duration = .seconds(600)
  ) -> Bool {
    let end = MonotonicClock.nanoseconds + UInt64(timeout.components.seconds) * 1_000_000_000
    while !what() {
      if MonotonicClock.nanoseconds > end { return false }
      _ = try? waitForInput(on: [], timeout: .milliseconds(1))
    }
    return true
  }

  /// Told to objects that are made before the fixture is whole.
  private final class Forwarder: Sendable {
    let target = Mutex<ConnectionFixture?>(nil)
    func tell(_ event: DaemonEvent) {
      let target = target.withLock { $0 }
      target?.events.withLock { $0.append(event) }
    }
  }

  private final class Makers: Sendable {
    let target = Mutex<ConnectionFixture?>(nil)
    func make(_ peer: Peer, _ sink: any SessionSink) -> any ConnectionSession {
      let session = EchoSession(peer, sink)
      let target = target.withLock { $0 }
      target?.sessions.withLock { $0.append(session) }
      return session
    }
  }
}

/// Runs a body with a server in a directory of its own.
func withConnections(
  limits: ConnectionLimits = ConnectionLimits(), trustsClaims: Bool = false,
  _ body: (ConnectionFixture) throws -> Void
) throws {
  try FileSystem.withTemporaryDirectory { (directory: String) throws in
    let fixture = try ConnectionFixture(
      in: directory, limits: limits, trustsClaims: trustsClaims)
    defer { fixture.stop() }
    try body(fixture)
  }
}
