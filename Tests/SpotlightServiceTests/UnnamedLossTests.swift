import FresnelModel
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

/// Which indexes may lack items where nobody knows the names of all that a store has lost.
@Suite("Losses of indexes whose names are not known", .timeLimit(.minutes(30)))
struct UnnamedLossTests: OwnStoreSuite {
  private let films = AppIdentity(identifier: "com.example.films")

  /// Opens the index "a" of an app, without methods, and stores something in it.
  private func fill(_ core: ServiceCore, of app: AppIdentity, _ name: String = "1") async throws {
    let client = TestClient(core, app)
    #expect(try await client.put([thing(name)], try await client.open("a")) == nil)
    client.session.end()
  }

  /// The storage after a process has filled the index "a" of some apps.
  private func filled(
    _ apps: [AppIdentity], on storage: FaultyStorage = FaultyStorage()
  ) async throws -> FaultyStorage {
    let core = ServiceCore(.daemon(storage), host: TestHost())
    for app in apps { try await fill(core, of: app) }
    core.close()
    return storage.afterKill()
  }

  @Test("An index that was made after the copy that is put back lacks items", arguments: [0, 1])
  func setBack(change: Int) async throws {
    let copied = try await filled([notes])
    let positions = "/state/positions"
    let later = try await filled([mail], on: copied.afterKill())
    copied.setContents(try #require(later.contents(of: positions)), of: positions)
    let core = ServiceCore(.daemon(copied), host: TestHost())
    let client = TestClient(core, mail)
    let handle = try await client.open("a")
    #expect(try await client.put([thing("again")], handle) == nil)
    let told = try await OwnStoreAnswers(TestClient(core, mail))
    #expect(told == OwnStoreAnswers(["again"], isPartial: true))
    let second = copied.afterKill()
    core.close()
    let again = ServiceCore(.daemon(second), host: TestHost())
    defer { again.close() }
    if change == 0 {
      let app = TestClient(again, mail)
      let handle = try await app.open("a", methods: [.reindexAll])
      let asked = try await app.sink.message { $0.message.isReindexAll }
      #expect(try await app.put([thing("2")], handle) == nil)
      app.session.receive(Envelope(.acknowledged, request: asked.request))
      while try await OwnStoreAnswers(app).isQueryPartial { await Task.yield() }
      #expect(try await OwnStoreAnswers(app).found == ["2", "again"])
    } else {
      _ = again.examine(nil, mends: true)
      try await expectWhole(TestClient(again, mail), ["again"])
      // The person was told of all, whichever index turns up.
      try await fill(again, of: films)
      try await expectWhole(TestClient(again, films), ["1"])
    }
  }

  @Test("Each index lacks items where the home store was removed with its records, until told")
  func removed() async throws {
    let storage = try await filled([mail])
    for path in storage.paths where path.hasPrefix("/first/") { try storage.remove(path) }
    let core = ServiceCore(.daemon(storage), host: TestHost())
    defer { core.close() }
    try await fill(core, of: notes)
    #expect(try await OwnStoreAnswers(TestClient(core, notes)).isQueryPartial)
    _ = core.examine(nil, mends: true)
    for app in [notes, films] {
      if app == films { try await fill(core, of: app) }
      try await expectWhole(TestClient(core, app), ["1"])
    }
  }

  @Test("Losses whose names are known concern no new index, whatever was lost before")
  func lossAfterUnnamed() async throws {
    var storage = try await filled([mail])
    // A store that takes the place of another one counts losses anew.
    for _ in 0..<2 {
      for path in storage.paths where path.hasPrefix("/first/ledger/") { try storage.remove(path) }
      storage = try await filled([mail], on: storage)
    }
    let core = ServiceCore(.daemon(storage), host: TestHost())
    defer { core.close() }
    try await fill(core, of: notes)
    storage.removeTree("/first/store")
    let client = TestClient(core, notes)
    let handle = try await client.open("a")
    #expect(try await client.put([thing("again")], handle) != nil)
    #expect(try await client.put([thing("again")], handle) == nil)
    try await fill(core, of: films)
    try await expectWhole(TestClient(core, films), ["1"])
    let told = try await OwnStoreAnswers(TestClient(core, notes))
    #expect(told == OwnStoreAnswers(["again"], isPartial: true))
  }

  @Test("What an index lost before it was adopted is missing from that of the heir")
  func adopted() async throws {
    let core = ServiceCore(
      .daemon(try await damaged(ofApp: StrayItems.former)), host: TestHost())
    defer { core.close() }
    let count = try await StrayItems.adopt(in: core).get()
    let told = try await OwnStoreAnswers(TestClient(core, notes))
    #expect(told.isQueryPartial && told.found.count == count && count < 3)
    let app = TestClient(core, notes)
    _ = try await app.open("a", methods: [.reindexAll])
    #expect(try await app.sink.message { $0.message.isReindexAll }.message.isReindexAll)
  }

  @Test("An app that emptied an index while its class was locked is asked on")
  func emptiedWhileLocked() async throws {
    let storage = try await damaged(ofApp: mail)
    let core = ServiceCore(.daemon(storage), host: TestHost())
    let batch = SealedBatch(index: "a", operations: [.deleteAll])
    let error = await withCheckedContinuation { continuation in
      core.carryOut(batch, of: mail) { continuation.resume(returning: $0) }
    }
    #expect(error == nil)
    try await expectWhole(TestClient(core, mail), [])
    let second = storage.afterKill()
    core.close()
    let later = ServiceCore(.daemon(second), host: TestHost())
    defer { later.close() }
    let app = TestClient(later, mail)
    _ = try await app.open("a", methods: [.reindexAll])
    let asked = try await app.sink.message { $0.message.isReindexAll }
    guard case .reindexAll(let all) = asked.message else { return }
    #expect(all.reason == OwedCallback.isEmptied)
  }

  @Test("An index whose first items were sealed lacks nothing by an earlier loss")
  func firstSealed() async throws {
    let core = ServiceCore(.daemon(try await damaged(ofApp: notes)), host: TestHost())
    defer { core.close() }
    let items = try [EncodedItem(opening: ItemCodec.encode(thing("1")))]
    let error = await withCheckedContinuation { continuation in
      core.carryOut(SealedBatch(index: "a", operations: [.put(items)]), of: mail) {
        continuation.resume(returning: $0)
      }
    }
    #expect(error == nil)
    try await fill(core, of: mail, "2")
    try await expectWhole(TestClient(core, mail), ["1", "2"])
  }
}
