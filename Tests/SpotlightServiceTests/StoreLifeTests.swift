import FresnelEngine
import FresnelModel
import FresnelPlatform
import FresnelStorage
import FresnelTestSupport
import SpotlightService
import SpotlightWire
import Testing

@Suite("Removing apps, rolled-back stores", .timeLimit(.minutes(30)))
struct StoreLifeTests {
  private func remove(_ app: AppIdentity, from core: ServiceCore) async -> ServiceError? {
    await withCheckedContinuation { continuation in
      core.removeApp(app) { continuation.resume(returning: $0) }
    }
  }

  // MARK: - Removal

  @Test("a removed app leaves nothing behind, its connections end, and others keep what they have")
  func removal() async throws {
    let (storage, host) = (FaultyStorage(), TestHost())
    let core = ServiceCore(.daemon(storage), host: host)
    let (first, second) = (TestClient(core, mail), TestClient(core, notes))
    for client in [first, second] {
      for (index, protection) in [("a", ProtectionClass.none), ("b", .firstUnlock)] {
        let handle = try await client.open(index, protection, methods: [.reindexAll])
        _ = try await client.put([item("1")], handle, state: [1])
      }
    }
    #expect(await remove(mail, from: core) == nil)
    #expect(first.sink.isClosed)
    #expect(!second.sink.isClosed)
    #expect(core.report().apps.map(\.identity) == [notes])
    core.close()
    let again = ServiceCore(.daemon(storage), host: host)
    defer { again.close() }
    let client = TestClient(again, mail)
    #expect(try await client.identifiers() == [])
    // The class is free again too.
    let handle = try await client.open("a", .firstUnlock)
    #expect(try await client.clientState(handle) == nil)
    #expect(try await TestClient(again, notes).identifiers() == ["1", "1"])
  }

  @Test("a removal that a crash interrupted is finished when the stores are next opened")
  func interruptedRemoval() async throws {
    for call in stride(from: 1, through: 40, by: 3) {
      let storage = FaultyStorage()
      let core = ServiceCore(.daemon(storage), host: TestHost())
      let client = TestClient(core, mail)
      _ = try await client.put([item("1")], try await client.open("a"))
      _ = try await client.put([item("2")], try await client.open("b", ProtectionClass.none))
      storage.setFault(.init(call: call, isPersistent: true))
      let error = await remove(mail, from: core)
      let left = storage.afterKill()
      storage.setFault(nil)
      core.close()
      let again = ServiceCore(.daemon(left), host: TestHost())
      let found = try await TestClient(again, mail).identifiers()
      // What was not noted in one store is removed when the person asks again.
      if error == nil { #expect(found == [], "call \(call)") }
      #expect(await remove(mail, from: again) == nil)
      #expect(try await TestClient(again, mail).identifiers() == [])
      again.close()
    }
  }

  // MARK: - Rollback

  /// Copies the files below some directories from one storage to another.
  private func copy(_ directories: [String], from old: FaultyStorage, to new: FaultyStorage) throws
  {
    for path in new.paths where directories.contains(where: { path.hasPrefix($0) }) {
      try new.remove(path)
    }
    for path in old.paths where directories.contains(where: { path.hasPrefix($0) }) {
      new.setContents(try #require(old.contents(of: path)), of: path)
    }
  }

  private func isAsked(_ core: ServiceCore) async throws -> Bool {
    let client = TestClient(core, mail)
    let handle = try await client.open("a", methods: [.reindexAll])
    for _ in 0..<3 {
      _ = await client.apply([], handle)
      _ = await client.ask(.describe(DescribeIndex(handle: handle, withDigest: false)))
    }
    return client.sink.envelopes.contains {
      if case .reindexAll = $0.message { true } else { false }
    }
  }

  /// A storage with an index that its app has filled.
  private func filled() async throws -> FaultyStorage {
    let storage = FaultyStorage()
    let core = ServiceCore(.daemon(storage), host: TestHost())
    let client = TestClient(core, mail)
    _ = try await client.put([item("1")], try await client.open("a"), state: [1])
    return ended(core, storage)
  }

  /// The storage after a core's process has ended. What still runs in the background could open a store of the core
  /// once more, and hold its lock.
  private func ended(_ core: ServiceCore, _ storage: FaultyStorage) -> FaultyStorage {
    core.close()
    return storage.afterKill()
  }

  private func goOn(
    _ storage: FaultyStorage, with identifier: String
  ) async throws -> FaultyStorage {
    let core = ServiceCore(.daemon(storage), host: TestHost())
    let client = TestClient(core, mail)
    _ = try await client.put([item(identifier)], try await client.open("a"), state: [2])
    return ended(core, storage)
  }

  @Test(
    "an older copy of a store that is put back is noticed, and its apps are asked; its state stays")
  func rolledBack() async throws {
    let copied = try await filled()
    let storage = try await goOn(copied.afterKill(), with: "2")
    try copy(["/first", "/none"], from: copied, to: storage)
    let host = TestHost()
    let core = ServiceCore(.daemon(storage), host: host)
    defer { core.close() }
    #expect(try await isAsked(core))
    #expect(host.events.contains { $0.kind == .storeRolledBack })
    let client = TestClient(core, mail)
    #expect(try await client.clientState(try await client.open("a")) == [1])
    #expect(try await client.identifiers(mayLackOwnStore: true) == ["1"])
  }

  @Test("a store that goes on from where it was asks nobody, also after a crash")
  func goingOn() async throws {
    var storage = try await filled()
    for step in 0..<4 {
      storage = try await goOn(storage, with: "step\(step)")
      storage = step % 2 == 0 ? storage.afterKill() : storage.afterPowerLoss()
      let core = ServiceCore(.daemon(storage), host: TestHost())
      #expect(try await !isAsked(core))
      storage = ended(core, storage)
    }
  }

  @Test("positions that are lost or damaged, or of another machine, have all apps asked")
  func lostPositions() async throws {
    for change in 0..<3 {
      let storage = try await filled()
      let path = "/state/positions"
      var options = CoreOptions.daemon(storage)
      switch change {
      case 0: try storage.remove(path)
      case 1:
        var bytes = try #require(storage.contents(of: path))
        bytes[bytes.count / 2] ^= 1
        storage.setContents(bytes, of: path)
      default: options.machineIdentifier = "another"
      }
      let core = ServiceCore(options, host: TestHost())
      #expect(try await isAsked(core), "change \(change)")
      // A query looks into both stores; one that is not opened is not known to go on.
      _ = try await TestClient(core, mail).identifiers()
      var later = CoreOptions.daemon(ended(core, storage))
      later.machineIdentifier = options.machineIdentifier
      // Once is enough, as far as positions go: who did not acknowledge is asked for that reason.
      let host = TestHost()
      let again = ServiceCore(later, host: host)
      _ = try await TestClient(again, mail).identifiers()
      #expect(!host.events.contains { $0.kind == .storeRolledBack })
      again.close()
    }
  }

  @Test("positions that cannot be read for a moment are not written over")
  func unreadPositions() async throws {
    let (storage, path) = (try await filled(), "/state/positions")
    let noted = try #require(storage.contents(of: path))
    storage.makeUnreadable(0..<1, of: path)
    let host = TestHost()
    let core = ServiceCore(.daemon(storage), host: host)
    _ = try await isAsked(core)
    let later = ended(core, storage)
    #expect(later.contents(of: path) == noted)
    #expect(host.events.contains { $0.message.contains(path) })
    later.setContents(noted, of: path)
    let other = TestHost()
    let again = ServiceCore(.daemon(later), host: other)
    _ = try await TestClient(again, mail).identifiers()
    #expect(!other.events.contains { $0.kind == .storeRolledBack })
    again.close()
  }

  // MARK: - Removal of directories

  /// The storage without the files below some directories.
  private func without(_ directories: [String], _ storage: FaultyStorage) throws -> FaultyStorage {
    let copy = storage.afterKill()
    for path in copy.paths where directories.contains(where: { path.hasPrefix($0 + "/") }) {
      try copy.remove(path)
    }
    return copy
  }

  private func losses(_ core: ServiceCore, mends: Bool = false) -> [ServiceFinding] {
    core.examine(nil, mends: mends).filter { [.itemsMissing, .itemsHidden].contains($0.code) }
  }

  static let parts = [["/first/store"], ["/first/ledger"], ["/first/store", "/first/ledger"]]

  @Test(
    "a store or a metadata log that was removed is an error until it was mended", arguments: parts)
  func removedParts(directories: [String]) async throws {
    let storage = try without(directories, try await filled())
    let host = TestHost()
    let core = ServiceCore(.daemon(storage), host: host)
    let seen = losses(core)
    #expect(seen.map(\.severity) == [.error], "\(seen)")
    // Without the store and the metadata log nobody knows whose items they were.
    #expect(seen.map(\.app) == [directories.count == 1 ? mail.identifier : nil])
    #expect(host.events.contains { $0.kind == .storeRolledBack })
    #expect(losses(core, mends: true).map(\.isNoted) == [true])
    #expect(losses(core).allSatisfy { $0.severity == .warning })
    // It is told once, and the app is asked whenever it comes.
    let later = TestHost()
    let again = ServiceCore(.daemon(ended(core, storage)), host: later)
    defer { again.close() }
    #expect(losses(again).allSatisfy { $0.severity == .warning })
    #expect(!later.events.contains { $0.kind == .storeRolledBack })
    #expect(try await isAsked(again))
  }

  @Test("a removal is not forgotten, whatever fails when it is found", arguments: parts)
  func removedAndFailed(directories: [String]) async throws {
    let storage = try without(directories, try await filled())
    for (call, isPersistent) in (1..<60).flatMap({ [($0, true), ($0, false)] }) {
      let failing = storage.afterKill()
      failing.setFault(.init(call: call, isPersistent: isPersistent))
      let core = ServiceCore(.daemon(failing), host: TestHost())
      _ = core.examine(nil, mends: false)
      let left = failing.afterKill()
      failing.setFault(nil)
      core.close()
      let again = ServiceCore(.daemon(left), host: TestHost())
      #expect(
        losses(again).contains { $0.severity == .error }, "call \(call), \(isPersistent)")
      again.close()
    }
  }

  @Test(
    "that searches say so no longer is said when that is noted, and not before",
    arguments: [parts[0], parts[2]])
  func toldAndFailed(directories: [String]) async throws {
    let storage = try without(directories, try await filled())
    var counts = (said: 0, kept: 0)
    for call in 1..<60 {
      let failing = storage.afterKill()
      let core = ServiceCore(.daemon(failing), host: TestHost())
      #expect(losses(core).contains { $0.severity == .error })
      failing.setFault(.init(call: call, isPersistent: true))
      let isSaid = losses(core, mends: true).contains {
        $0.message.contains("earches say so no longer")
      }
      let left = failing.afterKill()
      failing.setFault(nil)
      core.close()
      if isSaid { counts.said += 1 } else { counts.kept += 1 }
      guard isSaid else { continue }
      let again = ServiceCore(.daemon(left), host: TestHost())
      #expect(losses(again).allSatisfy { $0.severity == .warning }, "call \(call)")
      again.close()
    }
    #expect(counts.said > 0 && counts.kept > 0)
  }

  @Test("that nobody knows whose items are lost is told also when an app has come back before")
  func removedAndAsked() async throws {
    let storage = try without(Self.parts[2], try await filled())
    let core = ServiceCore(.daemon(storage), host: TestHost())
    let client = TestClient(core, notes)
    #expect(try await client.put([item("1")], try await client.open("b")) == nil)
    let seen = losses(core)
    #expect(seen.contains { $0.app == nil && $0.severity == .error }, "\(seen)")
    #expect(losses(core, mends: true).allSatisfy { $0.isNoted })
    #expect(losses(core).allSatisfy { $0.severity == .warning && $0.app == notes.identifier })
    core.close()
  }

  @Test("so it is whatever fails when the app that has come back is the first to open the store")
  func removedAndAskedAndFailed() async throws {
    let storage = try without(Self.parts[2], try await filled())
    for (call, isPersistent) in (1..<60).flatMap({ [($0, true), ($0, false)] }) {
      let failing = storage.afterKill()
      failing.setFault(.init(call: call, isPersistent: isPersistent))
      let core = ServiceCore(.daemon(failing), host: TestHost())
      let client = TestClient(core, notes)
      if let handle = try? await client.open("b") { _ = try await client.put([item("1")], handle) }
      let left = failing.afterKill()
      failing.setFault(nil)
      core.close()
      let again = ServiceCore(.daemon(left), host: TestHost())
      let seen = losses(again)
      #expect(
        seen.contains { $0.app == nil && $0.severity == .error }, "call \(call), \(isPersistent)")
      again.close()
    }
  }

  @Test(
    "without positions a store may be an older copy, and a class that never had items misses nothing",
    arguments: [0, 100])
  func lostPositions(kept: Int) async throws {
    let (storage, path) = (try await filled(), "/state/positions")
    let first = ServiceCore(.daemon(storage), host: TestHost())
    // A query makes the other class known, which stays empty.
    _ = try await TestClient(first, mail).identifiers()
    let later = ended(first, storage)
    let noted = try #require(later.contents(of: path))
    try later.remove(path)
    if kept > 0 { later.setContents(Array(noted.prefix(kept)), of: path) }
    let core = ServiceCore(.daemon(later), host: TestHost())
    defer { core.close() }
    let seen = losses(core)
    #expect(seen.map(\.app) == [mail.identifier] && seen.map(\.protection) == [.firstUnlock])
    #expect(seen.allSatisfy { $0.message.contains("may be an older copy") }, "\(seen)")
  }

  @Test(
    "the class is named that was removed with its metadata log and all positions, not one that is there",
    arguments: [ProtectionClass.none, .firstUnlock])
  func removedWithPositions(removed: ProtectionClass) async throws {
    let (storage, path) = (FaultyStorage(), "/state/positions")
    let first = ServiceCore(.daemon(storage), host: TestHost())
    let client = TestClient(first, mail)
    _ = try await client.put([item("1")], try await client.open("a", removed))
    _ = try await client.identifiers()
    let directory = removed == .none ? "/none" : "/first"
    let later = try without([directory], ended(first, storage))
    try later.remove(path)
    let core = ServiceCore(.daemon(later), host: TestHost())
    defer { core.close() }
    let seen = losses(core)
    #expect(seen.map(\.protection) == [removed] && seen.map(\.app) == [nil], "\(seen)")
  }

  @Test("a store that is removed again is told of again")
  func removedTwice() async throws {
    var storage = try await filled()
    for _ in 0..<3 {
      storage = try without(["/first/store"], storage)
      let core = ServiceCore(.daemon(storage), host: TestHost())
      #expect(losses(core).map(\.severity) == [.error])
      #expect(losses(core, mends: true).map(\.isNoted) == [true])
      storage = ended(core, storage)
    }
  }

  @Test(
    "positions that an earlier version noted, with and without classes, hold", arguments: [1, 2])
  func earlierPositions(version: UInt8) async throws {
    let storage = try await filled()
    let path = "/state/positions"
    let bytes = try #require(storage.contents(of: path))
    let count = Int(bytes[12])
    try #require(bytes[8] == 3 && bytes.count == 48 + 42 * count + 4)
    var earlier = Array(bytes[..<48])
    earlier[8] = version
    for entry in 0..<count {
      earlier += bytes[(48 + 42 * entry)..<(48 + 42 * entry + 39 + Int(version))]
    }
    let sum = CRC32C.checksum(of: earlier)
    for shift in 0..<4 { earlier.append(UInt8(truncatingIfNeeded: sum >> (8 * UInt32(shift)))) }
    storage.setContents(earlier, of: path)
    let core = ServiceCore(.daemon(storage), host: TestHost())
    #expect(try await !isAsked(core))
    let later = ended(core, storage)
    // From now on it knows the class.
    let again = ServiceCore(.daemon(try without(Self.parts[2], later)), host: TestHost())
    defer { again.close() }
    #expect(losses(again).map(\.severity) == [.error])
  }
}
