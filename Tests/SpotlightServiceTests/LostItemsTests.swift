import FresnelModel
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

/// What apps are told of items that the daemon's own stores lost: those that lack some, as long as they do.
@Suite("Items of apps that the daemon's stores lost", .timeLimit(.minutes(30)))
struct LostItemsTests: OwnStoreSuite {
  /// What ends that items are missing.
  enum End: CaseIterable {
    case answered, emptied, replaced, told
  }

  @Test(
    "are missing where the app looks for them, until it has given them again",
    arguments: End.allCases)
  func damaged(end: End) async throws {
    let core = ServiceCore(.daemon(try await damaged(ofApp: mail)), host: TestHost())
    defer { core.close() }
    let told = try await OwnStoreAnswers(TestClient(core, mail))
    #expect(told == OwnStoreAnswers(told.found, isPartial: true))
    #expect(told.found.count < 3)
    try await expectWhole(TestClient(core, notes), [])
    let found = try await self.end(end, told.found, in: core)
    try await expectWhole(TestClient(core, mail), found)
  }

  @Test(
    "are missing no more where the app is killed after it emptied the index, and it is asked on")
  func emptiedAndKilled() async throws {
    let storage = try await damaged(ofApp: mail)
    let core = ServiceCore(.daemon(storage), host: TestHost())
    _ = try await end(.emptied, [], in: core)
    let second = storage.afterKill()
    core.close()
    let later = ServiceCore(.daemon(second), host: TestHost())
    defer { later.close() }
    let app = TestClient(later, mail)
    try await expectWhole(app, [])
    _ = try await app.open("a", methods: [.reindexAll])
    let asked = try await app.sink.message { $0.message.isReindexAll }
    guard case .reindexAll(let all) = asked.message else { return }
    #expect(all.reason == OwedCallback.isEmptied)
  }

  @Test("are not those of indexes that were made after the loss, wherever the process ends")
  func indexesMadeLater() async throws {
    var storage = try await damaged(ofApp: notes)
    for step in ["query", "open", "put", "look"] {
      let core = ServiceCore(.daemon(storage), host: TestHost())
      let client = TestClient(core, mail)
      for protection in [nil, ProtectionClass.none] where step != "query" {
        let handle = try await client.open(protection == nil ? "a" : "plain", protection)
        guard step == "put" else { continue }
        #expect(try await client.put([thing("\(handle)")], handle) == nil)
      }
      let count = step == "put" || step == "look" ? 2 : 0
      let told = try await OwnStoreAnswers(client)
      #expect(told == OwnStoreAnswers(told.found, isPartial: false), "\(step)")
      #expect(told.found.count == count)
      storage = storage.afterKill()
      core.close()
    }
  }

  @Test(
    "are not those of who opened an index just before the process was killed for the first time")
  func killedAtFirst() async throws {
    let storage = FaultyStorage()
    let core = ServiceCore(.daemon(storage), host: TestHost())
    _ = try await TestClient(core, mail).open("a")
    let second = storage.afterKill()
    core.close()
    let later = ServiceCore(.daemon(second), host: TestHost())
    defer { later.close() }
    let client = TestClient(later, mail)
    #expect(try await client.put([thing("1")], try await client.open("a")) == nil)
    try await expectWhole(client, ["1"])
    try await expectWhole(TestClient(later, notes), [])
  }

  @Test("are missing where a store was removed that is in use, for each app that had some in it")
  func removedInUse() async throws {
    let storage = FaultyStorage()
    let core = ServiceCore(.daemon(storage), host: TestHost())
    defer { core.close() }
    for app in [mail, notes] { try await fill(core, of: app) }
    storage.removeTree("/none/store")
    let client = TestClient(core, notes)
    let handle = try await client.open("a", ProtectionClass.none)
    #expect(try await client.put([thing("again")], handle) != nil)
    #expect(try await client.put([thing("again")], handle) == nil)
    for (app, found) in [(mail, []), (notes, ["again"])] {
      let told = try await OwnStoreAnswers(TestClient(core, app))
      #expect(told == missing(found))
    }
    try await expectWhole(TestClient(core, films), [])
    let found = try await end(.answered, [], in: core, ProtectionClass.none)
    try await expectWhole(TestClient(core, mail), found)
  }

  @Test(
    "are missing where a store was removed with its records, for apps that are known to have used it"
  )
  func removed() async throws {
    let former = FaultyStorage()
    let filling = ServiceCore(.daemon(former), host: TestHost())
    try await fill(filling, of: mail)
    let client = TestClient(filling, notes)
    #expect(try await client.put([thing("1")], try await client.open("a")) == nil)
    filling.close()
    let storage = former.afterKill()
    for path in storage.paths where path.hasPrefix("/none/") { try storage.remove(path) }
    let core = ServiceCore(.daemon(storage), host: TestHost())
    defer { core.close() }
    let told = try await OwnStoreAnswers(TestClient(core, mail))
    #expect(told == missing([]))
    try await expectWhole(TestClient(core, notes), ["1"])
    let other = TestClient(core, films)
    let handle = try await other.open("a", ProtectionClass.none)
    #expect(try await other.put([thing("new")], handle) == nil)
    try await expectWhole(other, ["new"])
    let found = try await end(.answered, [], in: core, ProtectionClass.none)
    try await expectWhole(TestClient(core, mail), found)
  }

  // MARK: - Steps

  private let films = AppIdentity(identifier: "com.example.films")

  /// What is answered where some of the class without protection are missing, of which nobody asks by typing.
  private func missing(_ found: [String]) -> OwnStoreAnswers {
    var answers = OwnStoreAnswers(found, isPartial: true)
    answers.isAskPartial = false
    return answers
  }

  private func fill(_ core: ServiceCore, of app: AppIdentity) async throws {
    let client = TestClient(core, app)
    let handle = try await client.open("a", ProtectionClass.none)
    #expect(try await client.put([thing(app.identifier)], handle) == nil)
    client.session.end()
  }

  /// Has the app's items not be missing any more; gives those that it has then.
  private func end(
    _ end: End, _ found: [String], in core: ServiceCore, _ protection: ProtectionClass? = nil
  ) async throws -> [String] {
    let app = TestClient(core, mail)
    let handle = try await app.open(
      "a", protection, methods: end == .answered ? [.reindexAll] : [])
    switch end {
    case .answered:
      let asked = try await app.sink.message { $0.message.isReindexAll }
      #expect(try await app.put([thing("again")], handle) == nil)
      app.session.receive(Envelope(.acknowledged, request: asked.request))
      while try await OwnStoreAnswers(app).isQueryPartial { await Task.yield() }
      return (found + ["again"]).sorted()
    case .emptied:
      #expect(await app.apply([.deleteAll], handle) == nil)
      return []
    case .replaced:
      let reply = await app.ask(.beginReplace(BeginReplacement(handle: handle, domain: nil)))
      guard case .replacementBegun(let number) = reply else { throw TestFailure("\(reply)") }
      #expect(try await app.put([thing("new")], number) == nil)
      let commit = CommitReplacement(handle: number, expected: .any, clientState: nil)
      #expect(await app.ask(.commitReplace(commit)).failure == nil)
      return ["new"]
    case .told:
      _ = core.examine(nil, mends: true)
      return found
    }
  }
}
