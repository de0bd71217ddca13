import FresnelModel
import FresnelPlatform
import FresnelStorage
import SpotlightService
import SpotlightWire
import Synchronization
import Testing

/// What becomes of a store or a metadata log that the key of its class doesn't open, and of those beside it that it
/// does.
@Suite("Stores and metadata logs of another key", .timeLimit(.minutes(30)))
struct ForeignKeyTests {
  /// A core of one class below a directory.
  private func core(
    in directory: String, key: UInt8,
    keepKey: (@Sendable () throws(ServiceError) -> Bool)? = nil
  ) -> ServiceCore {
    let bytes = [UInt8](repeating: key, count: 32)
    var options = CoreOptions(
      directories: [
        CoreOptions.ClassDirectory(
          classes: [.firstUnlock], store: directory + "/store", metadataLog: directory + "/ledger",
          key: .given(EncryptionKey(bytes.span.bytes)))
      ])
    options.directories[0].keepKey = keepKey
    options.positionsPath = directory + "/positions"
    return ServiceCore(options, host: TestHost())
  }

  /// Runs a body with a directory whose key is 7, and another one whose key is 8; each has an item.
  private func withDirectories(
    _ body: (_ own: String, _ other: String) async throws -> Void
  ) async throws {
    try await withTemporaryDirectory { directory in
      for key: UInt8 in [7, 8] {
        let core = core(in: "\(directory)/\(key)", key: key)
        defer { core.close() }
        let client = TestClient(core, mail)
        #expect(try await client.put([item("of \(key)")], try await client.open("a")) == nil)
      }
      try await body(directory + "/7", directory + "/8")
    }
  }

  @Test(
    "the doctor sets aside what the key does not open, and leaves what it does",
    arguments: [["store"], ["ledger"], ["store", "ledger"]])
  func onlyForeign(parts: [String]) async throws {
    try await withDirectories { own, other in
      for part in parts {
        try FileSystem.removeTree("\(own)/\(part)")
        try FileSystem.rename("\(other)/\(part)", to: "\(own)/\(part)")
      }
      let core = core(in: own, key: 7)
      defer { core.close() }
      let seen = core.examine(nil, mends: false)
      #expect(seen.map(\.code) == [.storeUnavailable])
      #expect(seen.allSatisfy { $0.message.contains("doctor --mend") })
      let mended = core.examine(nil, mends: true)
      #expect(mended.map(\.isMended) == [true], "\(mended)")
      for part in ["store", "ledger"] {
        let isAside = FileSystem.exists("\(own)/\(part).set-aside-1")
        #expect(isAside == parts.contains(part), "\(part)")
      }
      let client = TestClient(core, mail)
      let handle = try await client.open("a")
      let found = try await client.identifiers(mayLackOwnStore: parts == ["store"])
      #expect(found == (parts.contains("store") ? [] : ["of 7"]))
      #expect(try await client.put([item("new")], handle) == nil)
    }
  }

  @Test("a store that was foreign once and was put right is not set aside for another failure")
  func putRight() async throws {
    try await withDirectories { own, other in
      try FileSystem.rename(own + "/store", to: own + "/right")
      try FileSystem.rename(other + "/store", to: own + "/store")
      let mayKeep = Atomic(true)
      let core = core(in: own, key: 7) { () throws(ServiceError) in
        guard mayKeep.load(ordering: .sequentiallyConsistent) else {
          throw ServiceError(.unavailable, "The disk fails.")
        }
        return false
      }
      defer { core.close() }
      let foreign = core.examine(nil, mends: false)
      #expect(foreign.contains { $0.message.contains("doctor --mend") }, "\(foreign)")
      try FileSystem.removeTree(own + "/store")
      try FileSystem.rename(own + "/right", to: own + "/store")
      mayKeep.store(false, ordering: .sequentiallyConsistent)
      let failed = core.examine(nil, mends: true)
      #expect(failed.map(\.code) == [.storeUnavailable] && !failed[0].isMended, "\(failed)")
      #expect(!failed.contains { $0.message.contains("doctor --mend") }, "\(failed)")
      #expect(!FileSystem.exists(own + "/store.set-aside-1"))
      #expect(!FileSystem.exists(own + "/ledger.set-aside-1"))
      mayKeep.store(true, ordering: .sequentiallyConsistent)
      let client = TestClient(core, mail)
      _ = try await client.open("a")
      #expect(try await client.identifiers() == ["of 7"])
    }
  }
}
