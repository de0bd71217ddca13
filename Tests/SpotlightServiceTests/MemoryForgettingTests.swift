import Dispatch
import FresnelEngine
import FresnelModel
import FresnelStorage
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire
import Testing

@Suite("Memory of choices that is forgotten, or not to be read", .timeLimit(.minutes(30)))
struct MemoryForgettingTests {
  private static let key = EncryptionKey([UInt8](repeating: 9, count: 32).span.bytes)

  private let storage = FaultyStorage()
  private let stage: MemoryStage

  init() {
    stage = MemoryStage(in: storage)
  }

  /// Items of two apps, of each of which one was chosen.
  private func choose() async throws {
    try await stage.put(naps(30))
    try await stage.put(naps(30, "n"), of: notes, .none)
    for _ in 0..<2 { await stage.choose("20", after: "nap") }
    for _ in 0..<2 { await stage.choose("n20", after: "nap", of: notes, .none) }
    #expect(try await stage.found("nap").prefix(2) == ["n20", "20"])
  }

  /// The first rows, now and after a start.
  private func expectFirst(_ expected: [String]) async throws {
    #expect(Array(try await stage.found("nap").prefix(expected.count)) == expected)
    stage.core.close()
    let next = MemoryStage(stage.timers, in: storage)
    #expect(Array(try await next.found("nap").prefix(expected.count)) == expected)
  }

  @Test("what was chosen of an item is forgotten with it, though it comes back")
  func item() async throws {
    try await choose()
    try await stage.apply([.deleteIdentifiers(["20"])])
    #expect(try await stage.found("nap").prefix(2) == ["n20", "0"])
    try await stage.put(naps(30))
    try await expectFirst(["n20", "0", "n0"])
  }

  @Test("all items of an app take with them what was chosen of them")
  func allItems() async throws {
    try await choose()
    try await stage.apply([.deleteAll])
    try await stage.put(naps(30))
    try await expectFirst(["n20", "0", "n0"])
  }

  @Test("what was chosen of an app is forgotten at once, and nothing of another one")
  func app() async throws {
    try await choose()
    try await stage.deleteHistory(DeleteHistory(app: mail.identifier))
    try await expectFirst(["n20", "0", "n0"])
  }

  @Test("all that was chosen is forgotten at once")
  func all() async throws {
    try await choose()
    try await stage.deleteHistory(DeleteHistory())
    try await expectFirst(["0", "n0"])
  }

  @Test("what was chosen since some time is forgotten at once")
  func byTime() async throws {
    try await choose()
    let since = stage.timers.time(after: 5)
    await stage.choose("25", after: "nap")
    await stage.choose("25", after: "nap")
    await stage.choose("20", after: "nap")
    #expect(try await stage.found("nap").first == "25")
    try await stage.deleteHistory(DeleteHistory(since: since))
    try await expectFirst(["n20", "0", "n0"])
  }

  @Test("a clock that was behind keeps no choice from being forgotten with its time")
  func byTimeWithClockBehind() async throws {
    try await stage.put(naps(30))
    let since = stage.timers.timeOfDay
    for _ in 0..<2 { await stage.choose("20", after: "nap") }
    stage.timers.setClock(ahead: -7200)
    await stage.choose("20", after: "nap")
    stage.timers.setClock(ahead: 0)
    #expect(try await stage.found("nap").first == "20")
    try await stage.deleteHistory(DeleteHistory(since: since))
    #expect(stage.core.choices(startingWith: "i").isEmpty)
    try await expectFirst(["0"])
  }

  @Test("what is forgotten before it was read stays forgotten")
  func beforeReading() async throws {
    try await choose()
    stage.core.close()
    let next = MemoryStage(stage.timers, in: storage)
    try await next.deleteHistory(DeleteHistory(app: notes.identifier))
    #expect(try await next.found("nap").prefix(3) == ["20", "0", "n0"])
  }

  /// Starts again, without any search.
  private func restart() -> MemoryStage {
    stage.core.close()
    return MemoryStage(stage.timers, in: storage)
  }

  /// Whether so many changes wait in some store that choices have to be read.
  private func isOverdue(_ stage: MemoryStage) -> Bool {
    stage.core.stores.contains { store in
      // What was begun is read aside.
      store.filling.sync {}
      return store.engagement.isOverdue
    }
  }

  @Test("deletions of any number of items do not pile up, though nobody searches")
  func manyDeletions() async throws {
    try await choose()
    let next = restart()
    for batch in 0..<3 {
      try await next.apply([.deleteIdentifiers((0..<600).map { "none \(batch) \($0)" })])
      #expect(!isOverdue(next))
    }
    #expect(try await next.found("nap").prefix(2) == ["n20", "20"])
  }

  @Test("choices of many items that are not there do not pile up either")
  func manyOrphans() async throws {
    try await stage.put(naps(30))
    let records = ChoiceRecords(
      counts: EngagementRecord(at: stage.timers.timeOfDay), memory: .init())
    let choices = try (0..<1010).map { number in
      let key = try #require(Choice.item(index: "a", identifier: "none \(number)").key)
      return try #require(EncodedItem(records, key: key, expiration: .distantFuture))
    }
    let store = try #require(stage.core.store(of: .firstUnlock))
    await withCheckedContinuation { continuation in
      store.perform {
        let batch = Batch(
          scope: .engagement(of: mail.identifier), operations: [.putEncoded(choices)])
        store.submit(batch) { _ in continuation.resume() }
      }
    }
    await stage.choose("20", after: "nap")
    await stage.choose("20", after: "nap")
    let next = restart()
    try await next.put(naps(1, "new"))
    #expect(!isOverdue(next))
    #expect(next.core.choices(startingWith: "i").map(\.record.choiceCount) == [2])
  }

  @Test("a live search forgets with the person, and its other rows keep still")
  func live() async throws {
    try await choose()
    stage.watch("nap")
    #expect(try await stage.list { !$0.isEmpty }.prefix(4) == ["n20", "20", "0", "n0"])
    try await stage.deleteHistory(DeleteHistory(app: notes.identifier))
    #expect(try await stage.list { !$0.contains("n20") }.prefix(3) == ["20", "0", "n0"])
    try await stage.deleteHistory(DeleteHistory(since: stage.timers.time(after: -1000)))
    #expect(try await stage.list { !$0.contains("20") }.prefix(2) == ["0", "n0"])
  }

  @Test("an item that is deleted moves no other row of a live search")
  func liveWithoutItem() async throws {
    try await choose()
    stage.watch("nap")
    #expect(try await stage.list { !$0.isEmpty }.prefix(4) == ["n20", "20", "0", "n0"])
    await stage.chooseThrice("25", afterTextsThatBeginWith: "nap")
    try await stage.apply([.deleteIdentifiers(["20"])])
    #expect(try await stage.list { !$0.contains("20") }.prefix(3) == ["n20", "0", "n0"])
  }

  @Test("without history of an app nothing is kept of it, and nothing used")
  func historyOff() async throws {
    try await choose()
    stage.host.set { $0.history[mail, default: HistoryRules()].isKept = false }
    await stage.settingsChanged()
    #expect(try await stage.found("nap").prefix(2) == ["n20", "0"])
    for _ in 0..<2 { await stage.choose("25", after: "nap") }
    #expect(try await stage.found("nap").prefix(2) == ["n20", "0"])
    stage.host.set { $0.history = [:] }
    await stage.settingsChanged()
    try await expectFirst(["n20", "0"])
  }

  @Test("a live search heeds that no history is kept any more")
  func liveHistoryOff() async throws {
    try await choose()
    stage.watch("nap")
    #expect(try await stage.list { !$0.isEmpty }.prefix(2) == ["n20", "20"])
    stage.host.set { $0.history[mail, default: HistoryRules()].isKept = false }
    await stage.settingsChanged()
    #expect(try await stage.list { !$0.contains("20") }.prefix(2) == ["n20", "0"])
  }

  @Test("a class that is served elsewhere is remembered there alone, with a key of its own")
  func lockedClass() async throws {
    let worker = MemoryStage(stage.timers) { options in
      options.directories = [
        CoreOptions.ClassDirectory(
          classes: [.complete], store: "/complete/store", metadataLog: "/complete/ledger",
          key: .given(Self.key))
      ]
      options.leadsElsewhere = false
    }
    try await choose()
    try await worker.put(naps(30, "c"), .complete)
    for stage in [stage, worker] {
      for _ in 0..<2 { await stage.choose("c20", after: "nap", .complete) }
    }
    #expect(try await worker.found("nap").first == "c20")
    #expect(try await stage.found("nap").prefix(2) == ["n20", "20"])
    #expect(stage.core.choices(startingWith: "i").count == 2)
    #expect(worker.core.choices(startingWith: "i").count == 1)
    let keys = [stage, worker].map { $0.core.textKey?.number }
    #expect(keys.allSatisfy { $0 != nil } && keys[0] != keys[1])
    try await worker.deleteHistory(DeleteHistory())
    #expect(try await worker.found("nap").first == "c0")
  }

  @Test("before the first unlock choices are counted without texts, and order nothing")
  func beforeFirstUnlock() async throws {
    try await choose()
    stage.core.close()
    let next = MemoryStage(stage.timers, in: storage) { $0.directories[0].key = .awaited }
    // It has been waited for in vain.
    next.timers.advance(seconds: 10)
    let plain = try await next.found("nap", .apps([notes.identifier]))
    #expect(plain.first == "n0")
    for _ in 0..<3 {
      await next.choose("n25", after: "nap", of: notes, .none)
    }
    #expect(try await next.found("nap", .apps([notes.identifier])) == plain)
    let key = EncryptionKey([UInt8](repeating: 7, count: 32).span.bytes)
    next.core.provideKey(.success(key), for: .firstUnlock)
    let found = try await next.found("nap")
    #expect(found.prefix(4) == ["n20", "20", "0", "n0"])
    #expect(Set(next.core.choices(startingWith: "i").map(\.record.choiceCount)) == [2, 3])
  }
}
