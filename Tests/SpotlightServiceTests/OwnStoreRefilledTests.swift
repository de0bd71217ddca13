import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

/// A process without the daemon writes to a directory of which the daemon has all that was there before.
@Suite("An app's own store that is filled again after it was copied", .timeLimit(.minutes(30)))
struct OwnStoreRefilledTests: OwnStoreSuite {
  /// Stores an item without the daemon.
  private func add(_ identifier: String, to directory: String) async throws {
    let core = ServiceCore(.embedded(at: directory))
    let client = TestClient(core, mail)
    let handle = try await client.open("a")
    #expect(try await client.put([item(identifier, title: "own")], handle) == nil)
    core.close()
  }

  @Test("is missing for who finds it locked, though the daemon was killed before it was emptied")
  func afterKill() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let storage = FaultyStorage()
      let former = ServiceCore(.daemon(storage), host: TestHost())
      #expect(try await handOver(directory, from: TestClient(former, mail)) == nil)
      try StoreLocation.empty(SharedDescriptor(openingDirectory: directory))
      let second = storage.afterKill()
      former.close()
      try await add("later", to: directory)
      let core = ServiceCore(.daemon(second), host: TestHost())
      let client = TestClient(core, mail)
      #expect(!isHandedOver(try await handOverLock(of: directory, from: client)))
      try await expectMissing(client, ["embedded"])
      // It is known after another start, too, where the app does not connect.
      let third = second.afterKill()
      core.close()
      let last = ServiceCore(.daemon(third), host: TestHost())
      defer { last.close() }
      try await expectMissing(TestClient(last, mail, role: .extension), ["embedded"])
      let next = TestClient(last, mail)
      #expect(try await handOver(directory, from: next) == nil)
      try await expectWhole(next, ["embedded", "later"])
    }
  }

  @Test(
    "is missing for who finds it locked or cannot look into it, where it was not emptied",
    arguments: [StoreOffer.lock, .memoryFile])
  func notEmptied(offer: StoreOffer) async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
      defer { core.close() }
      let first = TestClient(core, mail)
      #expect(try await handOver(directory, from: first) == nil)
      first.session.end()
      try await waitUntilNotEmptied(directory, in: core)
      try await add("later", to: directory)
      let client = TestClient(core, mail)
      #expect(!isHandedOver(try await handOver(directory, as: offer, from: client)))
      try await expectMissing(client, ["embedded"])
      #expect(try await handOver(directory, from: TestClient(core, mail)) == nil)
      try await expectWhole(client, ["embedded", "later"])
    }
  }

  /// Waits until the daemon has seen that nobody empties a store any more.
  private func waitUntilNotEmptied(_ directory: String, in core: ServiceCore) async throws {
    let descriptor = try SharedDescriptor(openingDirectory: directory)
    let place = try #require(OwnStore.Place(of: descriptor))
    while core.takeOvers.isBeingEmptied(place, of: mail) { await Task.yield() }
  }

  @Test("is not missing while the process that handed it over may be emptying it")
  func beingEmptied() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
      defer { core.close() }
      let first = TestClient(core, mail)
      #expect(try await handOver(directory, from: first) == nil)
      let client = TestClient(core, mail)
      #expect(isHandedOver(try await handOverLock(of: directory, from: client)))
      try await expectWhole(client, ["embedded"])
      try await empty(directory, by: first)
      await waitUntilForgotten(in: core)
      try await expectWhole(client, ["embedded"])
    }
  }

  @Test("is emptied further by the next process where one was killed while it did that")
  func halfEmptied() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
      defer { core.close() }
      let first = TestClient(core, mail)
      #expect(try await handOver(directory, from: first) == nil)
      try FileSystem.removeFile(directory + "/" + StoreLocation.manifestName)
      try FileSystem.createDirectory(directory + "/damaged")
      let journal = directory + "/journal-000000000000000"
      try FileSystem.rename(journal + "1", to: journal + "2")
      first.session.end()
      try await waitUntilNotEmptied(directory, in: core)
      let next = TestClient(core, mail)
      #expect(try await handOver(directory, from: next) == nil)
      try await empty(directory, by: next)
      await waitUntilForgotten(in: core)
      try await expectWhole(next, ["embedded"])
    }
  }

  @Test(
    "is emptied further where a process outside of its sandbox connected after it was half emptied",
    arguments: [false, true])
  func halfEmptiedInSandbox(restarts: Bool) async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let storage = FaultyStorage()
      var core = ServiceCore(.daemon(storage), host: TestHost())
      let first = TestClient(core, mail, trust: .confined)
      #expect(try await handOver(directory, from: first) == nil)
      try FileSystem.removeFile(directory + "/" + StoreLocation.manifestName)
      first.session.end()
      try await waitUntilNotEmptied(directory, in: core)
      if restarts {
        let second = storage.afterKill()
        core.close()
        core = ServiceCore(.daemon(second), host: TestHost())
      }
      defer { core.close() }
      // The second time it is noted that this one has no store.
      for _ in 0..<2 {
        let other = TestClient(core, mail)
        _ = try await other.open("b")
        other.session.end()
      }
      let next = TestClient(core, mail, trust: .confined)
      #expect(try await handOver(directory, from: next) == nil)
      try await empty(directory, by: next)
      await waitUntilForgotten(in: core)
      try await expectWhole(next, ["embedded"])
      let scope = IndexScope(app: mail.identifier, index: "a")
      #expect(core.home.metadataLog.state[.owedCallbacks, OwedCallback.key(scope)] == nil)
    }
  }

  @Test("is not missing for the process that could not empty it, and cannot even open it now")
  func keptAndUnreadable() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
      defer { core.close() }
      let first = TestClient(core, mail)
      #expect(try await handOver(directory, from: first) == nil)
      first.session.end()
      let client = TestClient(core, mail)
      #expect(isHandedOver(try await handOver(directory, as: .keptAndUnreadable, from: client)))
      try await expectWhole(client, ["embedded"])
    }
  }

  @Test("gives the items back that the app deleted before, by asking for them")
  func storedAgain() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let storage = FaultyStorage()
      let core = ServiceCore(.daemon(storage), host: TestHost())
      let client = TestClient(core, mail)
      #expect(try await handOverLock(of: directory, from: client) != nil)
      let handle = try await client.open("a")
      #expect(
        await client.apply([.deleteIdentifiers(["embedded", "never", "other"])], handle) == nil)
      // It is there again for a process without the daemon, or never went; nobody but the app knows.
      try await add("embedded", to: directory)
      try await add("other", to: directory)
      try await add("new", to: directory)
      let hander = TestClient(core, mail)
      #expect(try await handOver(directory, from: hander) == nil)
      try await empty(directory, by: hander)
      await waitUntilForgotten(in: core)
      try await expectWhole(hander, ["new"])
      // The answer came after that was noted.
      let second = storage.afterKill()
      core.close()
      let next = ServiceCore(.daemon(second), host: TestHost())
      defer { next.close() }
      let app = TestClient(next, mail)
      _ = try await app.open("a", methods: [.reindexItems])
      let asked = try await app.sink.message {
        if case .reindexItems = $0.message { true } else { false }
      }
      guard case .reindexItems(let wanted) = asked.message else { return }
      #expect(wanted == WantedItems(index: "a", identifiers: ["embedded", "other"]))
      app.session.receive(Envelope(.acknowledged, request: asked.request))
      let scope = IndexScope(app: mail.identifier, index: "a")
      while !next.home.metadataLog.state.owedItems(of: scope).isEmpty { await Task.yield() }
    }
  }
}
