import FresnelEngine
import FresnelModel
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire
import Testing

@Suite("Memory of choices beside deletions", .timeLimit(.minutes(30)))
struct MemoryDeletionTests {
  private let stage = MemoryStage()

  /// Tells of a choice, and does not wait.
  private func noteChoice(_ identifier: String) {
    stage.core.noteChoice(
      .item(index: "a", identifier: identifier), of: mail, in: .firstUnlock, after: "nap")
  }

  @Test("a choice does not come back beside a deletion of its item")
  func besideDeletion() async throws {
    try await stage.put(naps(30))
    for _ in 0..<2 { await stage.choose("20", after: "nap") }
    stage.timers.advance(seconds: 11)
    // As while items of the app are being deleted.
    stage.core.historyGate.close(mail.identifier)
    noteChoice("20")
    noteChoice("21")
    try await stage.apply([.deleteIdentifiers(["20"])])
    #expect(stage.core.choices(startingWith: "i").isEmpty)
    stage.core.historyGate.open(mail.identifier)
    await stage.settle()
    try await stage.put(naps(30))
    #expect(try await stage.asked("nap").prefix(2) == ["21", "0"])
    #expect(stage.core.choices(startingWith: "i").count == 1)
  }

  @Test("a choice that waits for a deletion holds up nothing else of its app")
  func waitingChoice() async throws {
    try await stage.put(naps(30))
    let history = try await HistoryClient(stage.client(mail))
    // As while items of the app are being deleted.
    stage.core.historyGate.close(mail.identifier)
    noteChoice("20")
    noteChoice("21")
    #expect(try await history.donate(activity("1", persistent: "p")) == .new)
    try await stage.apply([.deleteIdentifiers(["20"])])
    #expect(stage.core.choices(startingWith: "").isEmpty)
    stage.core.historyGate.open(mail.identifier)
    await stage.settle()
    #expect(try await stage.asked("nap").first == "21")
    #expect(stage.core.choices(startingWith: "").count == 1)
  }

  @Test("a choice made before its state was deleted does not come back with that")
  func beforeDeletionOfState() async throws {
    let history = try await HistoryClient(stage.client(mail))
    for choice in [ActivityChoice.persistentIdentifiers(["p"]), .all] {
      #expect(try await history.donate(activity("1", persistent: "p")) == .new)
      let key = try #require(try await HistoryTool(stage.core).entries().first?.key)
      // As while items of the app are being deleted.
      stage.core.historyGate.close(mail.identifier)
      stage.core.noteChoice(.state(key: key), of: mail, in: .firstUnlock, after: "n")
      #expect(await history.delete(choice) == nil)
      #expect(try await history.donate(activity("1", persistent: "p")) == .new)
      stage.core.historyGate.open(mail.identifier)
      await stage.settle()
      #expect(stage.core.choices(startingWith: "").isEmpty)
      #expect(await history.delete(.all) == nil)
    }
  }

  @Test("a choice made before its item was deleted does not come back with that")
  func beforeDeletionOfItem() async throws {
    try await stage.put(naps(30))
    for deletion in [WireOperation.deleteIdentifiers(["20"]), .deleteAll] {
      stage.core.historyGate.close(mail.identifier)
      noteChoice("20")
      try await stage.apply([deletion])
      try await stage.put(naps(30))
      stage.core.historyGate.open(mail.identifier)
      await stage.settle()
      #expect(stage.core.choices(startingWith: "").isEmpty)
    }
    await stage.choose("20", after: "nap")
    #expect(stage.core.choices(startingWith: "").count == 1)
  }

  @Test("nothing is written down of what was gone before anybody told of the choice")
  func afterDeletion() async throws {
    try await stage.put(naps(30))
    for identifier in ["20", "21"] {
      // The app has no history at first, and has some then.
      try await stage.apply([.deleteIdentifiers([identifier])])
      await stage.choose(identifier, after: "nap")
      await stage.choose("25", after: "nap")
    }
    #expect(stage.core.choices(startingWith: "i").map(\.record.choiceCount) == [2])
    try await stage.put(naps(30))
    #expect(try await stage.asked("nap").prefix(2) == ["25", "0"])
  }

  @Test("a first choice waits for the deletion of its item, though no history is kept yet")
  func besideFirstDeletion() async throws {
    try await stage.put(naps(30))
    let core = stage.core
    let store = try #require(core.store(of: .firstUnlock))
    let batch = Batch(
      scope: IndexScope(app: mail.identifier, index: "a"),
      operations: [.deleteIdentifiers(["20"])])
    await withCheckedContinuation { done in
      store.perform {
        core.submit(batch, to: store) { _ in done.resume() }
        core.noteChoice(
          .item(index: "a", identifier: "20"), of: mail, in: .firstUnlock, after: "nap")
      }
    }
    await stage.settle()
    #expect(core.choices(startingWith: "i").isEmpty)
  }

  @Test("what was forgotten while an app was opening a thing stays forgotten")
  func forgottenWhileOpening() async throws {
    try await stage.put(naps(30))
    for request in [DeleteHistory(), DeleteHistory(since: stage.timers.time(after: -100))] {
      let moment = ChoiceMoment(of: mail, in: stage.core)
      try await stage.deleteHistory(request)
      stage.core.noteChoice(
        .item(index: "a", identifier: "20"), of: mail, in: .firstUnlock, after: "nap", at: moment)
      await stage.settle()
      #expect(stage.core.choices(startingWith: "i").isEmpty)
    }
  }

  @Test("what is forgotten of one app leaves choices of others that are on their way")
  func forgottenOfAnotherApp() async throws {
    try await stage.put(naps(30))
    let since = stage.timers.time(after: -100)
    for (count, request) in [
      DeleteHistory(app: notes.identifier), DeleteHistory(app: notes.identifier, since: since),
    ].enumerated() {
      stage.timers.advance(seconds: 11)
      let moment = ChoiceMoment(of: mail, in: stage.core)
      let others = ChoiceMoment(of: notes, in: stage.core)
      try await stage.deleteHistory(request)
      stage.core.noteChoice(
        .item(index: "a", identifier: "20"), of: mail, in: .firstUnlock, after: "nap", at: moment)
      stage.core.noteChoice(
        .continuedSearch, of: notes, in: .firstUnlock, after: "nap", at: others)
      await stage.settle()
      await stage.settle(notes)
      #expect(
        stage.core.choices(startingWith: "").map(\.record.choiceCount) == [UInt64(count + 1)])
    }
  }

  @Test("a choice does not outlive what the person has forgotten after it")
  func besideForgetting() async throws {
    try await stage.put(naps(30))
    for request in [DeleteHistory(), DeleteHistory(since: stage.timers.time(after: -100))] {
      stage.timers.advance(seconds: 11)
      stage.core.historyGate.close(mail.identifier)
      noteChoice("20")
      try await stage.deleteHistory(request)
      stage.core.historyGate.open(mail.identifier)
      await stage.settle()
      #expect(stage.core.choices(startingWith: "i").isEmpty)
    }
    await stage.choose("20", after: "nap")
    #expect(stage.core.choices(startingWith: "i").count == 1)
  }
}
