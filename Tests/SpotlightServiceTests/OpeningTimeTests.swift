import FresnelModel
import FresnelStorage
import FresnelTestSupport
import SpotlightWire
import Synchronization
import Testing

@testable import SpotlightService

/// After a start stores are opened by the first who ask, on a disk on which that takes a minute.
@Suite("The time in which stores open", .timeLimit(.minutes(30)))
struct OpeningTimeTests {
  /// A core that has one item and has not opened its stores yet.
  private static func started(_ budget: Double?) async throws -> (ServiceCore, TestClient) {
    let now = Atomic<UInt64>(1)
    let disk = FaultyStorage()
    var options = CoreOptions.daemon(disk)
    options.monotonicClock = { now.load(ordering: .relaxed) }
    let first = ServiceCore(options, host: TestHost())
    let client = TestClient(first, mail)
    let handle = try await client.open("a", ProtectionClass.none)
    #expect(try await client.put([item("1", title: "Lens")], handle) == nil)
    first.close()
    options.storage = SlowStorage(disk) { path in
      if path.hasPrefix("/none/store/journal-") {
        now.wrappingAdd(60_000_000_000, ordering: .relaxed)
      }
    }
    options.queryBudget = budget
    let core = ServiceCore(options, host: TestHost())
    return (core, TestClient(core, mail))
  }

  @Test("a query that waits for it is not taken to be too long")
  func query() async throws {
    let (core, client) = try await Self.started(10)
    defer { core.close() }
    let hits = try await client.hits(
      QueryRequest(query: "title == \"Lens\"", attributes: ["title"]))
    #expect(hits.map(\.item.uniqueIdentifier) == ["1"])
  }

  @Test("a search that waits for it finds all, whoever bounds its time", arguments: [true, false])
  func search(isBoundByClient: Bool) async throws {
    let (core, client) = try await Self.started(isBoundByClient ? nil : 10)
    defer { core.close() }
    var request = SpotlightWire.SearchRequest(
      form: .query, text: "title == \"Lens\"", reach: .own, limit: 10)
    request.budgetMilliseconds = isBoundByClient ? 10_000 : 0
    guard case .found(let results) = await client.ask(.search(request)) else {
      Issue.record("nothing is answered")
      return
    }
    #expect(results.hits.map(\.item.uniqueIdentifier) == ["1"] && !results.isPartial)
  }
}

/// A file system in memory on which opening a file may take long.
private final class SlowStorage: Storage {
  private let base: FaultyStorage
  private let willOpen: @Sendable (String) -> Void

  init(_ base: FaultyStorage, willOpen: @escaping @Sendable (String) -> Void) {
    (self.base, self.willOpen) = (base, willOpen)
  }

  func open(
    _ path: String, for access: StorageAccess
  ) throws(StorageError) -> any StorageFile {
    willOpen(path)
    return try base.open(path, for: access)
  }

  func createDirectory(_ path: String) throws(StorageError) { try base.createDirectory(path) }
  func entries(of directory: String) throws(StorageError) -> [String] {
    try base.entries(of: directory)
  }
  func rename(_ path: String, to destination: String) throws(StorageError) {
    try base.rename(path, to: destination)
  }
  func remove(_ path: String) throws(StorageError) { try base.remove(path) }
  func syncDirectory(_ path: String) throws(StorageError) { try base.syncDirectory(path) }
  func lock(_ path: String) throws(StorageError) -> any StorageLock { try base.lock(path) }
}
