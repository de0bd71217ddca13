import FresnelModel
import FresnelPlatform
import FresnelStorage
import FresnelTestSupport
import SpotlightService
import SpotlightWire
import Synchronization
import Testing

@Suite("Protection classes", .timeLimit(.minutes(30)))
struct ClassStoreTests {
  @Test("indexes of a store that cannot be read are not taken for none")
  func unreadableIndexes() async throws {
    let storage = FaultyStorage()
    let first = ServiceCore(.daemon(storage), host: TestHost())
    let client = TestClient(first, mail)
    #expect(try await client.put([item("1")], try await client.open("a")) == nil)
    #expect(try first.indexes().map(\.itemCount) == [1])
    first.close()
    storage.setFault(.init(call: 1, isPersistent: true))
    let core = ServiceCore(.daemon(storage), host: TestHost())
    #expect(throws: ServiceError.self) { try core.indexes() }
    storage.setFault(nil)
    #expect(try core.indexes().map(\.itemCount) == [1])
    core.close()
  }

  @Test(
    "an index keeps its class: it is found again without being named, and only an empty one changes it"
  )
  func classesStay() async throws {
    let storage = FaultyStorage()
    for step in 0..<2 {
      let core = ServiceCore(.daemon(storage), host: TestHost())
      let client = TestClient(core, mail)
      let handle = try await client.open("plain", step == 0 ? ProtectionClass.none : nil)
      _ = try await client.put([item("1")], handle)
      let hits = try await client.hits(QueryRequest(query: "title == \"*\""))
      #expect(hits.map(\.protection) == [.none])
      let reply = await client.ask(.openIndex(OpenIndex(name: "plain", protection: .firstUnlock)))
      #expect(reply.failure?.code == .refused)
      core.close()
    }
    let core = ServiceCore(.daemon(storage), host: TestHost())
    defer { core.close() }
    let client = TestClient(core, mail)
    let handle = try await client.open("plain")
    #expect(await client.apply([.deleteAll], handle) == nil)
    let other = try await client.open("plain", .firstUnlock)
    _ = try await client.put([item("2")], other)
    let hits = try await client.hits(QueryRequest(query: "title == \"*\""))
    #expect(hits.map(\.protection) == [.firstUnlock])
  }

  @Test("nothing of the default class is in plain text in any file, metadata log included")
  func encrypted() async throws {
    let storage = FaultyStorage()
    let core = ServiceCore(.daemon(storage), host: TestHost())
    let client = TestClient(core, mail)
    let handle = try await client.open("secretindex", methods: [.reindexAll])
    _ = try await client.put(
      [item("secretitem", title: "secrettitle")], handle, state: Array("secretstate".utf8))
    core.close()
    for path in storage.paths where path.hasPrefix("/first") || path.hasPrefix("/state") {
      let text = String(decoding: storage.contents(of: path) ?? [], as: UTF8.self)
      for secret in ["secretindex", "secretitem", "secrettitle", "secretstate", mail.identifier] {
        #expect(!text.contains(secret), "\(secret) in \(path)")
      }
    }
  }

  @Test("requests wait for a key that comes later; what needs none goes on meanwhile")
  func awaitedKey() async throws {
    var options = CoreOptions.daemon(FaultyStorage())
    options.directories[0].key = .awaited
    let core = ServiceCore(options, host: TestHost())
    defer { core.close() }
    let client = TestClient(core, mail)
    let request = client.send(.openIndex(OpenIndex(name: "a")))
    core.provideKey(.failure(ServiceError(.unavailable, "Log in first.")), for: .firstUnlock)
    #expect(await client.reply(to: request).failure?.message == "Log in first.")
    let plain = try await client.open("plain", ProtectionClass.none)
    #expect(try await client.put([item("1")], plain) == nil)
    let key = EncryptionKey([UInt8](repeating: 9, count: 32).span.bytes)
    core.provideKey(.success(key), for: .firstUnlock)
    let handle = try await client.open("a")
    #expect(try await client.put([item("2")], handle) == nil)
    #expect(try await client.identifiers() == ["1", "2"])
  }

  @Test("a live search has the items of a store as soon as its key comes")
  func liveAfterKey() async throws {
    let storage = FaultyStorage()
    let before = ServiceCore(.daemon(storage), host: TestHost())
    let writer = TestClient(before, mail)
    for (index, protection) in [("a", ProtectionClass.none), ("b", .firstUnlock)] {
      let handle = try await writer.open(index, protection)
      #expect(try await writer.put([item(index, title: "Lens")], handle) == nil)
    }
    before.close()
    var options = CoreOptions.daemon(storage)
    guard case .given(let key) = options.directories[0].key else { throw TestFailure("no key") }
    options.directories[0].key = .awaited
    let core = ServiceCore(options, host: TestHost())
    defer { core.close() }
    let client = TestClient(core, mail)
    client.send(.search(SearchRequest(form: .typed, text: "lens", limit: 10, flags: .isLive)))
    func list(_ revision: UInt32) async throws -> SearchResults {
      let envelope = try await client.sink.message {
        if case .found(let results) = $0.message { results.revision == revision } else { false }
      }
      guard case .found(let results) = envelope.message else { throw TestFailure("no list") }
      return results
    }
    let first = try await list(1)
    #expect(first.isPartial && first.hits.map(\.item.uniqueIdentifier) == ["a"])
    core.provideKey(.success(key), for: .firstUnlock)
    let second = try await list(2)
    #expect(!second.isPartial)
    #expect(second.hits.map(\.item.uniqueIdentifier).sorted() == ["a", "b"])
  }

  @Test("a class without a store here is served on a channel, or says that it is locked")
  func elsewhere() async throws {
    let host = TestHost()
    let core = ServiceCore(.daemon(FaultyStorage()), host: host)
    defer { core.close() }
    let client = TestClient(core, mail)
    let open = ClientMessage.openIndex(OpenIndex(name: "safe", protection: .complete))
    host.set { $0.channel = .success(.locked(publicKey: [1, 2])) }
    guard case .indexOpened(let locked) = await client.ask(open) else {
      throw TestFailure("not opened")
    }
    #expect(locked.place == .locked && locked.publicKey == [1, 2])
    #expect(try await client.put([item("1")], locked.handle)?.code == .classLocked)
    #expect(await client.ask(.clientState(locked.handle)).failure?.code == .classLocked)
    let sealed = ClientMessage.applySealed(SealedChanges(handle: locked.handle, bytes: [1]))
    #expect(await client.ask(sealed).failure == nil)
    #expect(host.state.withLock { $0.served } == [sealed])
    let descriptor = try SharedDescriptor(
      sharing: try FileDescriptor(opening: "/dev/null", for: .reading))
    host.set { $0.channel = .success(.open(descriptor, publicKey: nil)) }
    let request = client.send(.openIndex(OpenIndex(name: "safe")))
    _ = await client.reply(to: request)
    let envelope = try await client.sink.message { $0.request == request }
    guard case .indexOpened(let opened) = envelope.message else { throw TestFailure("not opened") }
    #expect(opened.place == .channel && opened.protection == .complete)
    #expect(envelope.descriptors.count == 1)
    let reply = await client.ask(
      .query(QueryRequest(query: "title == \"*\"", classes: [.complete])))
    #expect(reply.failure?.code == .classLocked)
  }

  @Test(
    "no channel is made for an index that is one too many, and one that cannot be opened counts not"
  )
  func channelsOfTooManyIndexes() async throws {
    let host = TestHost()
    let core = ServiceCore(.daemon(FaultyStorage()), host: host)
    defer { core.close() }
    let client = TestClient(core, mail)
    let open = ClientMessage.openIndex(OpenIndex(name: "safe", protection: .complete))
    for _ in 0..<300 { #expect(await client.ask(open).failure?.code == .classLocked) }
    host.set { $0.channel = .success(.locked(publicKey: [1, 2])) }
    for _ in 0..<256 { #expect(await client.ask(open).failure == nil) }
    #expect(await client.ask(open).failure?.code == .refused)
    #expect(host.state.withLock { $0.channelCount } == 556)
  }

  @Test("of an app's indexes the empty ones are forgotten when there are too many, and no others")
  func indexLimit() async throws {
    var options = CoreOptions.daemon(FaultyStorage())
    options.indexesPerApp = 6
    let core = ServiceCore(options, host: TestHost())
    defer { core.close() }
    func open(_ name: String, _ client: TestClient) async -> ServiceError? {
      await client.ask(.openIndex(OpenIndex(name: name, protection: ProtectionClass.none))).failure
    }
    let filling = TestClient(core, mail)
    let items = try await filling.open("items", ProtectionClass.none)
    _ = try await filling.put([item("1")], items)
    let state = try await filling.open("state", ProtectionClass.none)
    #expect(await filling.apply([], state, state: [1]) == nil)
    _ = try await filling.open("private", ProtectionClass.none, flags: .isPrivate)
    filling.session.end()
    let holder = TestClient(core, mail)
    #expect(await open("held", holder) == nil)
    // What was opened once and is empty makes room.
    for number in 0..<20 {
      let client = TestClient(core, mail)
      #expect(await open("index \(number)", client) == nil)
      client.session.end()
    }
    // The four that hold something or are held stay, with their class.
    let client = TestClient(core, mail)
    for name in ["items", "state", "private", "held"] {
      let open = ClientMessage.openIndex(OpenIndex(name: name))
      guard case .indexOpened(let opened) = await client.ask(open) else {
        throw TestFailure("not opened")
      }
      #expect(opened.protection == ProtectionClass.none, "\(name)")
    }
    #expect(await open("one more", client) == nil)
    #expect(await open("and another", client) == nil)
    #expect(await open("too many", client)?.code == .refused)
    // Other apps have their own.
    #expect(await open("index", TestClient(core, notes)) == nil)
  }

  @Test("a change that finds no room on the disk is told to the app and to the operator")
  func fullDisk() async throws {
    let host = TestHost()
    let storage = FaultyStorage()
    let core = ServiceCore(.daemon(storage), host: host)
    defer { core.close() }
    let client = TestClient(core, mail)
    let handle = try await client.open("a")
    #expect(try await client.put([item("1")], handle) == nil)
    storage.setFault(
      FaultyStorage.Fault(call: 1, isPersistent: true, code: .full, onlyNeedsRoom: true))
    var failures = 0
    // There may be some room left in the journal.
    for number in 0..<200 where failures == 0 {
      if try await client.put(
        [item("\(number)", title: String(repeating: "a", count: 9000))], handle)
        != nil
      {
        failures += 1
      }
    }
    #expect(failures == 1)
    storage.setFault(nil)
    let events = host.events.filter { $0.kind == .writeFailed }
    #expect(events.map(\.app) == [mail.identifier])
    #expect(try await client.put([item("later")], handle) == nil)
  }

  @Test("what a client may not ask for does not reach the host")
  func refusedByRole() async throws {
    let host = TestHost()
    let core = ServiceCore(.daemon(FaultyStorage()), host: host)
    defer { core.close() }
    let app = TestClient(core, mail)
    let requests: [ClientMessage] = [
      .administer(Administration(verb: "status", arguments: [])),
      .importFile(FileImport(fileName: "a", contentType: "public.text")),
      .promise(
        PromiseRequest(
          app: "b", index: "", item: "1", contentType: "public.text", wanted: .bytes)),
    ]
    for request in requests { #expect(await app.ask(request).failure?.code == .refused) }
    #expect(host.state.withLock { $0.served.isEmpty })
    let tool = TestClient(core, AppIdentity(identifier: "org.fresnel.tool"), role: .tool)
    for request in requests { #expect(await tool.ask(request).failure == nil) }
    #expect(host.state.withLock { $0.served } == requests)
  }

  @Test("an index leaves a class that is served elsewhere if it has no items there")
  func leavingElsewhere() async throws {
    let host = TestHost()
    let core = ServiceCore(.daemon(FaultyStorage()), host: host)
    defer { core.close() }
    let client = TestClient(core, mail)
    host.set { $0.channel = .success(.locked(publicKey: nil)) }
    _ = try await client.open("a", .complete)
    let open = ClientMessage.openIndex(OpenIndex(name: "a", protection: .firstUnlock))
    host.set { $0.holdsItems = .failure(ServiceError(.classLocked, "locked")) }
    #expect(await client.ask(open).failure?.code == .classLocked)
    host.set { $0.holdsItems = .success(true) }
    #expect(await client.ask(open).failure?.code == .refused)
    host.set { $0.holdsItems = .success(false) }
    let handle = try await client.open("a", .firstUnlock)
    #expect(try await client.put([item("1")], handle) == nil)
    // From now on it has that one.
    _ = try await client.open("a")
    #expect(
      await client.ask(.openIndex(OpenIndex(name: "a", protection: .complete))).failure != nil)
  }
}
