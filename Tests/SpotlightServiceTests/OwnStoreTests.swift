import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

/// What an app is told whose own store was not taken over.
@Suite("An app whose own store is missing", .timeLimit(.minutes(30)))
struct OwnStoreTests: OwnStoreSuite {
  @Test("a locked class: told until the class was opened and the store is taken over")
  func locked() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory, lockable: true)
      let host = TestHost()
      host.set { $0.channel = .success(.locked(publicKey: nil)) }
      let core = ServiceCore(.daemon(FaultyStorage()), host: host)
      defer { core.close() }
      let client = TestClient(core, mail)
      #expect(try await handOver(directory, from: client)?.code == .classLocked)
      try await expectMissing(client)
      // What the app goes on to index is found, and does not end it.
      _ = try await client.put([item("new", title: "own")], try await client.open("b"))
      try await expectMissing(client, ["new"])

      let keys = try SealingKeyPair.random()
      host.set { $0.channel = .success(.locked(publicKey: keys.publicKey)) }
      let next = TestClient(core, mail)
      #expect(try await handOver(directory, from: next) == nil)
      try await expectWhole(next, ["embedded", "new"])
      // Another process of the app is told no longer, either.
      try await expectWhole(client, ["embedded", "new"])
    }
  }

  @Test("an index that the app has in a lockable class already")
  func refused() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory, lockable: true)
      let host = TestHost()
      let keys = try SealingKeyPair.random()
      host.set { $0.channel = .success(.locked(publicKey: keys.publicKey)) }
      let core = ServiceCore(.daemon(FaultyStorage()), host: host)
      defer { core.close() }
      _ = try await TestClient(core, mail).open("secret", .complete)
      let client = TestClient(core, mail)
      #expect(try await handOver(directory, from: client)?.code == .refused)
      try await expectMissing(client)
    }
  }

  @Test("an app that may store no more")
  func quota() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let host = TestHost()
      var allowance = AppAllowance()
      allowance.itemCount = 0
      host.set { [allowance] in $0.allowances[mail] = allowance }
      let core = ServiceCore(.daemon(FaultyStorage()), host: host)
      defer { core.close() }
      let client = TestClient(core, mail)
      #expect(try await handOver(directory, from: client)?.code == .quotaExceeded)
      try await expectMissing(client)
      host.set { $0.allowances = [:] }
      let next = TestClient(core, mail)
      #expect(try await handOver(directory, from: next) == nil)
      try await expectWhole(next, ["embedded"])
    }
  }

  @Test("a full disk")
  func fullDisk() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory, textLength: 1_000_000)
      let storage = FaultyStorage()
      let core = ServiceCore(.daemon(storage), host: TestHost())
      defer { core.close() }
      let other = TestClient(core, notes)
      _ = try await other.put([item("1")], try await other.open("a"))
      storage.setCapacity(storage.usedByteCount)
      let client = TestClient(core, mail)
      #expect(try await handOver(directory, from: client) != nil)
      try await expectMissing(client)
      storage.setCapacity(nil)
      let next = TestClient(core, mail)
      #expect(try await handOver(directory, from: next) == nil)
      try await expectWhole(next, ["embedded"])
    }
  }

  @Test("another process of the app that writes to the store, and a store that cannot be read")
  func withheld() async throws {
    try await withTemporaryDirectory { directory in
      let store = directory + "/store"
      try await fillEmbedded(store)
      let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
      defer { core.close() }
      let client = TestClient(core, mail)
      // The client of a store that is locked hands the lock over instead.
      #expect(try await handOver(store + "/" + StoreLocation.lockName, from: client) != nil)
      try await expectMissing(client)
      let damaged = directory + "/damaged"
      try FileSystem.createDirectory(damaged)
      try FileSystem.write([1, 2, 3], to: damaged + "/manifest")
      let second = TestClient(core, mail)
      #expect(try await handOver(damaged, from: second) != nil)
      try await expectMissing(second)
      let next = TestClient(core, mail)
      #expect(try await handOver(store, from: next) == nil)
      try await expectWhole(next, ["embedded"])
    }
  }

  @Test("a restart of the daemon: the note is enough until the app connects")
  func restart() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory, lockable: true)
      let host = TestHost()
      host.set { $0.channel = .success(.locked(publicKey: nil)) }
      let storage = FaultyStorage()
      let former = ServiceCore(.daemon(storage), host: host)
      let client = TestClient(former, mail)
      try await handOver(directory, from: client)
      _ = try await client.put([item("new", title: "own")], try await client.open("b"))
      former.close()
      let second = storage.afterKill()
      let core = ServiceCore(.daemon(second), host: host)
      // An extension hands nothing over, and tells nothing of the store.
      try await expectMissing(TestClient(core, mail, role: .extension), ["new"])
      let next = TestClient(core, mail)
      try await handOver(directory, from: next)
      try await expectMissing(next, ["new"])
      // The directory is gone, so that the app begins with something else.
      try await expectWhole(TestClient(core, mail), ["new"])
      core.close()
      // That is known after another start, too, where the app does not connect.
      let last = ServiceCore(.daemon(second.afterKill()), host: host)
      defer { last.close() }
      try await expectWhole(TestClient(last, mail, role: .extension), ["new"])
    }
  }

  @Test("a directory that is gone before the app connects for the first time after a restart")
  func goneBeforeRestart() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory, lockable: true)
      let host = TestHost()
      host.set { $0.channel = .success(.locked(publicKey: nil)) }
      let storage = FaultyStorage()
      let former = ServiceCore(.daemon(storage), host: host)
      let hander = TestClient(former, mail)
      try await handOver(directory, from: hander)
      _ = try await hander.put([item("new", title: "own")], try await hander.open("b"))
      former.close()
      let second = storage.afterKill()
      let core = ServiceCore(.daemon(second), host: host)
      // Its first message comes before anything was read of what is noted.
      let client = TestClient(core, mail)
      try await expectWhole(client, ["new"])
      client.session.end()
      core.close()
      let last = ServiceCore(.daemon(second.afterKill()), host: host)
      defer { last.close() }
      try await expectWhole(TestClient(last, mail, role: .extension), ["new"])
    }
  }

  @Test("a store that was taken over whole and that the app cannot empty is not missing")
  func notEmptied() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let storage = FaultyStorage()
      let core = ServiceCore(.daemon(storage), host: TestHost())
      #expect(try await handOver(directory, from: TestClient(core, mail)) == nil)
      let client = TestClient(core, mail)
      #expect(isHandedOver(try await handOver(directory, as: .kept, from: client)))
      try await expectWhole(client, ["embedded"])
      #expect(core.home.metadataLog.state.awaitsTakeOver(of: mail.identifier))
      core.close()
      // The app's process goes on beside another daemon, and tells of the same store.
      let next = ServiceCore(.daemon(storage.afterKill()), host: TestHost())
      defer { next.close() }
      try await expectWhole(TestClient(next, mail, role: .extension), ["embedded"])
      let again = TestClient(next, mail)
      #expect(isHandedOver(try await handOver(directory, as: .kept, from: again)))
      try await expectWhole(again, ["embedded"])
      #expect(next.home.metadataLog.state.awaitsTakeOver(of: mail.identifier))
    }
  }

  @Test("a live search hears when nothing is missing any more")
  func live() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
      defer { core.close() }
      let client = TestClient(core, mail)
      try await handOver(directory + "/" + StoreLocation.lockName, from: client)
      let request = client.send(
        .search(SearchRequest(form: .typed, text: "own", limit: 10, flags: .isLive)))
      _ = try await client.sink.message { envelope in
        guard envelope.request == request, case .found(let results) = envelope.message else {
          return false
        }
        return results.isPartial && results.hits.isEmpty
      }
      #expect(try await handOver(directory, from: TestClient(core, mail)) == nil)
      _ = try await client.sink.message { envelope in
        guard envelope.request == request, case .found(let results) = envelope.message else {
          return false
        }
        return !results.isPartial && results.hits.count == 1
      }
    }
  }
}
