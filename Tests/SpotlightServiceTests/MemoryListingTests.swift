import FresnelModel
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire
import Testing

/// What a person is told of their choices, and has forgotten.
@Suite("Memory of choices that is listed", .timeLimit(.minutes(30)))
struct MemoryListingTests {
  private let storage = FaultyStorage()
  private let stage: MemoryStage

  init() {
    stage = MemoryStage(in: storage)
  }

  /// The command line of a stage.
  private func tool(of stage: MemoryStage) -> TestClient {
    TestClient(stage.core, AppIdentity(identifier: "org.fresnel"), role: .tool)
  }

  /// What is listed, page by page.
  private func list(
    of app: AppIdentity? = nil, pageLength: UInt16 = 500, in stage: MemoryStage? = nil
  ) async throws -> [HistoryEntry] {
    let tool = tool(of: stage ?? self.stage)
    var entries: [HistoryEntry] = []
    var request = ListHistory(app: app?.identifier, limit: pageLength)
    while true {
      guard case .choicesListed(let page) = await tool.ask(.listChoices(request)) else {
        throw TestFailure("no list")
      }
      entries += page.entries
      guard page.hasMore, let last = page.entries.last else { return entries }
      request.cursor = HistoryCursor(lastVisit: last.lastVisit, app: last.app, key: last.key)
    }
  }

  /// Has some choices forgotten, and returns how many there were.
  private func forget(
    _ identifiers: [String] = [], of app: AppIdentity? = nil, in stage: MemoryStage? = nil
  ) async throws -> UInt64 {
    let request = ForgetChoices(app: app?.identifier, identifiers: identifiers)
    return try forgotten(await tool(of: stage ?? self.stage).ask(.forgetChoices(request))).count
  }

  private func forgotten(_ reply: DaemonMessage) throws -> ChoicesForgotten {
    guard case .choicesForgotten(let forgotten) = reply else { throw TestFailure("\(reply)") }
    return forgotten
  }

  @Test("each thing is listed once, with its title and how often, the latest choice first")
  func listed() async throws {
    try await stage.put(naps(30))
    try await stage.put(naps(30, "n"), of: notes, .none)
    let before = stage.timers.timeOfDay
    for _ in 0..<2 { await stage.choose("20", after: "nap") }
    await stage.choose("n3", after: "", of: notes, .none)
    await stage.choose("5", after: "a long")
    let entries = try await list()
    #expect(entries.map(\.relatedIdentifier) == ["5", "n3", "20"])
    #expect(entries.map(\.title) == [5, 3, 20].map { "A long book naps \($0)" })
    #expect(entries.map(\.visitCount) == [1, 1, 2])
    #expect(entries.map(\.app) == [mail, notes, mail].map(\.identifier))
    #expect(entries.map(\.protection) == [.firstUnlock, .none, .firstUnlock])
    #expect(entries.allSatisfy { $0.type == "item" && $0.firstVisit > before })
    #expect(try await list(pageLength: 1) == entries)
    #expect(try await list(of: notes).map(\.relatedIdentifier) == ["n3"])
    #expect(try await list(of: AppIdentity(identifier: "org.example.nobody")).isEmpty)
  }

  @Test("what is forgotten orders nothing from then on, also in live lists and after a kill")
  func forgotten() async throws {
    try await stage.put(naps(30))
    for _ in 0..<2 { await stage.choose("20", after: "nap") }
    for _ in 0..<2 { await stage.choose("25", after: "nap") }
    stage.watch("nap")
    #expect(try await stage.list { !$0.isEmpty }.prefix(3) == ["25", "20", "0"])
    #expect(try await forget(["25", "nobody"]) == 1)
    #expect(try await stage.list { !$0.contains("25") }.prefix(2) == ["20", "0"])
    #expect(try await stage.found("nap").prefix(2) == ["20", "0"])
    #expect(try await forget(["25"]) == 0)
    let next = MemoryStage(stage.timers, in: storage.afterKill())
    #expect(try await list(in: next).map(\.relatedIdentifier) == ["20"])
    #expect(try await next.found("nap").prefix(2) == ["20", "0"])
  }

  @Test("of one app or of all everything is forgotten, and items and places stay")
  func everything() async throws {
    try await stage.put(naps(30))
    try await stage.put(naps(30, "n"), of: notes, .none)
    for _ in 0..<2 { await stage.choose("20", after: "nap") }
    await stage.choose("n20", after: "nap", of: notes, .none)
    #expect(try await forget(of: mail) == 1)
    #expect(try await list().map(\.relatedIdentifier) == ["n20"])
    #expect(try await forget() == 1)
    #expect(try await list().isEmpty)
    #expect(try await stage.found("naps 20", limit: 60).contains("20"))
  }

  @Test("a choice that waits while it is forgotten is not written down, and all others are")
  func waiting() async throws {
    try await stage.put(naps(30))
    stage.core.historyGate.close(mail.identifier)
    for identifier in ["20", "25"] {
      stage.core.noteChoice(
        .item(index: MemoryStage.index(.firstUnlock), identifier: identifier), of: mail,
        in: .firstUnlock, after: "nap")
    }
    #expect(try await forget(["20", "nobody"]) == 1)
    stage.core.historyGate.open(mail.identifier)
    await stage.settle()
    #expect(try await list().map(\.relatedIdentifier) == ["25"])
  }

  @Test("what is being opened while it is forgotten is not written down, and all else is")
  func underWay() async throws {
    try await stage.put(naps(30))
    try await stage.put(naps(30, "n"), of: notes, .none)
    let moments = (ChoiceMoment(of: mail, in: stage.core), ChoiceMoment(of: notes, in: stage.core))
    #expect(try await forget(["20"]) == 0)
    for (identifier, app, protection, moment) in [
      ("20", mail, ProtectionClass.firstUnlock, moments.0), ("21", mail, .firstUnlock, moments.0),
      ("n20", notes, .none, moments.1),
    ] {
      stage.timers.advance(seconds: 11)
      stage.core.noteChoice(
        .item(index: MemoryStage.index(protection), identifier: identifier), of: app,
        in: protection, after: "nap", at: moment)
      await stage.settle(app)
    }
    #expect(try await list().map(\.relatedIdentifier) == ["n20", "21"])
  }

  @Test("of a first choice that is being written nothing is left once it is forgotten")
  func beingWritten() async throws {
    let writes = HeldWrites()
    let stage = MemoryStage { $0.storage = writes.storage }
    try await stage.put(naps(30))
    let store = try #require(stage.core.store(of: .firstUnlock))
    writes.hold()
    stage.core.noteChoice(
      .item(index: MemoryStage.index(.firstUnlock), identifier: "20"), of: mail, in: .firstUnlock,
      after: "nap")
    store.performAndWait {}
    let tool = tool(of: stage)
    let request = tool.send(.forgetChoices(ForgetChoices(identifiers: ["20", "21"])))
    store.performAndWait {}
    writes.storage.letGo()
    let answer = try forgotten(await tool.reply(to: request))
    #expect(answer == ChoicesForgotten(count: 1, identifiers: ["20"]))
    await stage.settle()
    #expect(try await list(in: stage).isEmpty)
    #expect(try await stage.found("nap").first == "0")
  }

  @Test("what is forgotten before memory was read, or behind its time, orders nothing")
  func beforeReading() async throws {
    try await stage.put(naps(30))
    for _ in 0..<2 { await stage.choose("20", after: "nap") }
    stage.core.close()
    let next = MemoryStage(stage.timers, in: storage)
    #expect(try await forget(["20"], in: next) == 1)
    #expect(try await next.found("nap").first == "0")
    for _ in 0..<2 { await next.choose("21", after: "nap") }
    #expect(try await next.found("nap").first == "21")
    stage.timers.advance(seconds: ChoiceRecords.lifetime + 1)
    #expect(try await list(in: next).isEmpty)
    #expect(try await forget(["21"], in: next) == 1)
    #expect(try await next.found("nap").first == "0")
  }

  @Test("only the command line has choices forgotten, and no app is told of any")
  func roles() async throws {
    try await stage.put(naps(3))
    await stage.choose("2", after: "nap")
    let app = stage.client(mail)
    for client in [app, stage.surface] {
      #expect(await client.ask(.forgetChoices(ForgetChoices())).failure?.code == .refused)
    }
    #expect(await app.ask(.listChoices(ListHistory(limit: 1))).failure?.code == .refused)
    #expect(await stage.surface.ask(.listChoices(ListHistory(limit: 0))).failure?.code == .refused)
    #expect(try await list().count == 1)
  }

  @Test("any choices, forgettings and deletions leave what a list of them would have")
  func model() async throws {
    let seed = UInt64.random(in: 0...1_000_000)
    var generator = SeededGenerator(seed: seed)
    let apps = [(mail, ProtectionClass.firstUnlock, ""), (notes, .none, "n")]
    for (app, protection, prefix) in apps {
      try await stage.put(naps(8, prefix), of: app, protection)
    }
    // By app and identifier: how often, and at which step last.
    var model: [String: [String: (count: UInt64, last: Int)]] = [:]
    for step in 0..<120 {
      let (app, protection, prefix) = apps[Int.random(in: 0..<2, using: &generator)]
      let identifier = "\(prefix)\(Int.random(in: 0..<8, using: &generator))"
      switch Int.random(in: 0..<10, using: &generator) {
      case 0:
        let known = model[app.identifier]?.removeValue(forKey: identifier) != nil
        #expect(try await forget([identifier], of: app) == (known ? 1 : 0), "seed \(seed)")
      case 1 where step % 3 == 0:
        let count = model.removeValue(forKey: app.identifier)?.count ?? 0
        #expect(try await forget(of: app) == UInt64(count), "seed \(seed)")
      case 2:
        try await stage.apply([.deleteIdentifiers([identifier])], of: app, protection)
        model[app.identifier]?[identifier] = nil
        try await stage.put(naps(8, prefix), of: app, protection)
      default:
        await stage.choose(identifier, after: "nap", of: app, protection)
        let count = model[app.identifier]?[identifier]?.count ?? 0
        model[app.identifier, default: [:]][identifier] = (count + 1, step)
      }
      let expected = model.values.joined().sorted { $0.value.last > $1.value.last }
      let entries = try await list(pageLength: 3)
      #expect(entries.map(\.relatedIdentifier) == expected.map(\.key), "step \(step), seed \(seed)")
      #expect(
        entries.map(\.visitCount) == expected.map(\.value.count), "step \(step), seed \(seed)")
    }
  }
}
