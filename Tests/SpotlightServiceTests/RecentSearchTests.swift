import FresnelModel
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire
import Testing

@Suite("Recent searches", .timeLimit(.minutes(10)))
struct RecentSearchTests {
  private let storage = FaultyStorage()
  private let stage: MemoryStage
  private let tool: TestClient

  init() {
    stage = MemoryStage(in: storage)
    tool = TestClient(stage.core, AppIdentity(identifier: "org.fresnel"), role: .tool)
  }

  /// What a client is suggested where nothing is typed.
  private func recent(
    _ client: TestClient? = nil, _ change: (inout AskRequest) -> Void = { _ in }
  ) async throws -> [String] {
    var request = AskRequest(
      text: " ", reach: client == nil ? .system : .own, limit: 5, suggestionLimit: 100,
      detail: .rows, flags: .isSettled)
    change(&request)
    let reply = await (client ?? stage.surface).ask(.ask(request))
    guard case .answered(let answer) = reply else { throw TestFailure("\(reply)") }
    #expect(answer.suggestions.allSatisfy { $0.kind == .recent && $0.typed.isEmpty })
    return answer.suggestions.map(\.text)
  }

  /// An app tells that an item was chosen in its own search.
  private func engage(
    _ identifier: String, after text: String, of app: AppIdentity = mail
  ) async throws {
    stage.timers.advance(seconds: 11)
    let reply = await stage.client(app).ask(
      .engage(EngagedItem(text: text, identifier: identifier)))
    guard case .done = reply else { throw TestFailure("\(reply)") }
  }

  private func forget(_ text: String? = nil, by client: TestClient? = nil) async throws -> UInt64 {
    let reply = await (client ?? stage.surface).ask(.forgetSearches(text))
    guard case .searchesForgotten(let count) = reply else { throw TestFailure("\(reply)") }
    return count
  }

  private func listed() async throws -> [HistoryEntry] {
    let reply = await tool.ask(.listSearches(ListHistory(limit: 500)))
    guard case .searchesListed(let page) = reply else { throw TestFailure("\(reply)") }
    return page.entries
  }

  @Test("what was typed before something was opened is suggested, the latest first, each text once")
  func surfaces() async throws {
    try await stage.put(naps(9))
    try await stage.put(naps(9, "n"), of: notes, .none)
    for (identifier, text) in [("1", "nap"), ("2", "Siesta  tips "), ("1", "Náp"), ("3", " ")] {
      await stage.choose(identifier, after: text)
    }
    await stage.choose("n1", after: "nap 1", of: notes, .none)
    #expect(try await recent() == ["nap 1", "Náp", "Siesta tips"])
    #expect(try await recent { $0.suggestionLimit = 1 } == ["nap 1"])
    #expect(try await recent { $0.reach = .apps([mail.identifier]) } == ["Náp", "Siesta tips"])
    #expect(try await recent { $0.classes = [ProtectionClass.none] } == ["nap 1"])
    // Where something is typed, or filters leave the things out, there are none.
    let page = AskRequest.Place(score: 1, scope: IndexScope(app: "a", index: "b"), identifier: "c")
    #expect(try await recent { $0.after = page }.isEmpty)
    #expect(try await recent { $0.filters = ["title == \"*naps 2\""] } == ["Siesta tips"])
    // The same after a kill.
    let next = MemoryStage(stage.timers, in: storage.afterKill())
    #expect(try await recent(next.surface) { $0.reach = .system }.first == "nap 1")
  }

  @Test("of what the searcher does not see, or what is gone or too old, nothing is suggested")
  func hidden() async throws {
    try await stage.put(naps(9))
    try await stage.put(naps(9, "n"), of: notes, .none)
    await stage.choose("1", after: "one")
    await stage.choose("n2", after: "two", of: notes, .none)
    stage.host.set { $0.hidden = [notes.identifier] }
    #expect(try await recent() == ["one"])
    stage.host.set { $0.hidden = [] }
    stage.host.set { $0.unsuggested = [notes.identifier] }
    #expect(try await recent() == ["one"])
    // And of such an app none is kept.
    await stage.choose("n3", after: "three", of: notes, .none)
    stage.host.set { $0.unsuggested = [] }
    #expect(try await recent() == ["two", "one"])
    try await stage.apply([.deleteIdentifiers(["1"])])
    try await stage.put(naps(9))
    #expect(try await recent() == ["two"])
    #expect(try await listed().map(\.title) == ["two"])
    stage.timers.advance(seconds: ChoiceRecords.lifetime + 1)
    #expect(try await recent().isEmpty)
    #expect(try await listed().isEmpty)
  }

  @Test("an app is suggested what was typed in its own search alone, and tells nobody else of it")
  func apps() async throws {
    try await stage.put(naps(9))
    try await stage.put(naps(9, "n"), of: notes)
    await stage.choose("1", after: "in a window")
    try await engage("2", after: "in mail")
    try await engage("n2", after: "in notes", of: notes)
    try await engage("n1", after: "of another app", of: mail)
    try await engage("nothing", after: "of nothing")
    #expect(try await recent(stage.client(mail)) == ["in mail"])
    #expect(
      try await recent(stage.client(mail)) { $0.reach = .apps([mail.identifier]) } == ["in mail"])
    #expect(try await recent(stage.client(notes)) == ["in notes"])
    #expect(try await recent() == ["in a window"])
    // It is no choice: nothing is ordered by it, and nothing of it is listed among these.
    #expect(try await stage.found("naps", limit: 3).first == "1")
    let choices = await tool.ask(.listChoices(ListHistory(limit: 500)))
    guard case .choicesListed(let page) = choices else { throw TestFailure("\(choices)") }
    #expect(page.entries.map(\.relatedIdentifier) == ["1"])
    #expect(
      try await listed().map { "\($0.title) \($0.type)" }
        == ["in notes app", "in mail app", "in a window system"])
    // It forgets its own alone.
    #expect(try await forget(by: stage.client(mail)) == 1)
    #expect(try await recent(stage.client(mail)).isEmpty)
    #expect(try await recent() == ["in a window"])
    #expect(try await recent(stage.client(notes)) == ["in notes"])
    for message: ClientMessage in [.engage(EngagedItem(text: "a", identifier: "1"))] {
      #expect(await stage.surface.ask(message).failure?.code == .refused)
    }
    #expect(
      await stage.client(mail).ask(.listSearches(ListHistory(limit: 1))).failure?.code == .refused)
  }

  @Test("a text is forgotten in any spelling, at once and for good, and what was chosen is not")
  func forgotten() async throws {
    try await stage.put(naps(30))
    for _ in 0..<2 { await stage.choose("20", after: "nap") }
    await stage.choose("21", after: "naps")
    await stage.choose("22", after: "NAP")
    #expect(try await forget("Náp ") == 2)
    #expect(try await forget("nap") == 0)
    #expect(try await recent() == ["naps"])
    #expect(try await stage.found("nap").first == "20")
    let next = MemoryStage(stage.timers, in: storage.afterKill())
    #expect(try await recent(next.surface) { $0.reach = .system } == ["naps"])
    #expect(try await stage.found("nap").first == "20")
    #expect(try await forget() == 1)
    #expect(try await recent().isEmpty)
    #expect(try await listed().isEmpty)
  }

  @Test("what waits while its text is forgotten, or was chosen before, is not written with it")
  func waiting() async throws {
    try await stage.put(naps(30))
    await stage.choose("19", after: "nap")
    #expect(try await recent() == ["nap"])
    let moment = ChoiceMoment(of: mail, in: stage.core)
    stage.core.historyGate.close(mail.identifier)
    stage.core.noteChoice(
      .item(index: "a", identifier: "20"), of: mail, in: .firstUnlock, after: "nap")
    let request = stage.surface.send(.forgetSearches("nap"))
    let store = try #require(stage.core.store(of: .firstUnlock))
    store.performAndWait {}
    #expect(try await recent().isEmpty)
    stage.core.historyGate.open(mail.identifier)
    guard case .searchesForgotten(let count) = await stage.surface.reply(to: request) else {
      throw TestFailure("no answer")
    }
    #expect(count == 1)
    stage.timers.advance(seconds: 11)
    stage.core.noteChoice(
      .item(index: "a", identifier: "21"), of: mail, in: .firstUnlock, after: "nap", at: moment)
    await stage.settle()
    #expect(try await recent().isEmpty)
    #expect(try await listed().isEmpty)
    await stage.choose("22", after: "nap")
    #expect(try await recent() == ["nap"])
  }

  @Test("none is kept or shown where the person switched that or history off, or removed the app")
  func switchedOff() async throws {
    try await stage.put(naps(9))
    await stage.choose("1", after: "one")
    stage.host.set { $0.keepsSearches = false }
    #expect(try await recent().isEmpty)
    await stage.choose("2", after: "two")
    try await engage("3", after: "three")
    stage.host.set { $0.keepsSearches = true }
    #expect(try await recent() == ["one"])
    #expect(try await recent(stage.client(mail)).isEmpty)
    stage.host.set { $0.history[mail, default: HistoryRules()].isKept = false }
    await stage.settingsChanged()
    stage.host.set { $0.history = [:] }
    #expect(try await recent().isEmpty)
    #expect(try await listed().isEmpty)
    await stage.choose("1", after: "one")
    try await stage.deleteHistory(DeleteHistory())
    #expect(try await recent().isEmpty)
    #expect(try await listed().isEmpty)
  }

  @Test("texts of things of an encrypted class are in no file in the clear")
  func sealed() async throws {
    try await stage.put(naps(9))
    try await stage.put(naps(9, "n"), of: notes, .none)
    await stage.choose("1", after: "sealedsecret")
    try await engage("2", after: "owned sealedsecret")
    await stage.choose("n1", after: "plainsecret", of: notes, .none)
    stage.core.close()
    for path in storage.paths {
      let text = String(decoding: storage.contents(of: path) ?? [], as: UTF8.self)
      #expect(!text.contains("sealedsecret"), "\(path)")
      // The price of an open class: see Documentation/privacy.md.
      if text.contains("plainsecret") { #expect(path.hasPrefix("/none/store")) }
    }
  }

  @Test("of many texts of an app the latest are kept, and of what is told without a choice no more")
  func bounds() async throws {
    let count = SearchTexts.limitOfApp + 20
    try await stage.put(naps(count))
    _ = try await stage.found("naps")
    for number in 0..<count { await stage.choose("\(number)", after: "text \(number)") }
    let kept = try await listed()
    #expect(kept.count == SearchTexts.limitOfApp)
    #expect(kept.last?.title == "text 20")
    #expect(try await recent() == kept.map(\.title))
    // An app that tells of more fills no more places, and nothing else.
    try await stage.put(naps(count, "n"), of: notes)
    for number in 0..<count { try await engage("n\(number)", after: "own", of: notes) }
    let store = try #require(stage.core.store(of: .firstUnlock))
    let things = store.engagement.known?.things.values.count { $0.entity.app == notes.identifier }
    #expect(things == SearchTexts.limitOfApp)
    #expect(try await recent(stage.client(notes)) == ["own"])
    #expect(try await forget(by: stage.client(notes)) == UInt64(SearchTexts.limitOfApp))
    #expect(store.engagement.searches(of: notes.identifier).isEmpty)
    #expect(store.engagement.known?.things.count == count)
    for number in 0..<9 { await stage.choose("0", after: "again \(number)") }
    #expect(try await listed().count { $0.relatedIdentifier == "0" } == SearchTexts.limit)
  }

  @Test("any choices, forgettings and deletions leave what a list of them would have")
  func model() async throws {
    let seed = UInt64.random(in: 0...1_000_000)
    var generator = SeededGenerator(seed: seed)
    let apps = [(mail, ProtectionClass.firstUnlock, ""), (notes, .none, "n")]
    for (app, protection, prefix) in apps {
      try await stage.put(naps(6, prefix), of: app, protection)
    }
    /// By thing, the texts, the latest first.
    var model: [String: [(text: String, step: Int)]] = [:]
    let texts = ["nap", "naps", "siesta", "a long book", "rest", "bed"]
    for step in 0..<150 {
      let (app, protection, prefix) = apps[Int.random(in: 0..<2, using: &generator)]
      let identifier = "\(prefix)\(Int.random(in: 0..<6, using: &generator))"
      let text = texts[Int.random(in: 0..<texts.count, using: &generator)]
      switch Int.random(in: 0..<12, using: &generator) {
      case 0:
        let count = model.values.joined().count { $0.text == text }
        #expect(try await forget(text) == UInt64(count), "seed \(seed)")
        for thing in model.keys { model[thing]?.removeAll { $0.text == text } }
      case 1 where step % 5 == 0:
        let count = model.values.joined().count
        #expect(try await forget() == UInt64(count), "seed \(seed)")
        model = [:]
      case 2:
        try await stage.apply([.deleteIdentifiers([identifier])], of: app, protection)
        model[identifier] = nil
        try await stage.put(naps(6, prefix), of: app, protection)
      default:
        await stage.choose(identifier, after: text, of: app, protection)
        model[identifier, default: []].removeAll { $0.text == text }
        model[identifier, default: []].insert((text, step), at: 0)
        model[identifier] = Array(model[identifier]?.prefix(SearchTexts.limit) ?? [])
      }
      var seen: Set<String> = []
      let expected = model.values.joined().sorted { $0.step > $1.step }.map(\.text)
        .filter { seen.insert($0).inserted }
      #expect(try await recent() == expected, "step \(step), seed \(seed)")
    }
  }
}
