import FresnelModel
import FresnelStorage
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire
import Testing

/// What a search waits for that is asked before the key of a store is known.
@Suite("A search before the key of a store is known", .timeLimit(.minutes(30)))
struct FirstSearchTests {
  private let storage = FaultyStorage()
  private let timers = TestTimers()

  /// What a person asks who types.
  private func keystroke(of classes: [ProtectionClass]? = nil) -> AskRequest {
    var request = MemoryStage.question("nap")
    request.flags = []
    request.classes = classes
    return request
  }

  /// A core that awaits the key of the default class.
  private func stage() -> MemoryStage {
    MemoryStage(timers, in: storage) { $0.directories[0].key = .awaited }
  }

  private func provideKey(_ stage: MemoryStage) {
    let key = EncryptionKey([UInt8](repeating: 7, count: 32).span.bytes)
    stage.core.provideKey(.success(key), for: .firstUnlock)
  }

  @Test("who asks for items of another class does not wait")
  func otherClass() async throws {
    let first = MemoryStage(timers, in: storage)
    try await first.put(naps(3), of: mail, .none)
    first.core.close()
    let stage = stage()
    defer { stage.core.close() }
    let count = timers.count
    let request = stage.surface.send(.ask(keystroke(of: [.none])))
    try #require(timers.count == count, "it waits")
    guard case .answered(let answer) = await stage.surface.reply(to: request) else {
      throw TestFailure("no answer")
    }
    #expect(answer.hits.count == 3)
  }

  @Test("one that is called off is answered at once, and no store is opened for it")
  func cancelled() async throws {
    let stage = stage()
    defer { stage.core.close() }
    let requests = (0..<20).map { _ in stage.surface.send(.ask(keystroke())) }
    for request in requests {
      stage.surface.send(.cancel(request))
      let reply = stage.surface.sink.envelopes.first { $0.request == request }
      try #require(reply?.message.failure?.code == .cancelled)
    }
    provideKey(stage)
    while !stage.core.pool.isIdle { await Task.yield() }
    for request in requests {
      #expect(stage.surface.sink.envelopes.count { $0.request == request } == 1)
    }
  }

  @Test("a client that is gone is let go, though the key never comes", arguments: [false, true])
  func released(isAnswered: Bool) async throws {
    let stage = stage()
    defer { stage.core.close() }
    var client: TestClient? = TestClient(
      stage.core, AppIdentity(identifier: "org.fresnel.Other"), role: .surface)
    weak let session = client?.session
    let request = try #require(client?.send(.ask(keystroke())))
    if isAnswered {
      timers.advance(seconds: 10)
      _ = await client?.reply(to: request)
    }
    client?.session.end()
    client = nil
    while session != nil { await Task.yield() }
  }

  @Test("what was chosen is read when the key comes while a place to search in is open")
  func openPlace() async throws {
    let first = MemoryStage(timers, in: storage)
    try await first.put(naps(30))
    await first.choose("20", after: "nap")
    first.core.close()
    let stage = stage()
    defer { stage.core.close() }
    stage.surface.session.receive(Envelope(.searchOpened(true)))
    while !stage.core.pool.isIdle { await Task.yield() }
    provideKey(stage)
    let store = try #require(stage.core.store(of: .firstUnlock))
    while store.engagement.known == nil { await Task.yield() }
    #expect(store.engagement.isEmpty == false)
  }
}
