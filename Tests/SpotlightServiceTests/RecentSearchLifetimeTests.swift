import FresnelEngine
import FresnelModel
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire
import Testing

@Suite("Where and how long recent searches are kept", .timeLimit(.minutes(30)))
struct RecentSearchLifetimeTests {
  private let storage = FaultyStorage()
  private let stage: MemoryStage
  private static let day = 24.0 * 60 * 60

  init() {
    stage = MemoryStage(in: storage)
  }

  @Test("of items of two classes with one identifier, the text goes to the class of the one chosen")
  func classes() async throws {
    try await stage.put(naps(3))
    try await stage.put(naps(3), .none)
    try await stage.engage("1", after: "sealedsecret")
    try await stage.engage("1", after: "of another class", .complete)
    try await stage.engage("nothing", after: "of nothing")
    let reply = await stage.client(mail).ask(
      .engage(
        EngagedItem(
          text: "of no index", protection: .firstUnlock, index: "plain", identifier: "1")))
    guard case .done = reply else { throw TestFailure("\(reply)") }
    #expect(try await stage.listedSearches().map(\.title) == ["sealedsecret"])
    #expect(try await stage.listedSearches().map(\.protection) == [.firstUnlock])
    stage.core.close()
    for path in storage.paths {
      let text = String(decoding: storage.contents(of: path) ?? [], as: UTF8.self)
      #expect(!text.contains("sealedsecret"), "\(path)")
    }
  }

  @Test("a text goes 180 days after the last choice behind it, though the thing is chosen without")
  func age() async throws {
    try await stage.put(naps(3))
    await stage.choose("1", after: "old")
    stage.timers.advance(seconds: 100 * Self.day)
    await stage.choose("1", after: "")
    #expect(try stage.storedSearches() == ["old"])
    stage.timers.advance(seconds: 81 * Self.day)
    #expect(try await stage.listedSearches().isEmpty)
    await stage.choose("1", after: "")
    #expect(try stage.storedSearches().isEmpty)
  }

  @Test("a text that is too old goes, though its thing is not chosen again")
  func sweep() async throws {
    try await stage.put(naps(3))
    await stage.choose("1", after: "old")
    stage.timers.advance(seconds: 179 * Self.day)
    await stage.choose("1", after: "")
    stage.timers.advance(seconds: 2 * Self.day)
    stage.core.askForWhatIsOwed()
    await stage.settleStores()
    #expect(try stage.storedSearches().isEmpty)
    #expect(stage.core.choices(startingWith: "i").first?.record.choiceCount == 2)
  }

  @Test(
    "texts of a time when the clock was ahead stand behind later ones, and take no place of them")
  func clockAhead() async throws {
    let count = SearchTexts.limitOfApp
    try await stage.put(naps(count + 2))
    _ = try await stage.recent()
    stage.timers.setClock(ahead: 3650 * Self.day)
    for number in 0..<count { await stage.choose("\(number)", after: "ahead \(number)") }
    stage.timers.setClock(ahead: 0)
    await stage.choose("\(count)", after: "now")
    #expect(try await stage.listedSearches().contains { $0.title == "now" })
    #expect(try await stage.listedSearches().count == count)
    await stage.choose("7", after: "later")
    let records = try #require(stage.core.store(of: .firstUnlock)).engagement.searches(
      of: mail.identifier)
    let seven = records.first { $0.records.searches.entries.first?.text == "later" }
    let now = stage.timers.timeOfDay
    #expect(seven?.records.searches.entries.allSatisfy { $0.last <= now } == true)
    #expect(try await stage.recent().contains("now"))
  }

  @Test("where the person switched searches off while no daemon ran, a start forgets what is kept")
  func switchedOff() async throws {
    try await stage.put(naps(3))
    await stage.choose("1", after: "kept")
    let next = MemoryStage(stage.timers, in: storage.afterKill())
    next.host.set { $0.keepsSearches = false }
    next.core.askForWhatIsOwed()
    await next.settleStores()
    #expect(try next.storedSearches().isEmpty)
    next.host.set { $0.keepsSearches = true }
    #expect(try await next.listedSearches().isEmpty)
    await next.choose("1", after: "again")
    next.host.set { $0.keepsSearches = false }
    await next.choose("1", after: "off")
    #expect(try next.storedSearches().isEmpty)
  }

  @Test("a core inside an app's own process keeps no text")
  func embedded() async throws {
    let core = ServiceCore(.daemon(FaultyStorage()), host: EmbeddedHost())
    defer { core.close() }
    let client = TestClient(core, mail)
    let handle = try await client.open("a", .firstUnlock)
    let items = try naps(3).map { try encoded($0) }
    #expect(await client.apply([.put(items)], handle) == nil)
    guard case .done = await client.ask(MemoryStage.engaging("1", after: "secret")) else {
      throw TestFailure("engage was refused")
    }
    let store = try #require(core.store(of: .firstUnlock))
    #expect(try !store.snapshot().knownScopes.contains(.engagement(of: mail.identifier)))
  }
}
