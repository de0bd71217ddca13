import FresnelModel
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

/// A store that takes the place of another one tells of its losses, whatever a person was told of those of the other.
@Suite("Losses of a store in the place of another one", .timeLimit(.minutes(30)))
struct LossNumberTests: OwnStoreSuite {
  /// Stores something for the app, after a change that fails since the store is gone.
  private func refill(_ core: ServiceCore) async throws {
    let client = TestClient(core, mail)
    let handle = try await client.open("a")
    #expect(try await client.put([thing("again")], handle) != nil)
    #expect(try await client.put([thing("again")], handle) == nil)
    client.session.end()
  }

  private func expectTold(_ core: ServiceCore, _ round: Int) async throws {
    let told = try await OwnStoreAnswers(TestClient(core, mail))
    #expect(told.isQueryPartial, "round \(round)")
    let missing = core.examine(nil, mends: false).filter { $0.code == .itemsMissing }
    #expect(missing.map(\.app) == [mail.identifier] && missing[0].severity == .error)
  }

  @Test(
    "are told of each time that the store is deleted in use, after the person was told of all before"
  )
  func deletedInUse() async throws {
    let storage = FaultyStorage()
    let core = ServiceCore(.daemon(storage), host: TestHost())
    defer { core.close() }
    let client = TestClient(core, mail)
    #expect(try await client.put([thing("1")], try await client.open("a")) == nil)
    for round in 0..<3 {
      storage.removeTree("/first/store")
      try await refill(core)
      try await expectTold(core, round)
      _ = core.examine(nil, mends: true)
      try await expectWhole(TestClient(core, mail), ["again"])
    }
  }

  @Test("are told of where the daemon was killed before anything of the new store was noted")
  func killedInBetween() async throws {
    var storage = FaultyStorage()
    var core = ServiceCore(.daemon(storage), host: TestHost())
    defer { core.close() }
    let client = TestClient(core, mail)
    #expect(try await client.put([thing("1")], try await client.open("a")) == nil)
    for round in 0..<3 {
      storage.removeTree("/first/store")
      if round != 1 { try await refill(core) }
      storage = storage.afterKill()
      core.close()
      core = ServiceCore(.daemon(storage), host: TestHost())
      try await expectTold(core, round)
      _ = core.examine(nil, mends: true)
      #expect(try await !OwnStoreAnswers(TestClient(core, mail)).isQueryPartial)
    }
  }

  @Test("An app without a delegate is told what ends it, and so is the person")
  func withoutDelegate() async throws {
    let core = ServiceCore(.daemon(try await damaged(ofApp: mail)), host: TestHost())
    defer { core.close() }
    let client = TestClient(core, mail)
    let query = client.send(.query(QueryRequest(query: "title == \"own\"")))
    let reason = await client.reply(to: query).failure?.message ?? ""
    #expect(reason.contains("empties or replaces the index"))
    let finding = try #require(
      core.examine(nil, mends: false).first { $0.code == .itemsMissing && $0.app != nil })
    #expect(finding.message.contains("where it does not index them by itself"))
    // What ends it without anybody to answer.
    let handle = try await client.open("a")
    #expect(await client.apply([.deleteAll], handle) == nil)
    #expect(try await client.put([thing("new")], handle) == nil)
    try await expectWhole(client, ["new"])
  }
}
