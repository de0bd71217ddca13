import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

/// The daemon has all of a store, which stays: its app cannot empty it, or was killed while it did.
@Suite("An app's own store that stays after it was copied", .timeLimit(.minutes(30)))
struct OwnStoreKeptTests: OwnStoreSuite {
  private let scope = IndexScope(app: mail.identifier, index: "a")

  /// What a daemon finds that is started after another one, which has copied a store and was killed.
  private func daemon(
    copying directory: String, before change: (TestClient) async throws -> Void = { _ in }
  ) async throws -> (core: ServiceCore, storage: FaultyStorage) {
    let storage = FaultyStorage()
    let former = ServiceCore(.daemon(storage), host: TestHost())
    let client = TestClient(former, mail)
    #expect(try await handOver(directory, from: client) == nil)
    try await change(client)
    let second = storage.afterKill()
    former.close()
    return (ServiceCore(.daemon(second), host: TestHost()), second)
  }

  @Test("has its app asked for nothing when it is handed over again at each start")
  func changedSince() async throws {
    try await withTemporaryDirectory { directory in
      try await store([thing("changed"), thing("deleted"), thing("same")], in: directory)
      var (core, storage) = try await daemon(copying: directory) { client in
        let handle = try await client.open("a")
        var changed = thing("changed")
        changed.attributes[.pageCount] = .integer(5)
        #expect(try await client.put([changed], handle) == nil)
        #expect(await client.apply([.deleteIdentifiers(["deleted"])], handle) == nil)
      }
      for _ in 0..<2 {
        let client = TestClient(core, mail)
        #expect(try await handOver(directory, from: client) == nil)
        try await expectWhole(client, ["changed", "same"])
        #expect(core.home.metadataLog.state.owedItems(of: scope).isEmpty)
        storage = storage.afterKill()
        core.close()
        core = ServiceCore(.daemon(storage), host: TestHost())
      }
      // What is stored there since is copied, and what was deleted stays so.
      try await store([thing("later")], in: directory)
      let client = TestClient(core, mail)
      #expect(try await handOver(directory, from: client) == nil)
      try await expectWhole(client, ["changed", "later", "same"])
      #expect(core.home.metadataLog.state.owedItems(of: scope) == ["changed", "deleted"])
      core.close()
    }
  }

  @Test("is emptied further after a restart of the daemon, whatever is left of it")
  func halfEmptied() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let (core, _) = try await daemon(copying: directory)
      defer { core.close() }
      try FileSystem.removeFile(directory + "/" + StoreLocation.manifestName)
      try FileSystem.createDirectory(directory + "/" + StoreLocation.damagedName)
      let journal = directory + "/journal-000000000000000"
      try FileSystem.rename(journal + "1", to: journal + "2")
      let client = TestClient(core, mail)
      #expect(try await handOver(directory, from: client) == nil)
      try await empty(directory, by: client)
      await waitUntilForgotten(in: core)
      try await expectWhole(client, ["embedded"])
    }
  }

  @Test("is copied again where the core has lost what it had of it")
  func lostByCore() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let storage = FaultyStorage()
      let former = ServiceCore(.daemon(storage), host: TestHost())
      #expect(try await handOver(directory, from: TestClient(former, mail)) == nil)
      let left = storage.afterKill()
      former.close()
      for path in left.paths where path.contains("/store/") { try left.remove(path) }
      let core = ServiceCore(.daemon(left), host: TestHost())
      defer { core.close() }
      let client = TestClient(core, mail)
      #expect(try await handOver(directory, from: client) == nil)
      #expect(try await client.identifiers(mayLackOwnStore: true) == ["embedded"])
    }
  }
}
