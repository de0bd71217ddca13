import FresnelModel
import FresnelPlatform
import FresnelStorage
import FresnelTestSupport
import SpotlightService
import SpotlightWire
import Testing

/// A class that held nothing when its store was removed misses nothing; one that held something does, and is told of.
@Suite("Removed stores of empty classes", .timeLimit(.minutes(30)))
struct EmptyClassTests {
  static let parts = [["/first/store"], ["/first/ledger"], ["/first/store", "/first/ledger"]]

  private func without(_ directories: [String], _ storage: FaultyStorage) throws -> FaultyStorage {
    let copy = storage.afterKill()
    for path in copy.paths where directories.contains(where: { path.hasPrefix($0 + "/") }) {
      try copy.remove(path)
    }
    return copy
  }

  private func ended(_ core: ServiceCore, _ storage: FaultyStorage) -> FaultyStorage {
    core.close()
    return storage.afterKill()
  }

  /// Whether the positions say that the store of a class held nothing.
  private func isNotedEmpty(_ protection: ProtectionClass, _ storage: FaultyStorage) throws -> Bool
  {
    let bytes = try #require(storage.contents(of: "/state/positions"))
    return (0..<Int(bytes[12])).contains { entry in
      let place = 48 + 42 * entry + 40
      return bytes[place] == protection.rawValue && bytes[place + 1] == 1
    }
  }

  /// What is told of a storage by a core that begins with it.
  private func told(_ storage: FaultyStorage) -> (findings: [ServiceFinding], isNoticed: Bool) {
    let host = TestHost()
    let core = ServiceCore(.daemon(storage), host: host)
    defer { core.close() }
    let findings = core.examine(nil, mends: false).filter {
      [.itemsMissing, .itemsHidden].contains($0.code)
    }
    return (findings, host.events.contains { $0.kind == .storeRolledBack })
  }

  @Test("a class that never had items misses none when its store is removed", arguments: parts)
  func neverFilled(directories: [String]) async throws {
    let storage = FaultyStorage()
    let core = ServiceCore(.daemon(storage), host: TestHost())
    let client = TestClient(core, mail)
    _ = try await client.put([item("1")], try await client.open("a", ProtectionClass.none))
    // A query opens the store of the other class too.
    #expect(try await client.identifiers() == ["1"])
    let left = try without(directories, ended(core, storage))
    let (findings, isNoticed) = told(left)
    #expect(findings.isEmpty && !isNoticed, "\(findings)")
    // What comes into the class that began anew is missed when it is removed in its turn.
    let second = ServiceCore(.daemon(left), host: TestHost())
    let app = TestClient(second, mail)
    _ = try await app.put([item("2")], try await app.open("b"))
    let again = try without(Self.parts[2], ended(second, left))
    #expect(told(again).findings.map(\.severity) == [.error])
  }

  @Test("a class that was never opened misses nothing after a kill before the first change")
  func killedBeforeTheFirstChange() async throws {
    let storage = FaultyStorage()
    let core = ServiceCore(.daemon(storage), host: TestHost())
    // It leaves a record in the metadata log of one class alone.
    _ = try await TestClient(core, mail).open("a")
    let left = storage.afterKill()
    core.close()
    let (findings, isNoticed) = told(left)
    #expect(findings.isEmpty && !isNoticed, "\(findings)")
  }

  @Test(
    "a class whose items were all deleted misses none when its store and metadata log are removed")
  func emptied() async throws {
    let storage = FaultyStorage()
    let core = ServiceCore(.daemon(storage), host: TestHost())
    let client = TestClient(core, mail)
    let handle = try await client.open("a")
    _ = try await client.put([item("1")], handle)
    _ = await client.apply([.deleteAll], handle)
    let (findings, isNoticed) = told(try without(Self.parts[2], ended(core, storage)))
    #expect(findings.isEmpty && !isNoticed, "\(findings)")
  }

  @Test("a copy that has the items from before they were deleted is noticed")
  func putBack() async throws {
    let storage = FaultyStorage()
    let core = ServiceCore(.daemon(storage), host: TestHost())
    let client = TestClient(core, mail)
    _ = try await client.put([item("1")], try await client.open("a"))
    let copied = ended(core, storage)
    let later = copied.afterKill()
    let second = ServiceCore(.daemon(later), host: TestHost())
    let app = TestClient(second, mail)
    _ = await app.apply([.deleteAll], try await app.open("a"))
    let last = ended(second, later)
    for path in last.paths where path.hasPrefix("/first") { try last.remove(path) }
    for path in copied.paths where path.hasPrefix("/first") {
      last.setContents(try #require(copied.contents(of: path)), of: path)
    }
    #expect(told(last).isNoticed)
  }

  @Test("items that came into an empty class just before the process was killed are missed")
  func filledAndKilled() async throws {
    let storage = FaultyStorage()
    let first = ServiceCore(.daemon(storage), host: TestHost())
    #expect(try await TestClient(first, mail).identifiers() == [])
    let empty = ended(first, storage)
    let core = ServiceCore(.daemon(empty), host: TestHost())
    let client = TestClient(core, mail)
    let handle = try await client.open("a")
    // Nothing comes with the first batch, after which positions are not noted for a while.
    #expect(await client.apply([], handle) == nil)
    #expect(try await client.put([item("1")], handle) == nil)
    // It is noted behind the batch.
    while try isNotedEmpty(.firstUnlock, empty) { await Task.yield() }
    let killed = empty.afterKill()
    core.close()
    #expect(told(try without(Self.parts[2], killed)).findings.map(\.severity) == [.error])
  }

  @Test("an empty class takes no items while it cannot be noted that it holds something")
  func notNoted() async throws {
    let storage = FaultyStorage()
    let first = ServiceCore(.daemon(storage), host: TestHost())
    #expect(try await TestClient(first, mail).identifiers() == [])
    let empty = ended(first, storage)
    let core = ServiceCore(.daemon(empty), host: TestHost())
    defer { core.close() }
    let client = TestClient(core, mail)
    let handle = try await client.open("a")
    // Positions are noted behind the first batch, and before the second.
    for _ in 0..<2 { #expect(await client.apply([], handle) == nil) }
    empty.setFault(.init(call: 1, isPersistent: false, code: .full))
    let error = try await client.put([item("1")], handle)
    #expect(error?.code == .unavailable && error?.isRetryable == true, "\(error as Any)")
    #expect(try await client.identifiers() == [])
    #expect(try await client.put([item("1")], handle) == nil)
    #expect(try !isNotedEmpty(.firstUnlock, empty.afterKill()))
  }

  @Test("whatever fails, items that are stored are not in a class that is noted as empty")
  func anyFailure() async throws {
    for call in 1...80 {
      let storage = FaultyStorage(fault: .init(call: call, isPersistent: false))
      let core = ServiceCore(.daemon(storage), host: TestHost())
      defer { core.close() }
      let client = TestClient(core, mail)
      // Whoever is refused tries again.
      var isStored = false
      for _ in 0..<4 where !isStored {
        guard let handle = try? await client.open("a") else { continue }
        isStored = try await client.put([item("1")], handle) == nil
      }
      #expect(isStored, "call \(call)")
      let killed = storage.afterKill()
      guard killed.contents(of: "/state/positions") != nil else { continue }
      #expect(try !isNotedEmpty(.firstUnlock, killed), "call \(call)")
    }
  }

  @Test("a loss that nobody was told of is not forgotten when the store is removed once more")
  func removedTwice() async throws {
    var storage = FaultyStorage()
    let core = ServiceCore(.daemon(storage), host: TestHost())
    let client = TestClient(core, mail)
    _ = try await client.put([item("1")], try await client.open("a"))
    storage = ended(core, storage)
    for _ in 0..<2 {
      storage = try without(Self.parts[2], storage)
      let again = ServiceCore(.daemon(storage), host: TestHost())
      #expect(again.examine(nil, mends: false).contains { $0.code == .itemsMissing })
      storage = ended(again, storage)
    }
  }
}
