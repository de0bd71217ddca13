import FresnelModel
import Synchronization
import Testing

@testable import SpotlightClient
@testable import SpotlightWire

@Suite("QueryHandle", .timeLimit(.minutes(30)))
struct QueryHandleTests {
  /// Sends numbered results, one a frame, as many as the client allows.
  private final class Source: Sendable {
    let count: Int
    /// The most frames that were allowed and not sent.
    let mostAllowed = Mutex(0)
    private let state = Mutex((sent: 0, allowed: WireLimits.resultsWindow, request: UInt64(0)))

    init(count: Int) {
      self.count = count
    }

    @Sendable func script(_ envelope: Envelope<ClientMessage>, _ conversation: Conversation) {
      switch envelope.message {
      case .query(let request) where request.query == "all":
        state.withLock { $0.request = envelope.request }
        send(over: conversation)
      case .more(let more):
        state.withLock { $0.allowed += Int(more.frameCount) }
        send(over: conversation)
      default: ScriptedDaemon.obliging(envelope, conversation)
      }
    }

    private func send(over conversation: Conversation) {
      state.withLock { state in
        mostAllowed.withLock { $0 = max($0, state.allowed) }
        while state.allowed > 0, state.sent < count, let hit = try? hit("\(state.sent)") {
          state.sent += 1
          state.allowed -= 1
          conversation.say(.results([hit]), as: state.request, isLast: state.sent == count)
        }
      }
    }

    var sent: Int { state.withLock { $0.sent } }
  }

  @Test("results come in windows: the service is asked for more as they are taken")
  func windows() async throws {
    let source = Source(count: 100)
    let daemon = try ScriptedDaemon(source.script)
    let connection = daemon.connection()
    defer { connection.close() }
    let handle = connection.query(QueryRequest(query: "all"))
    var found: [String] = []
    for _ in 0..<8 {
      if case .hits(let hits) = await handle.next() { found += hits.map(\.item.uniqueIdentifier) }
    }
    #expect(source.sent <= 8 + WireLimits.resultsWindow)
    found += try await handle.identifiers()
    #expect(found == (0..<100).map(String.init))
    #expect(source.mostAllowed.withLock { $0 } <= WireLimits.mostResultsOwed)
    // The end is told again to whoever asks again.
    #expect(try await handle.identifiers().isEmpty)
  }

  @Test("who takes long keeps no other query waiting")
  func slowConsumer() async throws {
    let source = Source(count: 50)
    let daemon = try ScriptedDaemon(source.script)
    let connection = daemon.connection()
    defer { connection.close() }
    let slow = connection.query(QueryRequest(query: "all"))
    let log = Log<String>()
    let entered = Log<Bool>()
    let left = Mutex(false)
    slow.next { _ in
      entered.append(true)
      while !left.withLock({ $0 }) {}
      log.append("slow")
    }
    _ = await entered.values(count: 1)
    #expect(try await connection.query(QueryRequest(query: "b")).identifiers().isEmpty)
    log.append("quick")
    left.withLock { $0 = true }
    #expect(await log.values(count: 2) == ["quick", "slow"])
    slow.cancel()
  }

  @Test(
    "a query that lacks the app's own store alone gives everything else and ends without an error")
  func withoutOwnStore() async throws {
    let daemon = try ScriptedDaemon { envelope, conversation in
      guard case .query(let request) = envelope.message, let hit = try? hit("1") else {
        return ScriptedDaemon.obliging(envelope, conversation)
      }
      conversation.reply(.results([hit]), envelope, isLast: false)
      conversation.reply(.results([hit]), envelope, isLast: false)
      let isOwn = request.query == "own"
      let error = ServiceError(lackingOwnStore: "It is missing.")
      conversation.reply(.failed(isOwn ? error : ServiceError(omitting: ["A class."])), envelope)
    }
    let connection = daemon.connection()
    defer { connection.close() }
    let handle = connection.query(QueryRequest(query: "own"))
    #expect(try await handle.identifiers() == ["1", "1"])
    #expect(handle.isPartial)
    let failing = connection.query(QueryRequest(query: "damaged"))
    await #expect(throws: ServiceError.self) { try await failing.identifiers() }
    #expect(!failing.isPartial)
  }

  @Test("a cancelled query ends at once and tells the service")
  func cancelling() async throws {
    let cancelled = Log<UInt64>()
    let daemon = try ScriptedDaemon { envelope, conversation in
      switch envelope.message {
      case .query:
        if let hit = try? hit("1") { conversation.reply(.results([hit]), envelope, isLast: false) }
      case .cancel(let request): cancelled.append(request)
      default: ScriptedDaemon.obliging(envelope, conversation)
      }
    }
    let connection = daemon.connection()
    defer { connection.close() }
    let handle = connection.query(QueryRequest(query: "a"))
    guard case .hits = await handle.next() else {
      Issue.record("nothing came")
      return
    }
    handle.cancel()
    handle.cancel()
    let error = await #expect(throws: ServiceError.self) { try await handle.identifiers() }
    #expect(error?.code == .cancelled)
    #expect(await cancelled.values(count: 1) == [1])
  }

  @Test("a lost query is asked again if nothing had come, and else ends")
  func lostConnection() async throws {
    let attempts = Log<Int>()
    let daemon = try ScriptedDaemon { envelope, conversation in
      guard case .query(let request) = envelope.message else { return }
      attempts.append(1)
      if request.query == "some" {
        if let hit = try? hit("1") { conversation.reply(.results([hit]), envelope, isLast: false) }
      } else if attempts.values.count == 1 {
        conversation.hangUp()
      } else {
        conversation.reply(.results([]), envelope)
      }
    }
    let connection = daemon.connection()
    defer { connection.close() }
    #expect(try await connection.query(QueryRequest(query: "none")).identifiers().isEmpty)
    #expect(attempts.values.count == 2)
    let begun = connection.query(QueryRequest(query: "some"))
    _ = await begun.next()
    daemon.hangUp()
    let error = await #expect(throws: ServiceError.self) { try await begun.identifiers() }
    #expect(error?.code == .connectionLost && error?.isRetryable == true)
    #expect(attempts.values.count == 3)
  }
}
