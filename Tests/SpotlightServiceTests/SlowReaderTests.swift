import FresnelModel
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

@Suite("Queries that are not read", .timeLimit(.minutes(30)))
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
    await client.sink.wait { envelopes in
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
      await client.sink.wait { envelopes in
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

  @Test("a list that is read window by window reads the store once", arguments: [true, false])
  func readsOnce(_ isList: Bool) async throws {
    let storage = MeteredStorage()
    var options = CoreOptions.daemon(FaultyStorage())
    options.storage = storage
    var generator = SeededGenerator(seed: 5)
    var byteCount = 0
    do {
      let core = ServiceCore(options, host: TestHost())
      let client = TestClient(core, mail)
      let handle = try await client.open("a", ProtectionClass.none)
      for part in 0..<20 {
        // More than the cache of all stores holds, so that what is read again is read from the disk.
        let items = (0..<100).map { number -> Item in
          var item = item("\(part * 100 + number)", title: "word")
          let bytes = (0..<2500).flatMap { _ in
            withUnsafeBytes(of: generator.next()) { Array($0) }
          }
          byteCount += bytes.count
          item.attributes[.thumbnailData] = .data(bytes)
          return item
        }
        #expect(try await client.put(items, handle) == nil)
      }
      core.close()
    }
    let core = ServiceCore(options, host: TestHost())
    defer { core.close() }
    let client = TestClient(core, mail)
    let before = storage.readByteCount
    let message: ClientMessage =
      isList
      ? .list(ItemList(index: "a"))
      : .query(QueryRequest(query: "title == \"word\"", attributes: ["title", "thumbnailData"]))
    let request = client.send(message)
    var frameCount = WireLimits.resultsWindow
    while !client.sink.envelopes.contains(where: { $0.request == request && $0.isLast }) {
      let wanted = frameCount
      await client.sink.wait { envelopes in
        let sent = envelopes.filter { $0.request == request }
        return sent.count >= wanted || sent.contains { $0.isLast }
      }
      client.send(.more(MoreResults(request: request, frameCount: 8)))
      frameCount += 8
    }
    #expect(await client.reply(to: request).failure == nil)
    let hits = client.hits(of: request)
    #expect(hits.map(\.item.uniqueIdentifier) == (0..<2000).map { "\($0)" })
    #expect(storage.readByteCount - before < byteCount * 3)
  }
}
