import FresnelEngine
import FresnelModel
import FresnelTestSupport
import SpotlightWire
import Synchronization
import Testing

@testable import SpotlightService

/// What becomes of batches that wait when their session ends or their app is removed.
@Suite("Session: held work", .timeLimit(.minutes(30)))
struct HeldWorkTests {
  /// Tells the time that a test has made it.
  private final class TestClock: Sendable {
    private let now = Mutex<UInt64>(1_000_000_000)
    var nanoseconds: UInt64 { now.withLock { $0 } }
    func advance(seconds: UInt64) { now.withLock { $0 += seconds * 1_000_000_000 } }
  }

  /// Runs a body with a core on a machine whose battery is low: the first batch of an app goes on, further
  /// ones wait until the clock has gone on.
  private func withScarcity(_ body: (ServiceCore, TestClock) async throws -> Void) async throws {
    let clock = TestClock()
    var options = CoreOptions.daemon(FaultyStorage())
    options.monotonicClock = { clock.nanoseconds }
    options.intakeReadings = { IntakeReadings(isPowerScarce: true) }
    let core = ServiceCore(options, host: TestHost())
    defer { core.close() }
    try await body(core, clock)
  }

  /// Lets through what waits of an app: at each look one batch, as the next one has to wait until that is
  /// paid for.
  private func release(_ core: ServiceCore, _ clock: TestClock) {
    for _ in 0..<4 {
      clock.advance(seconds: 60)
      core.governor.look(at: mail.identifier)
    }
  }

  /// Puts an item into another index of the app: when it is there, all that was let through before is done.
  private func settle(_ core: ServiceCore, _ clock: TestClock) async throws -> TestClient {
    let client = TestClient(core, mail)
    let handle = try await client.open("last")
    let put = client.send(
      .apply(ApplyBatch(handle: handle, operations: [.put([try encoded(item("last"))])])))
    release(core, clock)
    #expect(await client.reply(to: put).failure == nil)
    return client
  }

  private func hold(_ identifiers: [String], _ client: TestClient, _ handle: UInt32) throws {
    for identifier in identifiers {
      client.send(
        .apply(ApplyBatch(handle: handle, operations: [.put([try encoded(item(identifier))])])))
    }
  }

  private func beginReplacing(_ client: TestClient, _ handle: UInt32) async throws -> UInt32 {
    let reply = await client.ask(.beginReplace(BeginReplacement(handle: handle)))
    guard case .replacementBegun(let staging) = reply else { throw TestFailure("\(reply)") }
    return staging
  }

  @Test("what waits is stored though the connection ends")
  func endedSession() async throws {
    try await withScarcity { core, clock in
      let client = TestClient(core, mail)
      let handle = try await client.open("a")
      #expect(try await client.put([item("1")], handle) == nil)
      try hold(["2"], client, handle)
      client.session.end()
      release(core, clock)
      #expect(try await settle(core, clock).identifiers() == ["1", "2", "last"])
    }
  }

  @Test(
    "what waits of an app that is removed is not stored afterwards, connected or not",
    arguments: [true, false])
  func removedApp(isConnected: Bool) async throws {
    try await withScarcity { core, clock in
      let client = TestClient(core, mail)
      let handle = try await client.open("a")
      #expect(try await client.put([item("1")], handle) == nil)
      try hold(["2", "3"], client, handle)
      if !isConnected { client.session.end() }
      let error = await withCheckedContinuation { continuation in
        core.removeApp(mail) { continuation.resume(returning: $0) }
      }
      #expect(error == nil)
      release(core, clock)
      #expect(try await settle(core, clock).identifiers() == ["last"])
    }
  }

  @Test("what waits to be gathered aside is dropped with the connection, and nobody ever sees it")
  func gatheredAside() async throws {
    try await withScarcity { core, clock in
      let client = TestClient(core, mail)
      let handle = try await client.open("a")
      let staging = try await beginReplacing(client, handle)
      #expect(try await client.put([item("new1")], staging) == nil)
      try hold(["new2"], client, staging)
      client.session.end()
      release(core, clock)
      #expect(try await settle(core, clock).identifiers() == ["last"])
      let window = TestClient(core, notes, role: .surface)
      #expect(try await window.identifiers(reach: .system) == ["last"])
      for store in core.stores {
        let scopes = try store.snapshot().knownScopes
        #expect(!scopes.contains(where: ScopeName.isStaging))
      }
    }
  }

  @Test("a replacement that was to follow what waits does not happen when the connection ends")
  func waitingReplacement() async throws {
    try await withScarcity { core, clock in
      let client = TestClient(core, mail)
      let handle = try await client.open("a")
      #expect(try await client.put([item("old")], handle) == nil)
      let staging = try await beginReplacing(client, handle)
      try hold(["new1", "new2"], client, staging)
      client.send(.commitReplace(CommitReplacement(handle: staging)))
      client.session.end()
      release(core, clock)
      #expect(try await settle(core, clock).identifiers() == ["last", "old"])
    }
  }

  @Test("what was gathered aside is dropped once: its name may be another's afterwards")
  func usedAgain() async throws {
    try await withScarcity { core, clock in
      let client = TestClient(core, mail)
      let staging = try await beginReplacing(client, try await client.open("a"))
      #expect(try await client.put([item("1")], staging) == nil)
      try hold(["2"], client, staging)
      client.send(.abandonReplace(staging))
      client.session.end()
      // Until the name is free again, the next one has another.
      let next = TestClient(core, mail)
      let handle = try await next.open("a")
      for store in core.stores { store.performAndWait {} }
      let other = try await beginReplacing(next, handle)
      let puts = try ["3", "4"].map { identifier in
        next.send(
          .apply(ApplyBatch(handle: other, operations: [.put([try encoded(item(identifier))])])))
      }
      release(core, clock)
      for put in puts { #expect(await next.reply(to: put).failure == nil) }
      #expect(await next.ask(.commitReplace(CommitReplacement(handle: other))).failure == nil)
      #expect(try await next.identifiers() == ["3", "4"])
    }
  }

  /// Tells when nobody holds it any more.
  private final class TestCharge: PayloadCharge {
    private let end: AsyncStream<Never>.Continuation
    init(_ end: AsyncStream<Never>.Continuation) { self.end = end }
    deinit { end.finish() }
    func grow(by byteCount: Int) {}
  }

  @Test("a batch is charged until it is done, though the connection has ended before")
  func charges() async throws {
    try await withScarcity { core, clock in
      let (ends, continuation) = AsyncStream.makeStream(of: Never.self)
      weak var charge: TestCharge?
      let client = TestClient(core, mail)
      let handle = try await client.open("a")
      #expect(try await client.put([item("1")], handle) == nil)
      do {
        let batch = ApplyBatch(handle: handle, operations: [.put([try encoded(item("2"))])])
        var envelope = Envelope(ClientMessage.apply(batch), request: 100)
        let taken = TestCharge(continuation)
        charge = taken
        envelope.charge = taken
        client.session.receive(envelope)
      }
      client.session.end()
      #expect(charge != nil)
      release(core, clock)
      for await _ in ends {}
      #expect(charge == nil)
      #expect(try await settle(core, clock).identifiers() == ["1", "2", "last"])
    }
  }
}
