import FresnelModel
import FresnelStorage
import FresnelTestSupport
import SpotlightService
import SpotlightWire
import Testing

@Suite("Private indexes", .timeLimit(.minutes(10)))
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
      _ = try await owner.outlet.message {
        if case .reindexAll = $0.message { true } else { false }
      }
      _ = try await owner.open("secret3", flags: .isPrivate)
      #expect(try await seen(second) == ["open"], "\(distance) bytes before the end")
      second.close()
    }
  }
}
