import FresnelModel
import FresnelTestSupport
import SpotlightService
import SpotlightWire
import Synchronization
import Testing

@Suite("Asking apps, and what was sealed", .timeLimit(.minutes(30)))
struct AskingTests {
  private let question = DaemonMessage.provideItems(WantedItems(index: "a", identifiers: ["1"]))

  private func ask(
    _ core: ServiceCore, deadline: Duration = .seconds(600)
  ) -> Log<Result<Envelope<ClientMessage>, ServiceError>> {
    let log = Log<Result<Envelope<ClientMessage>, ServiceError>>()
    core.ask(mail, index: "a", for: .items, question, deadline: deadline) { log.append($0) }
    return log
  }

  @Test("the connection that takes the request for the index is asked, and its answer comes back")
  func connection() async throws {
    try await withCore { core in
      #expect(throws: ServiceError.self) { try ask(core).values.first?.get() }
      let (idle, client) = (TestClient(core, mail), TestClient(core, mail))
      _ = try await idle.open("a")
      _ = try await client.open("a", methods: .items)
      let log = ask(core)
      let asked = try await client.sink.message { $0.message.kind == .provideItems }
      #expect(asked.message == question)
      client.session.receive(Envelope(.itemsProvided([]), request: asked.request))
      #expect(try log.values.first?.get().message == .itemsProvided([]))
      let lost = ask(core)
      client.session.end()
      #expect(throws: ServiceError.self) { try lost.values.first?.get() }
    }
  }

  @Test("an answer that does not come in time is given up, and one that comes late is passed over")
  func deadline() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      _ = try await client.open("a", methods: .items)
      let failure = await withCheckedContinuation { continuation in
        core.ask(mail, index: "a", for: .items, question, deadline: .milliseconds(1)) {
          continuation.resume(returning: $0)
        }
      }
      #expect(throws: ServiceError.self) { try failure.get() }
      let asked = try await client.sink.message { $0.message.kind == .provideItems }
      client.session.receive(Envelope(.itemsProvided([]), request: asked.request))
    }
  }

  @Test("a request that was given up keeps its slot until the client has answered it")
  func slots() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      _ = try await client.open("a", methods: .items)
      @Sendable func asked() -> [UInt64] {
        client.sink.envelopes.filter { $0.message.kind == .provideItems }.map(\.request)
      }
      for _ in 0..<WireLimits.callbackSlots {
        await withCheckedContinuation { continuation in
          core.ask(mail, index: "a", for: .items, question, deadline: .milliseconds(1)) { _ in
            continuation.resume()
          }
        }
      }
      #expect(asked().count == WireLimits.callbackSlots)
      // Nine at a time would break the protocol.
      let log = ask(core)
      #expect(asked().count == WireLimits.callbackSlots)
      client.session.receive(Envelope(.itemsProvided([]), request: asked()[3]))
      #expect(asked().count == WireLimits.callbackSlots + 1)
      #expect(log.values.isEmpty)
      let last = try #require(asked().last)
      client.session.receive(Envelope(.itemsProvided([]), request: last))
      #expect(try log.values.first?.get().message == .itemsProvided([]))
    }
  }

  @Test("sealed changes are carried out; items that cannot be stored are asked for, also later")
  func sealed() async throws {
    let storage = FaultyStorage()
    var options = CoreOptions.daemon(storage)
    options.directories.removeLast()
    let core = ServiceCore(options, host: TestHost())
    var bytes = try ItemCodec.encode(item("bad", title: "Letter"))
    bytes[bytes.count - 1] = 0xFF
    let bad = try EncodedItem(opening: bytes)
    func carryOut(_ batch: SealedBatch) async -> ServiceError? {
      await withCheckedContinuation { continuation in
        core.carryOut(batch, of: mail) { continuation.resume(returning: $0) }
      }
    }
    #expect(
      await carryOut(
        SealedBatch(index: "a", clientState: [1], operations: [.put([try encoded(item("1"))])]))
        == nil)
    #expect(await carryOut(SealedBatch(index: "a", operations: [.put([bad])])) == nil)
    #expect(try core.intakePosition() == 0)
    try core.noteIntakePosition(0x1_0203)
    core.close()

    let again = ServiceCore(options, host: TestHost())
    defer { again.close() }
    #expect(try again.intakePosition() == 0x1_0203)
    let client = TestClient(again, mail)
    let handle = try await client.open("a", methods: [.reindexAll, .reindexItems])
    #expect(try await client.clientState(handle) == [1])
    #expect(try await client.identifiers() == ["1"])
    let asked = try await client.sink.message { $0.message.kind == .reindexItems }
    #expect(asked.message == .reindexItems(WantedItems(index: "a", identifiers: ["bad"])))
  }

  @Test("sealed changes may not carry a client state that others may not carry")
  func sealedClientState() async throws {
    let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
    defer { core.close() }
    let items = [try encoded(item("1"))]
    for (index, state) in [("", [1]), ("a", [UInt8](repeating: 1, count: 251))] {
      let batch = SealedBatch(index: index, clientState: state, operations: [.put(items)])
      let error = await withCheckedContinuation { continuation in
        core.carryOut(batch, of: mail) { continuation.resume(returning: $0) }
      }
      // Nobody waits for the answer: its items are asked for once more.
      #expect(error == nil)
    }
    let client = TestClient(core, mail)
    #expect(try await client.identifiers() == [])
    #expect(try await client.clientState(try await client.open("a")) == nil)
    #expect(core.report().apps.first { $0.identity == mail }?.owedCount == 2)
  }
}
