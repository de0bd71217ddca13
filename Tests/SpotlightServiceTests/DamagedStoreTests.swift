import FresnelModel
import FresnelStorage
import FresnelTestSupport
import SpotlightService
import SpotlightWire
import Testing

@Suite("Session: damaged stores", .timeLimit(.minutes(10)))
struct DamagedStoreTests {
  private static let count = 2000

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
          rest = try await client.identifiers()
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
