import FresnelModel
import FresnelStorage
import FresnelTestSupport
import SpotlightService
import SpotlightWire
import Synchronization
import Testing

@Suite("Session: asking apps to index again", .timeLimit(.minutes(30)))
struct ReindexCallbackTests {
  private let all: DelegateMethods = [.reindexAll, .reindexItems]

  private func daemon(_ storage: FaultyStorage, _ host: TestHost) -> ServiceCore {
    ServiceCore(.daemon(storage), host: host)
  }

  private func isReindexAll(_ envelope: Envelope<DaemonMessage>) -> Bool {
    if case .reindexAll = envelope.message { true } else { false }
  }

  /// Waits until the client is asked for everything.
  private func asked(_ client: TestClient) async throws -> Envelope<DaemonMessage> {
    try await client.sink.message { envelope in
      if case .reindexAll = envelope.message { true } else { false }
    }
  }

  /// Lets everything happen that is on its way to the client.
  private func settle(_ client: TestClient, _ handle: UInt32) async throws {
    for _ in 0..<3 {
      _ = await client.apply([], handle)
      _ = await client.ask(.describe(DescribeIndex(handle: handle, withDigest: false)))
    }
  }

  @Test("the owner of a new index is asked once, and not again once it has acknowledged")
  func acknowledged() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      let handle = try await client.open("new", methods: all)
      let request = try await asked(client)
      client.session.receive(Envelope(.acknowledged, request: request.request))
      try await settle(client, handle)
      let other = TestClient(core, mail)
      let second = try await other.open("new", methods: all)
      try await settle(other, second)
      #expect(client.sink.envelopes.count(where: isReindexAll) == 1)
      #expect(!other.sink.envelopes.contains(where: isReindexAll))
    }
  }

  @Test("one who does not take the request is not asked; one who takes it later is")
  func taking() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      let handle = try await client.open("new")
      _ = await client.ask(.clientState(handle))
      #expect(!client.sink.envelopes.contains(where: isReindexAll))
      _ = await client.ask(.setDelegate(SetDelegate(handle: handle, methods: all)))
      _ = try await asked(client)
    }
  }

  @Test("a failure, or the end of the connection, passes the request on to another connection")
  func passedOn() async throws {
    try await withCore { core in
      let clients = (0..<3).map { _ in TestClient(core, mail) }
      _ = try await clients[0].open("new", methods: all)
      let request = try await asked(clients[0])
      for client in clients[1...] { _ = try await client.open("new", methods: all) }
      clients[0].session.receive(
        Envelope(.failed(ServiceError(.providerFailed, "no")), request: request.request))
      _ = try await asked(clients[1])
      #expect(!clients[2].sink.envelopes.contains(where: isReindexAll))
      // Another's acknowledgement does not count.
      clients[2].session.receive(Envelope(.acknowledged, request: 1))
      clients[1].session.end()
      _ = try await asked(clients[2])
      #expect(clients[0].sink.envelopes.count(where: isReindexAll) == 1)
    }
  }

  @Test("an app that was asked and did not acknowledge is asked again after a restart")
  func afterRestart() async throws {
    let (storage, host) = (FaultyStorage(), TestHost())
    let core = daemon(storage, host)
    let client = TestClient(core, mail)
    let handle = try await client.open("a", methods: all)
    _ = try await asked(client)
    // Items alone are no acknowledgement: the app may have got half-way.
    #expect(try await client.put([item("1")], handle) == nil)
    core.close()

    let second = daemon(storage.afterKill(), host)
    let again = TestClient(second, mail)
    _ = try await again.open("a", methods: all)
    let request = try await asked(again)
    again.session.receive(Envelope(.acknowledged, request: request.request))
    try await settle(again, try await again.open("a"))
    second.close()

    let third = daemon(storage.afterKill(), host)
    third.close()
  }

  @Test("no delegate, but an extension: it is started and asked, and its answer counts")
  func throughExtension() async throws {
    let (storage, host) = (FaultyStorage(), TestHost())
    let core = daemon(storage, host)
    defer { core.close() }
    let extensionClient = Mutex<TestClient?>(nil)
    host.set {
      $0.startExtension = { request in
        extensionClient.withLock { $0 = TestClient(core, request.app, role: .extension) }
        return nil
      }
    }
    let client = TestClient(core, mail)
    let handle = try await client.open("a")
    try await settle(client, handle)
    let started = try #require(extensionClient.withLock { $0 })
    let request = try await asked(started)
    started.session.receive(Envelope(.acknowledged, request: request.request))
    try await settle(client, handle)
    try await settle(client, try await client.open("a"))
    #expect(host.state.withLock { $0.started.count } == 1)
  }

  @Test("items that expire within a day are asked for, once")
  func expiring() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      let handle = try await client.open("a")
      var soon = item("soon")
      soon.expiration = Timestamp(secondsSince1970: Double(core.now) + 3600)
      var late = item("late")
      late.expiration = Timestamp(secondsSince1970: Double(core.now) + 72 * 3600)
      #expect(try await client.put([soon, late, item("never")], handle) == nil)
      _ = await client.ask(.setDelegate(SetDelegate(handle: handle, methods: all)))
      let asked = try await client.sink.message {
        if case .reindexItems = $0.message { true } else { false }
      }
      guard case .reindexItems(let request) = asked.message else { return }
      #expect(request == WantedItems(index: "a", identifiers: ["soon"]))
      client.session.receive(Envelope(.acknowledged, request: asked.request))
      _ = await client.ask(.setDelegate(SetDelegate(handle: handle, methods: all)))
      try await settle(client, handle)
      let count = client.sink.envelopes.count {
        if case .reindexItems = $0.message { true } else { false }
      }
      #expect(count == 1)
    }
  }

  @Test("at most four indexes are asked for at a time, and all in the end")
  func slots() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      for number in 0..<10 { _ = try await client.open("index\(number)", methods: all) }
      var answered: Set<UInt64> = []
      while answered.count < 10 {
        let known = answered
        let next = try await client.sink.message {
          if case .reindexAll = $0.message { !known.contains($0.request) } else { false }
        }
        let open = client.sink.envelopes.count(where: isReindexAll) - answered.count
        #expect(open <= WireLimits.reindexSlots)
        client.session.receive(Envelope(.acknowledged, request: next.request))
        answered.insert(next.request)
      }
    }
  }

  @Test("who acknowledges while another process writes to the store is asked again later")
  func secondWriter() async throws {
    try await withTemporaryDirectory { directory in
      let (writing, reading) = (
        ServiceCore(.embedded(at: directory)), ServiceCore(.embedded(at: directory))
      )
      defer { reading.close() }
      let writer = TestClient(writing, mail)
      #expect(try await writer.put([item("1")], try await writer.open("a")) == nil)
      let client = TestClient(reading, mail)
      let handle = try await client.open("new", methods: all)
      let request = try await asked(client)
      client.session.receive(Envelope(.acknowledged, request: request.request))
      try await settle(client, handle)
      client.session.end()
      writing.close()
      let later = TestClient(reading, mail)
      _ = try await later.open("new", methods: all)
      _ = try await asked(later)
    }
  }

  @Test("items that a delegate refuses are asked of the extension")
  func refusedItems() async throws {
    let (storage, host) = (FaultyStorage(), TestHost())
    let core = daemon(storage, host)
    defer { core.close() }
    let extensionClient = Mutex<TestClient?>(nil)
    let client = TestClient(core, mail)
    let handle = try await client.open("a")
    var soon = item("soon")
    soon.expiration = Timestamp(secondsSince1970: Double(core.now) + 3600)
    #expect(try await client.put([soon], handle) == nil)
    host.set {
      $0.startExtension = { request in
        extensionClient.withLock { $0 = TestClient(core, request.app, role: .extension) }
        return nil
      }
    }
    _ = await client.ask(.setDelegate(SetDelegate(handle: handle, methods: .reindexItems)))
    let isReindexItems: @Sendable (Envelope<DaemonMessage>) -> Bool = {
      if case .reindexItems = $0.message { true } else { false }
    }
    let request = try await client.sink.message(where: isReindexItems)
    client.session.receive(
      Envelope(.failed(ServiceError(.providerFailed, "no")), request: request.request))
    try await settle(client, handle)
    let started = try #require(extensionClient.withLock { $0 })
    _ = try await started.sink.message(where: isReindexItems)
    #expect(client.sink.envelopes.count(where: isReindexItems) == 1)
  }

  @Test("an extension that has indexed some items again is asked for the next")
  func moreItems() async throws {
    let host = TestHost()
    let core = daemon(FaultyStorage(), host)
    defer { core.close() }
    let extensions = Log<TestClient>()
    let client = TestClient(core, mail)
    let handle = try await client.open("a")
    let soon = (0..<700).map { number -> Item in
      var item = item("\(number)")
      item.expiration = Timestamp(secondsSince1970: Double(core.now) + 3600)
      return item
    }
    #expect(try await client.put(soon, handle) == nil)
    host.set {
      $0.startExtension = { request in
        extensions.append(TestClient(core, request.app, role: .extension))
        return nil
      }
    }
    core.askForWhatIsOwed()
    var asked: [String] = []
    for count in 1...2 {
      while extensions.values.count < count { await Task.yield() }
      let started = extensions.values[count - 1]
      let request = try await started.sink.message {
        if case .reindexItems = $0.message { true } else { false }
      }
      guard case .reindexItems(let wanted) = request.message else { return }
      asked += wanted.identifiers
      started.session.receive(Envelope(.acknowledged, request: request.request))
    }
    #expect(Set(asked).count == 700)
  }

  @Test("an extension that runs for something else is not asked to index again")
  func otherExtension() async throws {
    let host = TestHost()
    host.set { $0.startExtension = { _ in ServiceError(.unsupported, "It has none for that.") } }
    let core = daemon(FaultyStorage(), host)
    defer { core.close() }
    let importer = TestClient(core, mail, role: .extension)
    let client = TestClient(core, mail)
    let handle = try await client.open("new")
    _ = await client.ask(.clientState(handle))
    #expect(!importer.sink.envelopes.contains(where: isReindexAll))
    _ = await client.ask(.setDelegate(SetDelegate(handle: handle, methods: all)))
    _ = try await asked(client)
  }
}
