import FresnelModel
import FresnelTestSupport
import SpotlightWire
import Synchronization
import Testing

@testable import SpotlightService

@Suite("Live searches: what expires", .timeLimit(.minutes(30)))
struct LiveExpiryTests {
  /// Runs a body with a core whose clock stands still, and a client of it.
  private func withTimers(
    _ body: (ServiceCore, TestTimers, TestClient) async throws -> Void
  ) async throws {
    let timers = TestTimers()
    var options = CoreOptions.daemon(FaultyStorage())
    timers.use(in: &options)
    let core = ServiceCore(options, host: TestHost())
    defer { core.close() }
    try await body(core, timers, TestClient(core, mail))
  }

  /// Puts an item for each of some times, in seconds from now, after which it expires; it is called by it.
  private func put(
    _ seconds: [Double], _ client: TestClient, _ timers: TestTimers
  ) async throws {
    let items = seconds.map { seconds -> Item in
      var item = item("\(Int(seconds))", title: "Lens")
      item.expiration = timers.time(after: seconds)
      return item
    }
    let handle = try await client.open("a")
    #expect(try await client.put(items + [item("never", title: "Lens")], handle) == nil)
  }

  private func live(limit: UInt64 = 10) -> ClientMessage {
    .search(SearchRequest(form: .typed, text: "lens", limit: limit, detail: .rows, flags: .isLive))
  }

  private func revision(
    _ number: UInt32, of request: UInt64, _ client: TestClient
  ) async throws -> [String] {
    let envelope = try await client.sink.message {
      guard $0.request == request, case .found(let results) = $0.message else { return false }
      return results.revision == number
    }
    // It is sent before the search is over, which must not seem to take as long as the test lets pass.
    while client.session.core.pool.runningCount > 0 { await Task.yield() }
    guard case .found(let results) = envelope.message else { return [] }
    return results.hits.map(\.item.uniqueIdentifier).sorted()
  }

  @Test("an item leaves the list when it expires, though nothing else happens")
  func expires() async throws {
    try await withTimers { core, timers, client in
      try await put([60, 150], client, timers)
      #expect(timers.alarms == [])
      let request = client.send(live())
      #expect(try await revision(1, of: request, client) == ["150", "60", "never"])
      #expect(timers.alarms == [60])
      timers.advance(seconds: 59)
      #expect(timers.alarms == [1])
      timers.advance(seconds: 1)
      #expect(try await revision(2, of: request, client) == ["150", "never"])
      #expect(timers.alarms == [90])
      timers.advance(seconds: 1000)
      #expect(try await revision(3, of: request, client) == ["never"])
      #expect(timers.alarms == [] && timers.count == 0)
      #expect(client.sink.envelopes.count { $0.request == request } == 3)
    }
  }

  @Test("all searches have one timer, for what they show, and none when they have ended")
  func oneTimer() async throws {
    try await withTimers { core, timers, client in
      try await put([60, 150], client, timers)
      let other = TestClient(core, notes)
      try await put([30], other, timers)
      let first = client.send(live())
      #expect(try await revision(1, of: first, client).count == 3)
      #expect(timers.alarms == [60])
      let second = other.send(live())
      #expect(try await revision(1, of: second, other).count == 2)
      #expect(timers.alarms == [30])
      other.session.end()
      #expect(timers.alarms == [60])
      client.send(.cancel(first))
      _ = await client.reply(to: first)
      #expect(timers.alarms == [] && core.live.count == 0)
    }
  }

  @Test("an item that is renewed stays, and the timer waits for its new time")
  func renewed() async throws {
    try await withTimers { core, timers, client in
      try await put([60], client, timers)
      let request = client.send(live())
      #expect(try await revision(1, of: request, client) == ["60", "never"])
      var renewed = item("60", title: "Lens")
      renewed.expiration = timers.time(after: 600)
      #expect(try await client.put([renewed], try await client.open("a")) == nil)
      while timers.alarms != [600] || core.pool.runningCount > 0 { await Task.yield() }
      timers.advance(seconds: 600)
      while timers.alarms != [] { await Task.yield() }
      await client.sink.wait { envelopes in
        guard case .found(let results)? = envelopes.last?.message else { return false }
        return results.hits.map(\.item.uniqueIdentifier) == ["never"]
      }
    }
  }

  @Test("while the client does not read, the list waits, and comes without what has expired")
  func unread() async throws {
    try await withTimers { core, timers, client in
      try await put([60], client, timers)
      client.sink.takesMore = false
      let request = client.send(live())
      #expect(try await revision(1, of: request, client) == ["60", "never"])
      timers.advance(seconds: 60)
      #expect(timers.alarms == [])
      client.sink.takesMore = true
      client.session.sinkIsReady()
      #expect(try await revision(2, of: request, client) == ["never"])
    }
  }

  @Test("when the clock is set back the item stays until its time has come again")
  func clockSetBack() async throws {
    let timers = TestTimers()
    let setBack = Mutex(0.0)
    var options = CoreOptions.daemon(FaultyStorage())
    timers.use(in: &options)
    options.clock = { timers.time(after: -setBack.withLock { $0 }) }
    let core = ServiceCore(options, host: TestHost())
    defer { core.close() }
    let client = TestClient(core, mail)
    try await put([60], client, timers)
    let request = client.send(live())
    #expect(try await revision(1, of: request, client) == ["60", "never"])
    setBack.withLock { $0 = 100 }
    timers.advance(seconds: 60)
    #expect(timers.alarms == [100])
    timers.advance(seconds: 100)
    #expect(try await revision(2, of: request, client) == ["never"])
  }

  @Test("a live search that begins when its client is gone is not kept")
  func gone() async throws {
    try await withTimers { core, _, client in
      client.session.end()
      client.send(live())
      #expect(core.live.count == 0)
    }
  }

  @Test("a timer of the time of day fires")
  func wallTimer() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    let timer = WallTimer(after: 0.001) { continuation.finish() }
    for await _ in stream {}
    timer.cancel()
  }
}
