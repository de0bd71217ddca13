import FresnelEngine
import FresnelModel
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire
import Testing

@Suite("Engagement", .timeLimit(.minutes(30)))
struct EngagementTests {
  private let timers = TestTimers()
  private let host = TestHost()

  private func core(_ storage: FaultyStorage) -> ServiceCore {
    var options = CoreOptions.daemon(storage)
    timers.use(in: &options)
    return ServiceCore(options, host: host)
  }

  /// Waits for what was told before.
  private func settle(_ core: ServiceCore, _ app: AppIdentity = mail) async {
    await withCheckedContinuation { done in core.whenChoicesAreKept(of: app) { done.resume() } }
  }

  /// What is kept of something chosen.
  private func records(of core: ServiceCore, _ choice: Choice) async throws -> ChoiceRecords? {
    guard let key = choice.key, let store = core.store(of: .firstUnlock) else { return nil }
    return try store.snapshot().item(scope: .engagement(of: mail.identifier), identifier: key)?
      .choiceRecords
  }

  private func firstRecord(_ core: ServiceCore, _ prefix: String) -> EngagementRecord? {
    core.choices(startingWith: prefix).first?.record
  }

  @Test("choices, times and failures are counted, and outlast the process")
  func counting() async throws {
    let storage = FaultyStorage()
    var core = core(storage)
    let client = TestClient(core, mail)
    let handle = try await client.open("a")
    #expect(try await client.put([item("1")], handle) == nil)
    let choice = Choice.item(index: "a", identifier: "1")
    core.noteChoice(choice, of: mail, in: .firstUnlock)
    core.noteRestored(choice, of: mail, milliseconds: 100, failed: false)
    timers.advance(seconds: 5)
    core.noteChoice(choice, of: mail, in: .firstUnlock)
    core.noteRestored(choice, of: mail, milliseconds: 200, failed: false)
    core.noteRestored(choice, of: mail, milliseconds: nil, failed: true)
    core.noteChoice(.continuedSearch, of: notes, in: .firstUnlock)
    // Served elsewhere: nothing is written down.
    core.noteChoice(choice, of: mail, in: .complete)
    await settle(core)
    await settle(core, notes)
    for _ in 0..<2 {
      let record = try #require(firstRecord(core, "i"))
      #expect(record.choiceCount == 2)
      #expect(record.lastChoice == timers.timeOfDay)
      #expect((record.lastRestoreMilliseconds, record.meanRestoreMilliseconds) == (200, 125))
      #expect(record.failureCount == 1)
      #expect(core.choices(startingWith: "q").map(\.app) == [notes.identifier])
      #expect(core.choices(startingWith: "s").isEmpty)
      core.close()
      core = self.core(storage)
    }
    core.close()
  }

  @Test("what was chosen is forgotten with the item, with the state, and with history")
  func forgetting() async throws {
    let core = core(FaultyStorage())
    defer { core.close() }
    let history = try await HistoryClient(core, mail)
    let handle = try await history.client.open()
    #expect(try await history.client.put([item("1"), item("2"), item("3")], handle) == nil)
    #expect(try await history.donate(activity("1"), .related(to: "1")) == .new)
    #expect(try await history.donate(activity("2", persistent: "p")) == .new)
    for identifier in ["1", "2", "3"] {
      core.noteChoice(.item(index: "", identifier: identifier), of: mail, in: .firstUnlock)
    }
    core.noteChoice(.state(key: StateKey.ofItem("1")), of: mail, in: .firstUnlock)
    core.noteChoice(.continuedSearch, of: mail, in: .firstUnlock)
    await settle(core)
    #expect(core.choices(startingWith: "i").count == 3)
    #expect(core.choices(startingWith: "s").count == 1)
    _ = await history.client.apply([.deleteIdentifiers(["1"])], handle)
    #expect(core.choices(startingWith: "i").count == 2)
    #expect(core.choices(startingWith: "s").isEmpty)
    _ = await history.client.apply([.deleteAll], handle)
    #expect(core.choices(startingWith: "i").isEmpty)
    #expect(core.choices(startingWith: "q").count == 1)
    let key = try #require(try await HistoryTool(core).entries().first?.key)
    core.noteChoice(.state(key: key), of: mail, in: .firstUnlock)
    await settle(core)
    #expect(core.choices(startingWith: "s").count == 1)
    #expect(await history.delete(.persistentIdentifiers(["p"])) == nil)
    #expect(core.choices(startingWith: "s").isEmpty)
    host.set { $0.history[mail, default: HistoryRules()].isKept = false }
    await withCheckedContinuation { done in core.settingsChanged { _ in done.resume() } }
    #expect(core.choices(startingWith: "").isEmpty)
    core.noteChoice(.continuedSearch, of: mail, in: .firstUnlock)
    await settle(core)
    #expect(core.choices(startingWith: "").isEmpty)
  }

  @Test("records and keys survive their encoding; other bytes give an error")
  func encoding() throws {
    var record = EngagementRecord(at: timers.timeOfDay)
    record.noteChoice(at: timers.time(after: 9))
    record.noteRestored(milliseconds: 7)
    #expect(try EngagementRecord(encoded: record.encoded) == record)
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<3000 {
      let bytes = generator.mutate(record.encoded)
      if let read = try? EngagementRecord(encoded: bytes) {
        #expect(try EngagementRecord(encoded: read.encoded) == read)
      }
    }
    let choices: [Choice] = [
      .item(index: "", identifier: "a\0b"), .item(index: "x", identifier: ""), .state(key: "rq"),
      .continuedSearch,
    ]
    for choice in choices { #expect(choice.key.flatMap { Choice(key: $0) } == choice) }
    #expect(Choice(key: "") == nil)
    #expect(Choice(key: "qq") == nil)
    #expect(Choice(key: "i") == nil)
    let long = String(repeating: "a", count: Choice.keyByteCount)
    #expect(Choice.item(index: "", identifier: long).key == nil)
  }

  @Test("texts of choices are noted by hashes, with their key in the metadata log of one class")
  func texts() async throws {
    let core = core(FaultyStorage())
    defer { core.close() }
    let client = TestClient(core, mail)
    let handle = try await client.open("a")
    #expect(try await client.put([item("1")], handle) == nil)
    #expect(core.textKey == nil)
    let choice = Choice.item(index: "a", identifier: "1")
    for text in ["Náp ", " nap", "nap  kin"] {
      core.noteChoice(choice, of: mail, in: .firstUnlock, after: text)
      await settle(core)
      timers.advance(seconds: 11)
    }
    core.noteChoice(choice, of: mail, in: .firstUnlock)
    await settle(core)
    let key = try #require(core.textKey)
    let records = try #require(try await records(of: core, choice))
    #expect(records.counts.choiceCount == 4)
    func count(_ text: String) throws -> UInt64? {
      records.memory[key.question(try #require(ChosenText(text))).whole]?.choiceCount
    }
    #expect(try ["n", "NA", "nap", "nap k", "nap kin"].map(count) == [3, 3, 3, 1, 1])
    #expect(try count("nap ki") == 1)
    #expect(try count("kin") == nil)
    #expect(
      core.stores.filter { $0.metadataLog.state.textKey != nil }.map(\.protection)
        == [.firstUnlock])
  }

  @Test("a second choice for one text within ten seconds is the same one")
  func repetition() async throws {
    let core = core(FaultyStorage())
    defer { core.close() }
    let client = TestClient(core, mail)
    let handle = try await client.open("a")
    #expect(try await client.put([item("1")], handle) == nil)
    let choice = Choice.item(index: "a", identifier: "1")
    for seconds in [0.0, 5, 6] {
      timers.advance(seconds: seconds)
      core.noteChoice(choice, of: mail, in: .firstUnlock, after: "n")
      await settle(core)
    }
    #expect(firstRecord(core, "i")?.choiceCount == 2)
  }

  @Test("choices since some time are deleted with the history of that time")
  func deletingByTime() async throws {
    let core = core(FaultyStorage())
    defer { core.close() }
    let client = TestClient(core, mail)
    let handle = try await client.open("a")
    #expect(try await client.put([item("1"), item("2")], handle) == nil)
    core.noteChoice(.item(index: "a", identifier: "1"), of: mail, in: .firstUnlock, after: "n")
    await settle(core)
    timers.advance(seconds: 100)
    let since = timers.timeOfDay
    core.noteChoice(.item(index: "a", identifier: "2"), of: mail, in: .firstUnlock, after: "n")
    await settle(core)
    #expect(core.choices(startingWith: "i").count == 2)
    let result = await withCheckedContinuation { continuation in
      core.deleteHistory(DeleteHistory(since: since)) { continuation.resume(returning: $0) }
    }
    #expect(try result.get() == 0)
    #expect(core.choices(startingWith: "i").allSatisfy { $0.record.lastChoice < since })
    core.close()
    #expect(core.choices(startingWith: "i").count == 1)
  }
}
