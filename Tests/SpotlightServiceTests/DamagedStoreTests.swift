import FresnelModel
import FresnelStorage
import FresnelTestSupport
import SpotlightService
import SpotlightWire
import Testing

@Suite("Session: damaged stores", .timeLimit(.minutes(30)))
struct DamagedStoreTests {
  private static let count = 2000

  /// A storage with a store of items in a file, and the path of that.
  private func filled(_ count: Int) async throws -> (storage: FaultyStorage, path: String) {
    let storage = FaultyStorage()
    let core = ServiceCore(.daemon(storage), host: TestHost())
    let client = TestClient(core, mail)
    let handle = try await client.open("a", ProtectionClass.none)
    let text = String(repeating: "word ", count: 50)
    let items = (0..<count).map { item("\($0)", title: "\(text) \($0)") }
    #expect(try await client.put(items, handle) == nil)
    core.close()
    let files = storage.paths.filter { $0.hasPrefix("/none/store/segment-") }
    let longest = files.max {
      (storage.contents(of: $0)?.count ?? 0) < (storage.contents(of: $1)?.count ?? 0)
    }
    return (storage, try #require(longest))
  }

  @Test(
    "the doctor tells of one damaged block, whichever it is, and mends it; nobody else is asked",
    arguments: [false, true])
  func oneBlock(isOpen: Bool) async throws {
    let (whole, path) = try await filled(600)
    let byteCount = try #require(whole.contents(of: path)).count
    // The sums of the blocks are behind them, and in memory while the store is open.
    let end = isOpen ? byteCount - 4096 : byteCount
    for place in stride(from: 7, to: end, by: 4096) {
      let storage = whole.afterKill()
      let core = ServiceCore(.daemon(storage), host: TestHost())
      let client = TestClient(core, mail)
      if isOpen { #expect(try await client.identifiers().count == 600) }
      var bytes = try #require(storage.contents(of: path))
      bytes[place] ^= 4
      let file = try storage.open(path, for: .updating)
      try file.write(bytes, at: 0)
      try file.sync()
      let mended = core.examine(nil, mends: true)
      #expect(
        mended.contains { $0.code == .fileDamaged }
          && mended.allSatisfy { $0.isMended || $0.isNoted },
        "byte \(place): \(mended)")
      let left = core.examine(nil, mends: false)
      #expect(
        left.allSatisfy { $0.code == .itemsMissing && $0.severity == .warning },
        "byte \(place): \(left)")
      let found = try await client.identifiers().count
      #expect(left.isEmpty == (found == 600), "byte \(place): \(found)")
      core.close()
    }
  }

  @Test(
    "what commands indexed is nobody's to index again: mending ends what is owed, and leaves files to the doctor of all"
  )
  func filledByCommands() async throws {
    let films = AppIdentity(identifier: "org.fresnel.films")
    let storage = FaultyStorage()
    let writing = ServiceCore(.daemon(storage), host: TestHost())
    let client = TestClient(writing, films)
    let items = (0..<600).map { item("\($0)", title: String(repeating: "word ", count: 50)) }
    #expect(try await client.put(items, try await client.open("a", ProtectionClass.none)) == nil)
    writing.close()
    let path = try #require(storage.paths.first { $0.hasPrefix("/none/store/segment-") })
    var bytes = try #require(storage.contents(of: path))
    bytes[bytes.count / 2] ^= 4
    let file = try storage.open(path, for: .updating)
    try file.write(bytes, at: 0)
    try file.sync()
    let core = ServiceCore(.daemon(storage), host: TestHost())
    defer { core.close() }
    let own = core.examine(films, mends: true).filter { $0.code == .callbackOwed }
    #expect(own.isEmpty)
    _ = core.examine(nil, mends: true)
    #expect(core.examine(nil, mends: true).allSatisfy { $0.code != .fileDamaged })
    #expect(core.examine(nil, mends: false).isEmpty)
  }

  /// A core whose store has items in a file of which nothing can be read any more, as the next read finds out.
  private func withDamage(_ body: (TestClient) async throws -> Void) async throws {
    let storage = FaultyStorage()
    let before = ServiceCore(.daemon(storage), host: TestHost())
    let writer = TestClient(before, mail)
    let handle = try await writer.open("a", ProtectionClass.none)
    let text = String(repeating: "word ", count: 50)
    let items = (0..<Self.count).map { item("\($0)", title: "\(text) \($0)") }
    #expect(try await writer.put(items, handle) == nil)
    before.close()
    let core = ServiceCore(.daemon(storage), host: TestHost())
    defer { core.close() }
    let client = TestClient(core, mail)
    // Opened while all is well.
    #expect(
      await client.ask(.item(ItemLookup(app: mail.identifier, index: "a", identifier: "x"))).failure
        == nil)
    let files = storage.paths.filter { $0.hasPrefix("/none/store/segment-") }
    #expect(!files.isEmpty)
    for file in files {
      storage.makeUnreadable(0..<(storage.contents(of: file) ?? []).count, of: file)
    }
    try await body(client)
  }

  @Test("a query that meets damage fails, since its answer would lack items; the next has the rest")
  func query() async throws {
    try await withDamage { client in
      let request = client.send(.query(QueryRequest(query: "title == \"word*\"")))
      client.send(.more(MoreResults(request: request, frameCount: 64)))
      let failure = await client.reply(to: request).failure
      #expect(failure?.code == .unavailable && failure?.isRetryable == true)
      // It fails again until what is damaged is set aside.
      var rest: [String]?
      while rest == nil {
        do {
          rest = try await client.identifiers(mayLackOwnStore: true)
        } catch let error as ServiceError where error.isRetryable {
          await Task.yield()
        }
      }
      #expect(rest == [])
    }
  }

  @Test(
    "a store that permissions keep the service from is not called damaged; what gives access is named"
  )
  func denied() async throws {
    let storage = FaultyStorage()
    let before = ServiceCore(.daemon(storage), host: TestHost())
    let client = TestClient(before, mail)
    #expect(try await client.put([item("1")], try await client.open("a")) == nil)
    before.close()
    storage.setFault(.init(call: 1, isPersistent: true, code: .denied))
    let core = ServiceCore(.daemon(storage), host: TestHost())
    defer { core.close() }
    let findings = core.examine(nil, mends: true)
    #expect(findings.count == 2 && findings.allSatisfy { $0.code == .storeUnavailable })
    for finding in findings {
      #expect(finding.message.contains("chmod -R u+rwX"), "\(finding.message)")
      #expect(!finding.message.contains("damage") && !finding.isMended, "\(finding.message)")
    }
    storage.setFault(nil)
    #expect(core.examine(nil, mends: false).isEmpty)
  }

  @Test("a list that meets damage fails")
  func list() async throws {
    try await withDamage { client in
      #expect(await client.ask(.list(ItemList())).failure?.code == .unavailable)
    }
  }

  @Test("an item is not said to be missing where it may be what cannot be read")
  func lookup() async throws {
    try await withDamage { client in
      let lookup = ItemLookup(app: mail.identifier, index: "a", identifier: "7")
      #expect(await client.ask(.item(lookup)).failure?.code == .unavailable)
    }
  }
}
