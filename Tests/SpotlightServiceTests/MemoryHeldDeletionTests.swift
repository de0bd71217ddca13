import FresnelModel
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire
import Synchronization
import Testing

@Suite("Memory of choices while deletions are not durable yet", .timeLimit(.minutes(30)))
struct MemoryHeldDeletionTests {
  private let writes: HeldWrites
  private let stage: MemoryStage
  private let history: HistoryClient

  init() async throws {
    let writes = HeldWrites()
    self.writes = writes
    stage = MemoryStage { $0.storage = writes.storage }
    history = try await HistoryClient(stage.client(mail))
  }

  /// Hands a state over; gives its key.
  private func donate() async throws -> String {
    #expect(try await history.donate(activity("1", persistent: "p")) == .new)
    return try #require(try await HistoryTool(stage.core).entries().first?.key)
  }

  private func noteChoice(of key: String, at moment: ChoiceMoment? = nil) {
    stage.core.noteChoice(.state(key: key), of: mail, in: .firstUnlock, after: "n", at: moment)
  }

  /// Looks at what is kept before and after the deletion becomes durable.
  private func expectNothingIsKept() async throws {
    let store = try #require(stage.core.store(of: .firstUnlock))
    store.performAndWait {}
    #expect(stage.core.choices(startingWith: "").isEmpty)
    writes.storage.letGo()
    await stage.settle()
    #expect(stage.core.choices(startingWith: "").isEmpty)
    #expect(try await HistoryTool(stage.core).entries().isEmpty)
  }

  @Test("a choice of a state does not outlive its deletion by the app")
  func deletionByApp() async throws {
    let key = try await donate()
    writes.hold()
    let deletion = history.client.send(
      .deleteActivities(
        DeleteActivities(handle: history.handle, choice: .persistentIdentifiers(["p"]))))
    noteChoice(of: key)
    try await expectNothingIsKept()
    #expect(await history.client.reply(to: deletion).failure == nil)
  }

  @Test(
    "a choice of a state does not outlive its deletion by the person",
    arguments: [Forgetting.state, .sinceThen, .everything])
  func deletionByPerson(_ forgetting: Forgetting) async throws {
    let key = try await donate()
    writes.hold()
    stage.core.deleteHistory(forgetting.request(key, stage.timers)) { _ in }
    noteChoice(of: key)
    try await expectNothingIsKept()
  }

  @Test(
    "what was chosen before the person deleted it stays forgotten where the app has it again",
    arguments: [Forgetting.state, .sinceThen, .everything])
  func choiceBeforeDeletionByPerson(_ forgetting: Forgetting) async throws {
    let key = try await donate()
    let moment = ChoiceMoment(of: mail, in: stage.core)
    try await stage.deleteHistory(forgetting.request(key, stage.timers))
    #expect(try await donate() == key)
    noteChoice(of: key, at: moment)
    await stage.settle()
    #expect(stage.core.choices(startingWith: "").isEmpty)
    noteChoice(of: key)
    await stage.settle()
    #expect(stage.core.choices(startingWith: "").count == 1)
  }

  /// What the person has deleted.
  enum Forgetting: Sendable {
    case state, sinceThen, everything

    fileprivate func request(_ key: String, _ timers: TestTimers) -> DeleteHistory {
      switch self {
      case .state: DeleteHistory(keys: [key])
      case .sinceThen: DeleteHistory(since: timers.time(after: -100))
      case .everything: DeleteHistory()
      }
    }
  }
}

/// Files of which those of the store of choices are not written from some moment on.
final class HeldWrites: Sendable {
  let storage: HeldStorage
  private let isHolding: IsHolding

  private final class IsHolding: Sendable {
    let value = Mutex(false)
  }

  init() {
    let isHolding = IsHolding()
    self.isHolding = isHolding
    storage = HeldStorage(FaultyStorage()) { path in
      path.hasPrefix("/first/store/") && isHolding.value.withLock { $0 }
    }
  }

  /// Nothing is written to the store until the storage lets go.
  func hold() {
    isHolding.value.withLock { $0 = true }
  }
}
