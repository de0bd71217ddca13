import FresnelModel
import FresnelTestSupport
import SpotlightWire
import Synchronization
import Testing

@testable import SpotlightService

/// The app that gets the items is ``notes`` in all tests.
@Suite("Adopting the items of an earlier name", .timeLimit(.minutes(30)))
struct AdoptionCopyTests {
  private static let former = StrayItems.former

  /// An item that makes a batch of its own.
  private func large(_ identifier: String, domain: String? = nil) throws -> EncodedItem {
    var item = item(identifier, title: "earlier", domain: domain)
    item.attributes[.thumbnailData] = .data([UInt8](repeating: 1, count: 1 << 20))
    return try encoded(item)
  }

  /// Stores the items "0" to "5" under the earlier name; "4" is in the domain "d.x".
  private func fill(_ core: ServiceCore) async throws {
    let client = TestClient(core, Self.former)
    let items = try (0..<6).map { try large("\($0)", domain: $0 == 4 ? "d.x" : nil) }
    #expect(await client.apply([.put(items)], try await client.open("a"), state: [3]) == nil)
  }

  private func withStray(
    _ body: (_ core: ServiceCore, _ host: TestHost) async throws -> Void
  ) async throws {
    try await StrayItems.withCore { core, host in
      try await fill(core)
      try await body(core, host)
    }
  }

  /// Does something on the intake queue while the first batch is copied: what it sends comes before the second.
  private func onFirstBatch(_ host: TestHost, _ body: @escaping @Sendable () -> Void) {
    let looks = Atomic(0)
    host.set {
      $0.willAllow = {
        // The first look is before anything is copied.
        if looks.wrappingAdd(1, ordering: .relaxed).newValue == 2 { body() }
      }
    }
  }

  private func expectNothingNoted(_ core: ServiceCore) {
    let metadataLog = core.home.metadataLog.state
    #expect(metadataLog[.adoptions].isEmpty && metadataLog[.adoptionDeletions].isEmpty)
  }

  @Test("what the app stores and deletes while items are copied stays stored and deleted")
  func interleaved() async throws {
    try await withStray { core, host in
      let heir = TestClient(core, notes)
      let handle = try await heir.open("a")
      let newer = try ["1", "3"].map { try encoded(item($0, title: "newer")) }
      let requests = Mutex<[UInt64]>([])
      onFirstBatch(host) {
        let changes: [[WireOperation]] = [
          [.put(newer)], [.deleteIdentifiers(["2"])], [.deleteDomains(["d"])],
        ]
        for operations in changes {
          let request = heir.send(.apply(ApplyBatch(handle: handle, operations: operations)))
          requests.withLock { $0.append(request) }
        }
      }
      #expect(try await StrayItems.adopt(in: core).get() == 6)
      let sent = requests.withLock { $0 }
      #expect(sent.count == 3)
      for request in sent { #expect(await heir.reply(to: request).failure == nil) }
      #expect(try await heir.identifiers("title == \"newer\"") == ["1", "3"])
      #expect(try await heir.identifiers("title == \"earlier\"") == ["0", "5"])
      #expect(try await heir.clientState(handle) == [3])
      expectNothingNoted(core)
    }
  }

  @Test("an index that the app empties while items are copied stays empty, others do not")
  func emptied() async throws {
    try await withStray { core, host in
      let former = TestClient(core, Self.former)
      #expect(try await former.put([item("b")], try await former.open("b")) == nil)
      let heir = TestClient(core, notes)
      let handle = try await heir.open("a")
      onFirstBatch(host) {
        heir.send(.apply(ApplyBatch(handle: handle, operations: [.deleteAll])))
      }
      #expect(try await StrayItems.adopt(in: core).get() == 7)
      #expect(try await heir.identifiers() == ["b"])
    }
  }

  @Test("what the app deletes after a try that failed half-way does not come back with the next")
  func secondTry() async throws {
    let (host, storage) = (TestHost(), FaultyStorage())
    var core = ServiceCore(.daemon(storage), host: host)
    try await fill(core)
    let batches = Atomic(0)
    host.set {
      $0.willAllow = {
        // The first time is before anything is copied.
        guard batches.wrappingAdd(1, ordering: .relaxed).newValue == 3 else { return }
        var full = AppAllowance()
        full.itemCount = 1
        host.set { [full] in $0.allowances[notes] = full }
      }
    }
    await #expect(throws: ServiceError.self) { try await StrayItems.adopt(in: core).get() }
    host.set {
      $0.willAllow = nil
      $0.allowances = [:]
    }
    let heir = TestClient(core, notes)
    let copied = try await heir.identifiers()
    #expect(!copied.isEmpty && copied.count < 6)
    #expect(await heir.apply([.deleteIdentifiers(copied)], try await heir.open("a")) == nil)
    // What has to be known at the next try outlives the process.
    core.close()
    core = ServiceCore(.daemon(storage), host: host)
    defer { core.close() }
    #expect(try await StrayItems.adopt(in: core).get() == 6)
    let left = Set((0..<6).map { "\($0)" }).subtracting(copied)
    #expect(try await Set(TestClient(core, notes).identifiers()) == left)
    expectNothingNoted(core)
  }

  @Test("who comes under the earlier name while its items are copied is refused, and loses nothing")
  func formerWrites() async throws {
    try await withStray { core, host in
      let late = Mutex<(client: TestClient, request: UInt64)?>(nil)
      onFirstBatch(host) {
        let client = TestClient(core, Self.former)
        let request = client.send(.openIndex(OpenIndex(name: "a")))
        late.withLock { $0 = (client, request) }
      }
      #expect(try await StrayItems.adopt(in: core).get() == 6)
      let sent = try #require(late.withLock { $0 })
      #expect(await sent.client.reply(to: sent.request).failure?.code == .unavailable)
      #expect(try await TestClient(core, notes).identifiers().count == 6)
    }
  }

  @Test("states of items that the app deletes meanwhile do not come along, others do")
  func history() async throws {
    try await withStray { core, host in
      let former = try await HistoryClient(core, Self.former)
      for name in ["1", "2"] {
        #expect(try await former.donate(activity(name), .related(to: name)) == .new)
      }
      let heir = TestClient(core, notes)
      let handle = try await heir.open("a")
      onFirstBatch(host) {
        heir.send(.apply(ApplyBatch(handle: handle, operations: [.deleteIdentifiers(["1"])])))
      }
      #expect(try await StrayItems.adopt(in: core).get() == 6)
      let titles = try await HistoryTool(core).entries(of: notes.identifier).map(\.title)
      #expect(titles == ["2"])
    }
  }

  @Test("history that the person deletes meanwhile does not come back")
  func deletedHistory() async throws {
    try await withStray { core, host in
      let former = try await HistoryClient(core, Self.former)
      #expect(try await former.donate(activity("plain")) == .new)
      let heir = try await HistoryClient(core, notes)
      onFirstBatch(host) {
        heir.client.send(
          .deleteActivities(DeleteActivities(handle: heir.handle, choice: .all)))
      }
      #expect(try await StrayItems.adopt(in: core).get() == 6)
      #expect(try await HistoryTool(core).entries().isEmpty)
    }
  }

  @Test("when more is deleted than can be noted nothing is removed, and it is said")
  func tooManyDeletions() async throws {
    try await withStray { core, host in
      let heir = TestClient(core, notes)
      let handle = try await heir.open("a")
      let names = (0...PendingAdoption.noteLimit).map { "n\($0)" }
      onFirstBatch(host) {
        heir.send(.apply(ApplyBatch(handle: handle, operations: [.deleteIdentifiers(names)])))
      }
      let error = await #expect(throws: ServiceError.self) {
        try await StrayItems.adopt(in: core).get()
      }
      #expect(error?.code == .refused)
      // Where nobody waits for the answer, the app is asked for its items, and nothing waits behind it.
      let failure = await withCheckedContinuation { continuation in
        core.carryOutAdoption(of: Self.former, by: notes) { continuation.resume(returning: $0) }
      }
      #expect(failure == nil)
      #expect(core.examine(notes, mends: false).contains { $0.code == .callbackOwed })
      #expect(try await TestClient(core, Self.former).identifiers().count == 6)
      // Nothing is noted any more once there is nothing to be given.
      await withCheckedContinuation { continuation in
        core.removeApp(Self.former) { error in
          #expect(error == nil)
          continuation.resume()
        }
      }
      expectNothingNoted(core)
    }
  }
}
