import FresnelEngine
import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Synchronization
import Testing

@testable import SpotlightService

/// What becomes of an app's own store that cannot be taken over, or not yet.
@Suite("Taking over what is refused at first", .timeLimit(.minutes(30)))
struct TakeOverRefusalTests {
  private static let opening = OpenIndex(name: "secret", protection: .complete)

  /// Fills a store as an app without a daemon does: an index of any class, and one of a class that can be locked.
  private func fillEmbedded(_ directory: String) async throws {
    let core = ServiceCore(.embedded(at: directory))
    let client = TestClient(core, mail)
    let plain = try await client.open("a")
    #expect(try await client.put([item("plain", title: "own")], plain, state: [3]) == nil)
    let secret = try await client.open("secret", .complete)
    #expect(try await client.put([item("secret", title: "own")], secret, state: [3]) == nil)
    core.close()
  }

  private func takeOver(_ client: TestClient, _ directory: String) async throws -> TakenOver {
    let descriptor = try SharedDescriptor(
      sharing: try FileDescriptor(opening: directory, for: .reading))
    client.session.receive(
      Envelope(.takeOver(TakeOver(folderName: "a")), request: 1000, descriptors: [descriptor]))
    let reply = await client.reply(to: 1000)
    guard case .takenOver(let taken) = reply else {
      throw reply.failure ?? ServiceError(.unavailable, "\(reply)")
    }
    return taken
  }

  /// A core that refused to take a store over, as its class was locked, and then has the class open.
  private func coreAfterLock(
    of directory: String, clock: (@Sendable () -> UInt64)? = nil
  ) async throws -> ServiceCore {
    let host = TestHost()
    host.set { $0.channel = .success(.locked(publicKey: nil)) }
    var options = CoreOptions.daemon(FaultyStorage())
    if let clock { options.monotonicClock = clock }
    let core = ServiceCore(options, host: host)
    await #expect(throws: ServiceError.self) {
      try await takeOver(TestClient(core, mail), directory)
    }
    let channel = try ChannelOffer.leadingNowhere()
    host.set { $0.channel = .success(channel) }
    return core
  }

  @Test("a class whose key is only being made gets the items when it is there")
  func keyComesLate() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let host = TestHost()
      let keys = try SealingKeyPair.random()
      let channel = try ChannelOffer.leadingNowhere()
      host.set {
        $0.channel = .success(channel)
        $0.awaitKey = { done in done(keys.publicKey) }
      }
      let core = ServiceCore(.daemon(FaultyStorage()), host: host)
      defer { core.close() }
      let client = TestClient(core, mail)
      #expect(try await takeOver(client, directory) == TakenOver(itemCount: 2, indexCount: 2))
      #expect(try await client.identifiers() == ["plain"])
      let kept = host.state.withLock { $0.keptSealed }
      #expect(try SealedBatch(opening: try #require(kept.first), with: keys).index == "secret")
    }
  }

  @Test("a key that does not come in time fails the take-over, which may be tried again")
  func keyDoesNotCome() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let host = TestHost()
      let channel = try ChannelOffer.leadingNowhere()
      host.set {
        $0.channel = .success(channel)
        $0.awaitKey = { _ in }
      }
      var options = CoreOptions.daemon(FaultyStorage())
      options.later = { _, body in body() }
      let core = ServiceCore(options, host: host)
      defer { core.close() }
      let client = TestClient(core, mail)
      let failure = await #expect(throws: ServiceError.self) {
        try await takeOver(client, directory)
      }
      #expect(failure?.isRetryable == true)
      #expect(host.events.contains { $0.kind == .notTakenOver })
      // The app goes on: what waits is not opened, and the connection stays.
      let opening = await client.ask(.openIndex(Self.opening)).failure
      #expect(opening?.code == .unavailable && opening?.isRetryable == true)
      #expect(!client.session.isEnded)

      // Once the key is there the app is to connect again, which hands the store over.
      let keys = try SealingKeyPair.random()
      guard case .open(let descriptor, _) = channel else { throw TestFailure("not open") }
      host.set { $0.channel = .success(.open(descriptor, publicKey: keys.publicKey)) }
      client.session.receive(Envelope(.openIndex(Self.opening), request: 2000))
      while !client.session.isEnded { await Task.yield() }
      #expect(
        try await takeOver(TestClient(core, mail), directory)
          == TakenOver(itemCount: 2, indexCount: 2))
      #expect(host.state.withLock { $0.keptSealed.count } == 1)
    }
  }

  @Test("another process of the app opens nothing that is just being taken over")
  func openedMeanwhile() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      var key = try HeldKey()
      let core = key.core()
      defer { core.close() }
      async let taken = takeOver(TestClient(core, mail), directory)
      let give = try await key.asked()
      let other = TestClient(core, mail)
      let opening = await other.ask(.openIndex(Self.opening)).failure
      #expect(opening?.code == .unavailable && opening?.isRetryable == true)
      give(key.keys.publicKey)
      #expect(try await taken == TakenOver(itemCount: 2, indexCount: 2))
      #expect(key.host.state.withLock { $0.keptSealed.count } == 1)
      _ = try await other.open("secret", .complete)
    }
  }

  @Test("a store that nothing is copied into may have no key")
  func otherStoreFails() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let host = TestHost()
      let keys = try SealingKeyPair.random()
      host.set { $0.channel = .success(.locked(publicKey: keys.publicKey)) }
      var options = CoreOptions.daemon(FaultyStorage())
      options.directories[1].key = .awaited
      let core = ServiceCore(options, host: host)
      defer { core.close() }
      core.provideKey(
        .failure(ServiceError(.unavailable, "There is none.")), for: ProtectionClass.none)
      #expect(
        try await takeOver(TestClient(core, mail), directory)
          == TakenOver(itemCount: 2, indexCount: 2))
    }
  }

  @Test("what waits for a locked class is offered again when its app opens it in the open class")
  func lockedAtFirst() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let host = TestHost()
      host.set { $0.channel = .success(.locked(publicKey: nil)) }
      let core = ServiceCore(.daemon(FaultyStorage()), host: host)
      defer { core.close() }
      let client = TestClient(core, mail)
      let failure = await #expect(throws: ServiceError.self) {
        try await takeOver(client, directory)
      }
      #expect(failure?.isRetryable == true)
      #expect(await client.ask(.openIndex(Self.opening)).failure?.code == .classLocked)
      // Other indexes can be used, and others' of that name.
      _ = try await client.open("other")
      _ = try await TestClient(core, notes).open("secret", .complete)

      let keys = try SealingKeyPair.random()
      let channel = try ChannelOffer.leadingNowhere()
      host.set {
        $0.channel = .success(channel)
        $0.awaitKey = { done in done(keys.publicKey) }
      }
      client.session.receive(Envelope(.openIndex(Self.opening), request: 2000))
      while !client.session.isEnded { await Task.yield() }
      let next = TestClient(core, mail)
      #expect(try await takeOver(next, directory).itemCount == 2)
      _ = try await next.open("secret", .complete)
      #expect(host.state.withLock { $0.keptSealed.count } == 1)
    }
  }

  @Test("an app is not sent away to hand its store over as long as that cannot begin")
  func handoverUnderWay() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let core = try await coreAfterLock(of: directory)
      defer { core.close() }
      let term = AppTerm(of: mail, in: core.removals)
      #expect(core.takeOvers.begin(mail, try otherPlace(), during: term, at: 0))
      let client = TestClient(core, mail)
      await #expect(throws: ServiceError.self) { try await takeOver(client, directory) }
      let opening = await client.ask(.openIndex(Self.opening)).failure
      #expect(opening?.code == .unavailable && opening?.isRetryable == true)
      #expect(!client.session.isEnded)
      core.takeOvers.end(mail)
      client.session.receive(Envelope(.openIndex(Self.opening), request: 2000))
      while !client.session.isEnded { await Task.yield() }
      #expect(client.sink.closeReason?.code == .connectAgain)
    }
  }

  @Test(
    "an app that cannot hand its store over is not sent away to do so",
    arguments: [StoreLocation.lockName, "no directory"])
  func storeWithheld(name: String) async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      try FileSystem.write([], to: directory + "/no directory")
      // Another process writes to it by the time when the class is open.
      let core = try await coreAfterLock(of: directory)
      defer { core.close() }
      let client = TestClient(core, mail)
      await #expect(throws: ServiceError.self) {
        try await takeOver(client, directory + "/" + name)
      }
      try await expectToStay(client)
    }
  }

  @Test("who could not hand its store over is sent away once more a minute later")
  func storeWithheldForAMoment() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let now = Mutex<UInt64>(1)
      let core = try await coreAfterLock(of: directory, clock: { now.withLock { $0 } })
      defer { core.close() }
      let client = TestClient(core, mail)
      await #expect(throws: ServiceError.self) {
        try await takeOver(client, directory + "/" + StoreLocation.lockName)
      }
      try await expectToStay(client)
      now.withLock { $0 += 60_000_000_000 }
      client.session.receive(Envelope(.openIndex(Self.opening), request: 3000))
      while !client.session.isEnded,
        !client.sink.envelopes.contains(where: { $0.request == 3000 })
      {
        await Task.yield()
      }
      #expect(client.sink.closeReason?.code == .connectAgain)
    }
  }

  @Test("nor is who connects as something else than an app, and hands nothing over")
  func otherRole() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let core = try await coreAfterLock(of: directory)
      defer { core.close() }
      try await expectToStay(TestClient(core, mail, role: .surface))
    }
  }

  @Test("nor is one whose store cannot be looked at, as too many of its files do not answer")
  func noRoomToLook() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let core = try await coreAfterLock(of: directory)
      defer { core.close() }
      while core.takeOvers.beginLooking(for: mail) {}
      let client = TestClient(core, mail)
      await #expect(throws: ServiceError.self) {
        try await takeOver(client, directory + "/" + StoreLocation.lockName)
      }
      try await expectToStay(client)
      core.takeOvers.endLooking(for: mail)
      client.session.receive(Envelope(.openIndex(Self.opening), request: 3000))
      while !client.session.isEnded { await Task.yield() }
      #expect(client.sink.closeReason?.code == .connectAgain)
    }
  }

  /// Checks that a client keeps its connection as it opens what waits in its store, again and again.
  private func expectToStay(_ client: TestClient) async throws {
    for request in UInt64(2000)..<2002 {
      client.session.receive(Envelope(.openIndex(Self.opening), request: request))
      while !client.session.isEnded,
        !client.sink.envelopes.contains(where: { $0.request == request })
      {
        await Task.yield()
      }
      try #require(!client.session.isEnded)
      #expect(await client.reply(to: request).failure?.code == .unavailable)
    }
  }

  @Test("an app that has removed its store itself waits for nothing")
  func storeRemoved() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let host = TestHost()
      host.set { $0.channel = .success(.locked(publicKey: nil)) }
      let core = ServiceCore(.daemon(FaultyStorage()), host: host)
      defer { core.close() }
      await #expect(throws: ServiceError.self) {
        try await takeOver(TestClient(core, mail), directory)
      }
      _ = try await TestClient(core, mail).open("secret", .complete)
    }
  }

  @Test("where one index is refused none is copied, and what is owed stays owed")
  func oneRefused() async throws {
    try await withTemporaryDirectory { directory in
      let folder = directory + "/" + mail.folderName
      try await fillEmbedded(folder)
      let host = TestHost()
      let keys = try SealingKeyPair.random()
      host.set { $0.channel = .success(.locked(publicKey: keys.publicKey)) }
      var options = CoreOptions.daemon(FaultyStorage())
      options.embeddedStores = {
        EmbeddedStoreListing([EmbeddedStoreDirectory(app: mail, path: folder, root: directory)])
      }
      let core = ServiceCore(options, host: host)
      defer { core.close() }
      // The app has used both before.
      let before = TestClient(core, mail)
      _ = try await before.open("secret", .complete)
      _ = try await before.open("a")
      let scope = IndexScope(app: mail.identifier, index: "a")
      core.home.performAndWait {
        #expect(throws: Never.self) {
          try core.home.oweAll(scope, "It was damaged.")
        }
      }
      for _ in 0..<2 {
        let client = TestClient(core, mail)
        let refused = await #expect(throws: ServiceError.self) {
          try await takeOver(client, folder)
        }
        #expect(refused?.code == .refused)
        let window = TestClient(core, AppIdentity(identifier: "org.window"), role: .surface)
        let found = try await window.hits(
          QueryRequest(query: "title == \"own\"", reach: .system))
        #expect(found.map(\.item.uniqueIdentifier).sorted() == ["plain", "secret"])
        #expect(
          core.home.metadataLog.state[.owedCallbacks, OwedCallback.key(scope)] != nil)
      }
    }
  }
}
