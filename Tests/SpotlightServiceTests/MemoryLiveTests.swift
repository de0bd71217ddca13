import Dispatch
import FresnelModel
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire
import Testing

@Suite("Memory of choices while it changes", .timeLimit(.minutes(30)))
struct MemoryLiveTests {
  private let storage = FaultyStorage()
  private let stage: MemoryStage

  init() {
    stage = MemoryStage(in: storage)
  }

  @Test("a choice moves no row of a live answer, and what the person has forgotten does at once")
  func live() async throws {
    try await stage.put(naps(30))
    await stage.choose("20", after: "nap")
    stage.watchAnswers("nap")
    #expect(try await stage.list { !$0.isEmpty }.prefix(2) == ["20", "0"])
    await stage.chooseThrice("25", afterTextsThatBeginWith: "nap")
    try await stage.put([item("new", title: "Naps")])
    #expect(try await stage.list { $0.contains("new") }.prefix(3) == ["20", "new", "0"])
    #expect(try await stage.asked("nap").first == "25")
    try await stage.deleteHistory(DeleteHistory())
    #expect(try await stage.list { !$0.contains("20") }.prefix(2) == ["new", "0"])
  }

  @Test("another ranking reaches live answers at once")
  func settings() async throws {
    try await stage.put(naps(30))
    await stage.choose("20", after: "nap")
    stage.watchAnswers("nap")
    #expect(try await stage.list { !$0.isEmpty }.prefix(2) == ["20", "0"])
    await stage.setRanking(isLearned: false)
    #expect(try await stage.list { !$0.contains("20") }.first == "0")
    await stage.chooseThrice("25", afterTextsThatBeginWith: "nap")
    await stage.setRanking(isLearned: true)
    #expect(try await stage.list { $0.contains("25") }.prefix(2) == ["25", "20"])
  }

  @Test("a keystroke does not wait for choices to be read, and a settled question does")
  func firstKeystroke() async throws {
    try await stage.put(naps(30))
    for _ in 0..<2 { await stage.choose("20", after: "nap") }
    stage.core.close()
    let next = MemoryStage(stage.timers, in: storage)
    let store = try #require(next.core.store(of: .firstUnlock))
    store.filling.suspend()
    var keystroke = MemoryStage.question("nap")
    keystroke.flags = []
    let first = try? await next.answer(keystroke)
    next.watchAnswers("nap", flags: .isLive)
    let live = try? await next.list { !$0.isEmpty }
    let settled = next.surface.send(.ask(MemoryStage.question("nap")))
    store.filling.resume()
    #expect(first?.hits.first?.item.uniqueIdentifier == "0")
    #expect(live?.first == "0")
    #expect(first?.isPartial == true)
    guard case .answered(let answer) = await next.surface.reply(to: settled) else {
      throw TestFailure("no answer")
    }
    #expect(answer.hits.first?.item.uniqueIdentifier == "20")
    #expect(try await next.list { $0.first == "20" }.first == "20")
    #expect(try await next.answer(keystroke).hits.first?.item.uniqueIdentifier == "20")
  }

  @Test("a live answer is made anew once choices are read, whoever has read them")
  func readBySomebodyElse() async throws {
    try await stage.put(naps(30))
    for _ in 0..<2 { await stage.choose("20", after: "nap") }
    stage.core.close()
    let next = MemoryStage(stage.timers, in: storage)
    let store = try #require(next.core.store(of: .firstUnlock))
    let snapshot = try store.snapshot()
    store.filling.suspend()
    store.beginFilling(from: snapshot)
    next.watchAnswers("nap", flags: .isLive)
    let live = try? await next.list { !$0.isEmpty }
    store.filling.resume()
    #expect(live?.first == "0")
    #expect(try await next.list { $0.first == "20" }.first == "20")
  }

  @Test("a page waits for choices, which have ordered the page before it")
  func pageBeforeReading() async throws {
    try await stage.put(naps(30))
    for _ in 0..<2 { await stage.choose("28", after: "nap") }
    let first = try await stage.answer(MemoryStage.question("nap", limit: 15)).hits
    #expect(first.first?.item.uniqueIdentifier == "28")
    stage.core.close()
    let next = MemoryStage(stage.timers, in: storage)
    var question = MemoryStage.question("nap", limit: 15, behind: first.last)
    question.flags = []
    let second = try await next.answer(question)
    #expect(!second.isPartial && second.hits.count == 15)
    #expect(Set((first + second.hits).map(\.item.uniqueIdentifier)).count == 30)
  }

  @Test("a clock that ran ahead once decides nothing for ever")
  func clockAhead() async throws {
    try await stage.put(naps(30))
    stage.timers.setClock(ahead: 3600 * 24 * 365)
    for _ in 0..<2 { await stage.choose("20", after: "nap") }
    #expect(try await stage.asked("nap").first == "20")
    stage.timers.setClock(ahead: 0)
    for _ in 0..<2 { await stage.choose("21", after: "nap") }
    #expect(try await stage.asked("nap").prefix(2) == ["21", "20"])
    await stage.choose("20", after: "nap")
    #expect(try await stage.asked("nap").prefix(2) == ["20", "21"])
  }

  @Test("a clock that is behind for a while loses nothing that was learnt before")
  func clockBehind() async throws {
    try await stage.put(naps(30))
    for _ in 0..<2 { await stage.choose("20", after: "nap") }
    stage.timers.setClock(ahead: -3600 * 24 * 365)
    await stage.choose("20", after: "nap")
    stage.timers.setClock(ahead: 0)
    #expect(try await stage.asked("nap").first == "20")
    #expect(stage.core.choices(startingWith: "i").map(\.record.choiceCount) == [3])
  }
}
