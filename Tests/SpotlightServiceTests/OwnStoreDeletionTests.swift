import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

/// What an app deletes while its own store could not be noted as still to come.
@Suite("What an app deletes while its own store is missing", .timeLimit(.minutes(30)))
struct OwnStoreDeletionTests: OwnStoreSuite {
  /// A core whose home key comes later.
  private func makeLockedCore(
    _ storage: FaultyStorage = FaultyStorage()
  ) throws -> (core: ServiceCore, unlock: () -> Void) {
    var options = CoreOptions.daemon(storage)
    guard case .given(let key) = options.directories[0].key else { throw TestFailure("no key") }
    options.directories[0].key = .awaited
    let core = ServiceCore(options, host: TestHost())
    core.provideKey(.failure(ServiceError(.unavailable, "Log in.")), for: .firstUnlock)
    return (core, { core.provideKey(.success(key), for: .firstUnlock) })
  }

  @Test(
    "does not come back with a store that was offered before the metadata log could be read",
    arguments: [StoreOffer.directory, .lock])
  func beforeTheKey(offer: StoreOffer) async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let (core, unlock) = try makeLockedCore()
      defer { core.close() }
      let client = TestClient(core, mail)
      #expect(try await handOver(directory, as: offer, from: client) != nil)
      unlock()
      let handle = try await client.open("a")
      #expect(await client.apply([.deleteIdentifiers(["embedded"])], handle) == nil)
      try await expectMissing(client)
      #expect(try await handOver(directory, from: TestClient(core, mail)) == nil)
      try await expectWhole(client, [])
    }
  }

  @Test("a store that was offered before the metadata log could be read is missing after a restart")
  func restart() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let storage = FaultyStorage()
      let (core, unlock) = try makeLockedCore(storage)
      #expect(try await handOverLock(of: directory, from: TestClient(core, mail)) != nil)
      unlock()
      // What the key lets the core do comes before this.
      _ = try await TestClient(core, notes).open("other")
      let second = storage.afterKill()
      core.close()
      let last = ServiceCore(.daemon(second), host: TestHost())
      defer { last.close() }
      try await expectMissing(TestClient(last, mail, role: .extension))
    }
  }

  @Test("does not come back with a store that could not be noted when it was offered")
  func notNoted() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
      defer { core.close() }
      let client = TestClient(core, mail)
      let handle = try await client.open("a")
      // So it is where the disk was full: memory has the store, and the metadata log has not.
      let place = OwnStore.Place(of: try SharedDescriptor(openingDirectory: directory))
      _ = core.ownStores.note(
        .offered(in: place, because: "The disk is full.", isNotedCopied: false), of: mail,
        isConfined: false, noted: nil)
      try await expectMissing(client)
      #expect(await client.apply([.deleteIdentifiers(["embedded"])], handle) == nil)
      #expect(try await handOver(directory, from: TestClient(core, mail)) == nil)
      try await expectWhole(client, [])
    }
  }

  @Test("is refused in a class without a key as long as the metadata log cannot be read")
  func classWithoutKey() async throws {
    try await withTemporaryDirectory { directory in
      let embedded = ServiceCore(.embedded(at: directory))
      let writer = TestClient(embedded, mail)
      let plain = try await writer.open("a", ProtectionClass.none)
      #expect(try await writer.put([item("embedded", title: "own")], plain) == nil)
      embedded.close()
      let (core, unlock) = try makeLockedCore()
      defer { core.close() }
      let client = TestClient(core, mail)
      #expect(try await handOverLock(of: directory, from: client) != nil)
      let handle = try await client.open("a", ProtectionClass.none)
      let deletion: [WireOperation] = [.deleteIdentifiers(["embedded"])]
      #expect(await client.apply(deletion, handle)?.code == .unavailable)
      #expect(try await client.put([item("new", title: "own")], handle) == nil)
      // An app that has offered no store goes on without the key.
      let other = TestClient(core, notes)
      let others = try await other.open("a", ProtectionClass.none)
      #expect(await other.apply(deletion, others) == nil)
      unlock()
      #expect(await client.apply(deletion, handle) == nil)
      #expect(try await handOver(directory, from: TestClient(core, mail)) == nil)
      try await expectWhole(client, ["new"])
    }
  }

  @Test("some history that is deleted does not come back, either")
  func history() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let (core, unlock) = try makeLockedCore()
      defer { core.close() }
      #expect(try await handOverLock(of: directory, from: TestClient(core, mail)) != nil)
      #expect(throws: ServiceError.self) {
        try core.noteHistoryDeletion(of: mail.identifier)
      }
      unlock()
      try core.noteHistoryDeletion(of: mail.identifier)
      #expect(core.home.metadataLog.state.hasDeletedHistory(of: mail.identifier))
    }
  }
}
