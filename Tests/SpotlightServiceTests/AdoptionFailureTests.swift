import FresnelEngine
import FresnelModel
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

/// The app that gets the items is ``notes`` in all tests.
@Suite("Adopting what cannot be had", .timeLimit(.minutes(30)))
struct AdoptionFailureTests {
  private static let former = StrayItems.former

  private func withStray(
    _ body: (_ core: ServiceCore, _ host: TestHost) async throws -> Void
  ) async throws {
    try await StrayItems.withCore { core, host in
      let client = TestClient(core, Self.former)
      let items = try (0..<6).map { try encoded(item("\($0)", title: "earlier")) }
      #expect(await client.apply([.put(items)], try await client.open("a"), state: [3]) == nil)
      try await body(core, host)
    }
  }

  private func carryOut(_ core: ServiceCore) async -> ServiceError? {
    await withCheckedContinuation { continuation in
      core.carryOutAdoption(of: Self.former, by: notes) { continuation.resume(returning: $0) }
    }
  }

  private func allow(_ count: Int, _ host: TestHost) {
    host.set { $0.allowances[notes, default: AppAllowance()].itemCount = count }
  }

  @Test("a pause does not keep items from being taken over: nothing new is stored")
  func pause() async throws {
    try await withStray { core, host in
      host.set { $0.allowances[notes, default: AppAllowance()].isPaused = true }
      let count = try await StrayItems.adopt(in: core).get()
      let found = try await TestClient(core, notes).identifiers()
      #expect(count == 6 && found.count == 6)
    }
  }

  @Test("where nobody waits any more the app is asked for what it may not have, and that is logged")
  func owed() async throws {
    try await withStray { core, host in
      allow(2, host)
      #expect(await carryOut(core) == nil)
      let kept = try await TestClient(core, Self.former).identifiers()
      #expect(kept.count == 6)
      #expect(host.events.contains { $0.kind == .writeFailed && $0.app == notes.identifier })
      let owed = core.examine(notes, mends: false).filter { $0.code == .callbackOwed }
      #expect(owed.map(\.index) == ["a"])
      #expect(owed.first?.message.contains(Self.former.identifier) == true)
      allow(6, host)
      #expect(await carryOut(core) == nil)
      let found = try await TestClient(core, notes).identifiers()
      #expect(found.count == 6)
    }
  }

  @Test("one that is removed meanwhile is asked for nothing")
  func removed() async throws {
    try await withStray { core, host in
      allow(2, host)
      host.set {
        $0.willAllow = {
          core.removeApp(notes) { _ in }
        }
      }
      _ = await carryOut(core)
      #expect(core.examine(notes, mends: false).filter { $0.code == .callbackOwed } == [])
    }
  }

  @Test("once it was refused before anything was copied, nothing is noted for it any more")
  func refused() async throws {
    try await withStray { core, host in
      allow(2, host)
      let error = await #expect(throws: ServiceError.self) {
        try await StrayItems.adopt(in: core).get()
      }
      #expect(error?.code == .quotaExceeded)
      let stays = "6 items stay under the name \(Self.former.identifier)"
      #expect(error?.message.hasPrefix(stays) == true)
      #expect(error?.message.contains("and would have 6 items of") == true)
      #expect(!core.home.metadataLog.state.isAdopting(notes.identifier))
      allow(1000, host)
      let heir = TestClient(core, notes)
      let handle = try await heir.open("a")
      #expect(await heir.apply([.deleteIdentifiers(["x"])], handle) == nil)
      #expect(core.home.metadataLog.state[.adoptionDeletions].isEmpty)
    }
  }

  @Test("what the app has itself takes no room, and of more than fits nothing is copied")
  func limit() async throws {
    try await withStray { core, host in
      let former = TestClient(core, Self.former)
      let large = try (0..<40).map {
        try encoded(item("large\($0)", title: String(repeating: "x", count: 60_000)))
      }
      #expect(await former.apply([.put(large)], try await former.open("b")) == nil)
      let heir = TestClient(core, notes)
      let handle = try await heir.open("a")
      #expect(try await heir.put((0..<4).map { item("\($0)") }, handle) == nil)
      allow(45, host)
      let error = await #expect(throws: ServiceError.self) {
        try await StrayItems.adopt(in: core).get()
      }
      #expect(error?.code == .quotaExceeded)
      #expect(error?.message.contains("and would have 46 items of") == true)
      #expect(try await heir.identifiers().count == 4)
      allow(46, host)
      #expect(try await StrayItems.adopt(in: core).get() == 46)
      #expect(try await heir.identifiers().count == 46)
    }
  }

  @Test("an index that the heir has in a class served elsewhere is refused before any is copied")
  func otherClass() async throws {
    try await withStray { core, _ in
      let former = TestClient(core, Self.former)
      let handle = try await former.open("b")
      let failure = try await former.put([item("b")], handle)
      #expect(failure == nil)
      let heir = TestClient(core, notes)
      _ = await heir.ask(.openIndex(OpenIndex(name: "b", protection: .complete)))
      let error = await #expect(throws: ServiceError.self) {
        try await StrayItems.adopt(in: core).get()
      }
      #expect(error?.code == .refused)
      let found = try await heir.identifiers()
      #expect(found.isEmpty)
      #expect(!core.home.metadataLog.state.isAdopting(notes.identifier))
    }
  }

  @Test("history that would have to go to a class served elsewhere is not lost")
  func historyElsewhere() async throws {
    try await withStray { core, host in
      let former = try await HistoryClient(core, Self.former)
      #expect(try await former.donate(activity("plain")) == .new)
      host.set { $0.history[notes, default: HistoryRules()].protection = .complete }
      let error = await #expect(throws: ServiceError.self) {
        try await StrayItems.adopt(in: core).get()
      }
      #expect(error?.code == .refused)
      #expect(try await HistoryTool(core).entries().map(\.title) == ["plain"])
      #expect(try await TestClient(core, Self.former).identifiers().count == 6)
      // Where none is to be kept, none is missed.
      host.set { $0.history[notes]?.isKept = false }
      #expect(try await StrayItems.adopt(in: core).get() == 6)
      #expect(try await HistoryTool(core).entries().isEmpty)
    }
  }

  @Test("a state that cannot be read is taken over as it is")
  func strangeState() async throws {
    try await withStray { core, _ in
      let former = try await HistoryClient(core, Self.former)
      #expect(try await former.donate(activity("plain")) == .new)
      let store = try #require(core.store(of: HistoryRules().protection))
      var attributes = Attributes()
      attributes[.stateRecord] = .data([255, 1, 2, 3])
      let strange = try encoded(
        Item(
          uniqueIdentifier: "strange",
          expiration: Timestamp(secondsSince1970: Double(core.now) + 86_400),
          attributes: attributes))
      let error = await withCheckedContinuation { continuation in
        store.perform {
          store.submit(
            Batch(
              scope: .activities(of: Self.former.identifier),
              operations: [.putEncoded([strange])])
          ) { continuation.resume(returning: $0) }
        }
      }
      #expect(error == nil)
      #expect(try await StrayItems.adopt(in: core).get() == 6)
      let states = try store.snapshot().states(of: notes.identifier)
      #expect(states.count == 2 && states.contains { $0.uniqueIdentifier == "strange" })
    }
  }
}
