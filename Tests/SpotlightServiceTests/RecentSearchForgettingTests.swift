import Dispatch
import FresnelModel
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire
import Testing

@Suite("Forgetting recent searches beside other changes", .timeLimit(.minutes(30)))
struct RecentSearchForgettingTests {
  private let writes: HeldWrites
  private let stage: MemoryStage

  init() {
    let writes = HeldWrites()
    self.writes = writes
    stage = MemoryStage { $0.storage = writes.storage }
  }

  /// What drops an app's history.
  enum Drop: CaseIterable, Sendable {
    case removal, historyOff
  }

  @Test("no record is put back behind its removal", arguments: Drop.allCases)
  func dropped(_ drop: Drop) async throws {
    try await stage.put(naps(3))
    await stage.choose("1", after: "a")
    await stage.choose("1", after: "b")
    #expect(try await stage.recent() == ["b", "a"])
    writes.hold()
    switch drop {
    case .removal: stage.core.removeApp(mail) { _ in }
    case .historyOff:
      stage.host.set { $0.history[mail, default: HistoryRules()].isKept = false }
      stage.core.settingsChanged()
    }
    let store = try #require(stage.core.store(of: .firstUnlock))
    store.performAndWait {}
    // The person may switch it on again at once.
    stage.host.set { $0.history = [:] }
    let request = stage.surface.send(.forgetSearches("a"))
    store.performAndWait {}
    writes.storage.letGo()
    #expect(await stage.surface.reply(to: request).failure == nil)
    await stage.settleStores()
    #expect(try stage.storedSearches().isEmpty)
    #expect(store.engagement.searches(of: mail.identifier).isEmpty)
  }

  @Test("where history is no longer kept, forgetting a text writes nothing")
  func unwanted() async throws {
    try await stage.put(naps(3))
    await stage.choose("1", after: "a")
    await stage.choose("1", after: "b")
    stage.host.set { $0.history[mail, default: HistoryRules()].isKept = false }
    #expect(try await stage.forgetSearches("a") == 0)
    #expect(try stage.storedSearches() == ["a", "b"])
  }

  @Test("what an app told of before its texts were forgotten is not kept after that")
  func toldBefore() async throws {
    try await stage.put(naps(3))
    let isHeld = DispatchSemaphore(value: 0)
    // An app has two reads at a time.
    for _ in 0..<2 { stage.core.pool.run(for: mail) { isHeld.wait() } }
    let request = stage.client(mail).send(MemoryStage.engaging("1", after: "secret"))
    #expect(try await stage.forgetSearches() == 0)
    for _ in 0..<2 { isHeld.signal() }
    #expect(await stage.client(mail).reply(to: request).failure == nil)
    #expect(try stage.storedSearches().isEmpty)
  }

  @Test("a choice that is being written when a text is forgotten is kept, without its text")
  func choices() async throws {
    try await stage.put(naps(30))
    let store = try #require(stage.core.store(of: .firstUnlock))
    for (forgetter, kept) in [(stage.surface, [String]()), (stage.client(mail), ["nap"])] {
      let identifier = kept.isEmpty ? "20" : "21"
      stage.timers.advance(seconds: 11)
      stage.core.historyGate.close(mail.identifier)
      stage.core.noteChoice(
        .item(index: "a", identifier: identifier), of: mail, in: .firstUnlock, after: "nap")
      let request = forgetter.send(.forgetSearches(nil))
      store.performAndWait {}
      stage.core.historyGate.open(mail.identifier)
      #expect(await forgetter.reply(to: request).failure == nil)
      await stage.settle()
      #expect(stage.core.choices(startingWith: "ia\0\(identifier)").count == 1)
      // An app forgets what was typed in its own search, and not what was typed in the system's.
      #expect(try stage.storedSearches() == kept)
      #expect(try await stage.recent() == kept)
    }
  }

  @Test("a deletion since some time takes a text that is being written, of a thing chosen long ago")
  func deletionByTime() async throws {
    try await stage.put(naps(3))
    await stage.choose("1", after: "long ago")
    _ = try await stage.recent()
    stage.timers.advance(seconds: 60 * 24 * 60 * 60)
    writes.hold()
    let request = stage.client(mail).send(MemoryStage.engaging("1", after: "secret"))
    while !stage.core.pool.isIdle { await Task.yield() }
    let store = try #require(stage.core.store(of: .firstUnlock))
    store.performAndWait {}
    stage.core.deleteHistory(DeleteHistory(since: stage.timers.time(after: -100))) { _ in }
    store.performAndWait {}
    writes.storage.letGo()
    #expect(await stage.client(mail).reply(to: request).failure == nil)
    await stage.settleStores()
    #expect(try stage.storedSearches().isEmpty)
  }
}
