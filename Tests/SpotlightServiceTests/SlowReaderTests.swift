import FresnelModel
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

@Suite("Queries that are not read", .timeLimit(.minutes(10)))
struct SlowReaderTests {
  /// Runs a body with a query that has more to give than its client has allowed.
  private func withLongQuery(
    _ body: (ServiceCore, TestTimers, TestClient, UInt64) async throws -> Void
  ) async throws {
    let timers = TestTimers()
    var options = CoreOptions.daemon(FaultyStorage())
    timers.use(in: &options)
    let core = ServiceCore(options, host: TestHost())
    defer { core.close() }
    let client = TestClient(core, mail)
    let handle = try await client.open("a", ProtectionClass.none)
    let text = String(repeating: "x", count: 2000)
    let items = (0..<1000).map { item("\($0)", title: "word \(text)") }
    #expect(try await client.put(items, handle) == nil)
    let query = client.send(
      .query(QueryRequest(query: "title == \"word*\"", attributes: ["title"])))
    await client.outlet.wait { envelopes in
      envelopes.count { $0.request == query } == WireLimits.resultsWindow
    }
    while core.slowReaders.count == 0 { await Task.yield() }
    try await body(core, timers, client, query)
  }

  @Test("a query that is not allowed on for ten minutes ends, and lets go of what it shows")
  func notRead() async throws {
    try await withLongQuery { core, timers, client, query in
      timers.advance(seconds: 599)
      #expect(core.slowReaders.count == 1)
      timers.advance(seconds: 1)
      let failure = await client.reply(to: query).failure
      #expect(failure?.code == .resultsNotRead)
      #expect(core.slowReaders.count == 0 && timers.count == 0)
    }
  }

  @Test("the ten minutes begin anew with each window; one timer serves all")
  func readSlowly() async throws {
    try await withLongQuery { core, timers, client, query in
      timers.advance(seconds: 400)
      client.send(.more(MoreResults(request: query, frameCount: 1)))
      await client.outlet.wait { envelopes in
        envelopes.count { $0.request == query } == WireLimits.resultsWindow + 1
      }
      while core.slowReaders.count == 0 { await Task.yield() }
      timers.advance(seconds: 400)
      #expect(core.slowReaders.count == 1 && timers.count == 1)
      client.send(.more(MoreResults(request: query, frameCount: 64)))
      #expect(await client.reply(to: query).failure == nil)
      timers.advance(seconds: 600)
      #expect(timers.count == 0)
    }
  }

  @Test("a query that begins when its client is gone is not kept in mind")
  func gone() async throws {
    try await withLongQuery { core, timers, client, _ in
      client.session.end()
      while core.slowReaders.count > 0 { await Task.yield() }
      client.send(.query(QueryRequest(query: "title == \"word*\"", attributes: ["title"])))
      while core.slowReaders.count == 0 { await Task.yield() }
      while core.pool.runningCount > 0 { await Task.yield() }
      timers.advance(seconds: 600)
      #expect(core.slowReaders.count == 0 && timers.count == 0)
    }
  }
}
