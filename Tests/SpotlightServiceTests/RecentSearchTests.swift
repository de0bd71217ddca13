import FresnelModel
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire
import Testing

@Suite("Recent searches", .timeLimit(.minutes(30)))
struct RecentSearchTests {
  private let storage = FaultyStorage()
  private let stage: MemoryStage
  private let tool: TestClient

  init() {
    stage = MemoryStage(in: storage)
    tool = TestClient(stage.core, AppIdentity(identifier: "org.fresnel"), role: .tool)
  }

  @Test("what was typed before something was opened is suggested, the latest first, each text once")
  func surfaces() async throws {
    try await stage.put(naps(9))
    try await stage.put(naps(9, "n"), of: notes, .none)
    for (identifier, text) in [("1", "nap"), ("2", "Siesta  tips "), ("1", "Náp"), ("3", " ")] {
      await stage.choose(identifier, after: text)
    }
    await stage.choose("n1", after: "nap 1", of: notes, .none)
    #expect(try await stage.recent() == ["nap 1", "Náp", "Siesta tips"])
    #expect(try await stage.recent { $0.suggestionLimit = 1 } == ["nap 1"])
    #expect(
      try await stage.recent { $0.reach = .apps([mail.identifier]) } == ["Náp", "Siesta tips"])
    #expect(try await stage.recent { $0.classes = [ProtectionClass.none] } == ["nap 1"])
    // Where something is typed, or filters leave the things out, there are none.
    let page = AskRequest.Place(score: 1, scope: IndexScope(app: "a", index: "b"), identifier: "c")
    #expect(try await stage.recent { $0.after = page }.isEmpty)
    #expect(try await stage.recent { $0.filters = ["title == \"*naps 2\""] } == ["Siesta tips"])
    // The same after a kill.
    let next = MemoryStage(stage.timers, in: storage.afterKill())
    #expect(try await stage.recent(next.surface) { $0.reach = .system }.first == "nap 1")
  }

  @Test("what leads to a thing that the person hid alone is not suggested until they show it again")
  func marked() async throws {
    try await stage.put(naps(9))
    await stage.choose("1", after: "one")
    await stage.choose("2", after: "two")
    try await stage.mark(.hide, "1")
    #expect(try await stage.recent() == ["two"])
    try await stage.mark(.show, "1")
    #expect(try await stage.recent() == ["two", "one"])
  }

  @Test("of what the searcher does not see, or what is gone or too old, nothing is suggested")
  func hidden() async throws {
    try await stage.put(naps(9))
    try await stage.put(naps(9, "n"), of: notes, .none)
    await stage.choose("1", after: "one")
    await stage.choose("n2", after: "two", of: notes, .none)
    stage.host.set { $0.hidden = [notes.identifier] }
    #expect(try await stage.recent() == ["one"])
    stage.host.set { $0.hidden = [] }
    stage.host.set { $0.unsuggested = [notes.identifier] }
    #expect(try await stage.recent() == ["one"])
    // And of such an app none is kept.
    await stage.choose("n3", after: "three", of: notes, .none)
    stage.host.set { $0.unsuggested = [] }
    #expect(try await stage.recent() == ["two", "one"])
    // Those that are kept already are forgotten with the decision.
    stage.host.set { $0.unsuggested = [notes.identifier] }
    await stage.settingsChanged()
    await stage.settleStores(notes)
    stage.host.set { $0.unsuggested = [] }
    #expect(try await stage.recent() == ["one"])
    await stage.choose("n2", after: "two", of: notes, .none)
    try await stage.apply([.deleteIdentifiers(["1"])])
    try await stage.put(naps(9))
    #expect(try await stage.recent() == ["two"])
    #expect(try await stage.listedSearches().map(\.title) == ["two"])
    stage.timers.advance(seconds: ChoiceRecords.lifetime + 1)
    #expect(try await stage.recent().isEmpty)
    #expect(try await stage.listedSearches().isEmpty)
  }

  @Test("an app is suggested what was typed in its own search alone, and tells nobody else of it")
  func apps() async throws {
    try await stage.put(naps(9))
    try await stage.put(naps(9, "n"), of: notes)
    await stage.choose("1", after: "in a window")
    try await stage.engage("2", after: "in mail")
    try await stage.engage("n2", after: "in notes", of: notes)
    try await stage.engage("n1", after: "of another app", of: mail)
    try await stage.engage("nothing", after: "of nothing")
    #expect(try await stage.recent(stage.client(mail)) == ["in mail"])
    #expect(
      try await stage.recent(stage.client(mail)) { $0.reach = .apps([mail.identifier]) } == [
        "in mail"
      ])
    #expect(try await stage.recent(stage.client(notes)) == ["in notes"])
    #expect(try await stage.recent() == ["in a window"])
    // It is no choice: nothing is ordered by it, and nothing of it is listed among these.
    #expect(try await stage.found("naps", limit: 3).first == "1")
    let choices = await tool.ask(.listChoices(ListHistory(limit: 500)))
    guard case .choicesListed(let page) = choices else { throw TestFailure("\(choices)") }
    #expect(page.entries.map(\.relatedIdentifier) == ["1"])
    #expect(
      try await stage.listedSearches().map { "\($0.title) \($0.type)" }
        == ["in notes app", "in mail app", "in a window system"])
    // It forgets its own alone.
    #expect(try await stage.forgetSearches(by: stage.client(mail)) == 1)
    #expect(try await stage.recent(stage.client(mail)).isEmpty)
    #expect(try await stage.recent() == ["in a window"])
    #expect(try await stage.recent(stage.client(notes)) == ["in notes"])
    #expect(
      await stage.surface.ask(MemoryStage.engaging("1", after: "a")).failure?.code == .refused)
    #expect(
      await stage.client(mail).ask(.listSearches(ListHistory(limit: 1))).failure?.code == .refused)
  }

  @Test("a text is forgotten in any spelling, at once and for good, and what was chosen is not")
  func forgotten() async throws {
    try await stage.put(naps(30))
    for _ in 0..<2 { await stage.choose("20", after: "nap") }
    await stage.choose("21", after: "naps")
    await stage.choose("22", after: "NAP")
    #expect(try await stage.forgetSearches("Náp ") == 2)
    #expect(try await stage.forgetSearches("nap") == 0)
    #expect(try await stage.recent() == ["naps"])
    #expect(try await stage.found("nap").first == "20")
    let next = MemoryStage(stage.timers, in: storage.afterKill())
    #expect(try await stage.recent(next.surface) { $0.reach = .system } == ["naps"])
    #expect(try await stage.found("nap").first == "20")
    #expect(try await stage.forgetSearches() == 1)
    #expect(try await stage.recent().isEmpty)
    #expect(try await stage.listedSearches().isEmpty)
  }

  @Test("what waits while its text is forgotten, or was chosen before, is not written with it")
  func waiting() async throws {
    try await stage.put(naps(30))
    await stage.choose("19", after: "nap")
    #expect(try await stage.recent() == ["nap"])
    let moment = ChoiceMoment(of: mail, in: stage.core)
    stage.core.historyGate.close(mail.identifier)
    stage.core.noteChoice(
      .item(index: "a", identifier: "20"), of: mail, in: .firstUnlock, after: "nap")
    let request = stage.surface.send(.forgetSearches("nap"))
    let store = try #require(stage.core.store(of: .firstUnlock))
    store.performAndWait {}
    #expect(try await stage.recent().isEmpty)
    stage.core.historyGate.open(mail.identifier)
    guard case .searchesForgotten(let count) = await stage.surface.reply(to: request) else {
      throw TestFailure("no answer")
    }
    #expect(count == 1)
    stage.timers.advance(seconds: 11)
    stage.core.noteChoice(
      .item(index: "a", identifier: "21"), of: mail, in: .firstUnlock, after: "nap", at: moment)
    await stage.settle()
    #expect(try await stage.recent().isEmpty)
    #expect(try await stage.listedSearches().isEmpty)
    #expect(stage.core.choices(startingWith: "i").count == 3)
    await stage.choose("22", after: "nap")
    #expect(try await stage.recent() == ["nap"])
  }

  @Test("none is kept or shown where the person switched that or history off, or removed the app")
  func switchedOff() async throws {
    try await stage.put(naps(9))
    await stage.choose("1", after: "one")
    stage.host.set { $0.keepsSearches = false }
    #expect(try await stage.recent().isEmpty)
    await stage.choose("2", after: "two")
    try await stage.engage("3", after: "three")
    stage.host.set { $0.keepsSearches = true }
    #expect(try await stage.recent() == ["one"])
    #expect(try await stage.recent(stage.client(mail)).isEmpty)
    stage.host.set { $0.history[mail, default: HistoryRules()].isKept = false }
    await stage.settingsChanged()
    stage.host.set { $0.history = [:] }
    #expect(try await stage.recent().isEmpty)
    #expect(try await stage.listedSearches().isEmpty)
    await stage.choose("1", after: "one")
    try await stage.deleteHistory(DeleteHistory())
    #expect(try await stage.recent().isEmpty)
    #expect(try await stage.listedSearches().isEmpty)
  }

  @Test("texts of things of an encrypted class are in no file in the clear")
  func sealed() async throws {
    try await stage.put(naps(9))
    try await stage.put(naps(9, "n"), of: notes, .none)
    await stage.choose("1", after: "sealedsecret")
    try await stage.engage("2", after: "owned sealedsecret")
    await stage.choose("n1", after: "plainsecret", of: notes, .none)
    stage.core.close()
    for path in storage.paths {
      let text = String(decoding: storage.contents(of: path) ?? [], as: UTF8.self)
      #expect(!text.contains("sealedsecret"), "\(path)")
      // The price of an open class: see Documentation/privacy.md.
      if text.contains("plainsecret") { #expect(path.hasPrefix("/none/store")) }
    }
  }
}
