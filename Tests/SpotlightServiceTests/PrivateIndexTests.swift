import FresnelModel
import FresnelPlatform
import FresnelStorage
import FresnelTestSupport
import SpotlightService
import SpotlightWire
import Synchronization
import Testing

@Suite("Private indexes", .timeLimit(.minutes(30)))
struct PrivateIndexTests {
  /// What the system's search finds.
  private func seen(_ core: ServiceCore) async throws -> [String] {
    let window = TestClient(core, AppIdentity(identifier: "org.window"), role: .surface)
    return try await window.identifiers(reach: .system)
  }

  @Test("an index that was private once stays so, in whichever class it is opened again")
  func otherClass() async throws {
    let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
    defer { core.close() }
    let client = TestClient(core, mail)
    var handle = try await client.open("a", .firstUnlock, flags: .isPrivate)
    for (number, protection) in [ProtectionClass.none, .firstUnlock, .none].enumerated() {
      #expect(try await client.put([item("\(number)")], handle) == nil)
      #expect(await client.apply([.deleteAll], handle) == nil)
      handle = try await client.open("a", protection)
      #expect(try await client.put([item("secret")], handle) == nil)
      #expect(try await client.identifiers() == ["secret"])
      #expect(try await seen(core) == [])
    }
  }

  @Test("an index that is opened while its app is being removed is as private as it says")
  func removal() async throws {
    let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
    defer { core.close() }
    for round in 0..<10 {
      let client = TestClient(core, mail)
      _ = try await client.put([item("old")], try await client.open("a", flags: .isPrivate))
      let (removed, end) = AsyncStream<Void>.makeStream()
      core.removeApp(mail) { _ in end.finish() }
      let again = TestClient(core, mail)
      let handle = try await again.open("a", flags: .isPrivate)
      for await _ in removed {}
      #expect(try await again.put([item("new \(round)")], handle) == nil)
      #expect(try await again.identifiers() == ["new \(round)"])
      #expect(try await seen(core) == [])
    }
  }

  @Test(
    "when records are lost, indexes are hidden until their apps open them, and all are asked again")
  func lostRecords() async throws {
    for distance in [200, 500, 900] {
      let storage = FaultyStorage()
      let core = ServiceCore(.daemon(storage), host: TestHost())
      let client = TestClient(core, mail)
      for number in 0..<10 {
        _ = try await client.put([item("open")], try await client.open("open\(number)"))
        _ = try await client.put(
          [item("secret")], try await client.open("secret\(number)", flags: .isPrivate))
      }
      #expect(try await seen(core) == Array(repeating: "open", count: 10))
      core.close()
      let path = try #require(storage.paths.first { $0.hasPrefix("/first/ledger/journal-") })
      var bytes = try #require(storage.contents(of: path))
      // Much of the file may be room for what is to come.
      let end = (bytes.lastIndex { $0 != 0 } ?? 0) + 1
      bytes[end - distance] ^= 1
      storage.setContents(bytes, of: path)

      let damaged = storage.afterKill()
      let host = TestHost()
      let first = ServiceCore(.daemon(damaged), host: host)
      #expect(try await seen(first) == [], "\(distance) bytes before the end")
      #expect(host.events.contains { $0.kind == .storeDamaged }, "\(distance) bytes before the end")
      // A crash before the app comes forgets nothing.
      let second = ServiceCore(.daemon(damaged.afterKill()), host: TestHost())
      first.close()
      #expect(try await seen(second) == [], "\(distance) bytes before the end")
      let owner = TestClient(second, mail)
      _ = try await owner.open("open3", methods: [.reindexAll])
      _ = try await owner.sink.message {
        if case .reindexAll = $0.message { true } else { false }
      }
      _ = try await owner.open("secret3", flags: .isPrivate)
      #expect(try await seen(second) == ["open"], "\(distance) bytes before the end")
      second.close()
    }
  }

  @Test(
    "what an app keeps itself as private is private for embedded stores' readers and after it is taken over"
  )
  func embedded() async throws {
    try await withTemporaryDirectory { directory in
      let path = directory + "/apps/store"
      // Opened a second time, and filled by a replacement, it is the same.
      for step in 0..<2 {
        let core = ServiceCore(.embedded(at: path))
        let client = TestClient(core, mail)
        let flags: OpenIndex.Flags = .isPrivate
        let handle = try await client.open("secret", flags: flags)
        #expect(try await client.put([item("secret \(step)")], handle) == nil)
        let aside = try await client.open("aside", flags: flags)
        let begun = await client.ask(.beginReplace(BeginReplacement(handle: aside)))
        guard case .replacementBegun(let staging) = begun else { throw TestFailure("\(begun)") }
        #expect(try await client.put([item("secret aside")], staging) == nil)
        let commit = CommitReplacement(handle: staging, expected: .any, clientState: nil)
        #expect(await client.ask(.commitReplace(commit)).failure == nil)
        #expect(try await client.put([item("open")], try await client.open("open")) == nil)
        #expect(try await client.identifiers().count == 3 + step)
        #expect(try core.indexes().map(\.scope.index) == ["aside", "open", "secret"])
        core.close()
      }
      var options = CoreOptions.daemon(FaultyStorage())
      options.embeddedStores = {
        EmbeddedStoreListing([
          EmbeddedStoreDirectory(app: mail, path: path, root: FileSystem.parent(of: path))
        ])
      }
      let withEmbeddedStore = ServiceCore(options, host: TestHost())
      #expect(try await seen(withEmbeddedStore) == ["open"])
      withEmbeddedStore.close()

      let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
      defer { core.close() }
      let client = TestClient(core, mail)
      let descriptor = try SharedDescriptor(openingDirectory: path)
      client.session.receive(
        Envelope(
          .takeOver(TakeOver(folderName: "a")), request: 1000, descriptors: [descriptor]))
      let reply = await client.reply(to: 1000)
      #expect(reply == .takenOver(TakenOver(itemCount: 4, indexCount: 3)))
      #expect(try await client.identifiers().count == 4)
      #expect(try await seen(core) == ["open"])
    }
  }

  @Test(
    "who serves a class elsewhere is told of a private index where its client cannot or does not say it"
  )
  func elsewhere() async throws {
    let host = TestHost()
    let core = ServiceCore(.daemon(FaultyStorage()), host: host)
    defer { core.close() }
    let client = TestClient(core, mail)
    func told(_ name: String, _ flags: OpenIndex.Flags = []) async -> [String] {
      host.set { $0.notedPrivate = [] }
      let reply = await client.ask(
        .openIndex(OpenIndex(name: name, protection: .complete, flags: flags)))
      #expect(reply.failure == nil)
      return host.state.withLock { $0.notedPrivate.map(\.index) }
    }
    host.set { $0.channel = .success(.locked(publicKey: nil)) }
    #expect(await told("first opened here", .isPrivate) == ["first opened here"])
    #expect(await told("first opened here") == ["first opened here"])
    #expect(await told("open") == [])
    let descriptor = try SharedDescriptor(openingDirectory: "/")
    host.set { $0.channel = .success(.open(descriptor, publicKey: nil)) }
    #expect(await told("another", .isPrivate) == [])
    _ = try await client.open("of another class", ProtectionClass.none, flags: .isPrivate)
    #expect(await told("of another class") == ["of another class"])
  }

  @Test("what was sealed for a private index is private when it is carried out")
  func sealed() async throws {
    let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
    defer { core.close() }
    let noted = await withCheckedContinuation { continuation in
      core.notePrivate("secret", of: mail) { continuation.resume(returning: $0) }
    }
    #expect(noted == nil)
    for index in ["secret", "open"] {
      let batch = SealedBatch(index: index, operations: [.put([try encoded(item(index))])])
      let error = await withCheckedContinuation { continuation in
        core.carryOut(batch, of: mail) { continuation.resume(returning: $0) }
      }
      #expect(error == nil)
    }
    #expect(try await TestClient(core, mail).identifiers() == ["open", "secret"])
    #expect(try await seen(core) == ["open"])
  }
}
