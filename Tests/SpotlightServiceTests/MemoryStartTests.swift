import Dispatch
import FresnelModel
import FresnelStorage
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire
import Testing

/// What a person is answered who searches in the first moments after a start.
@Suite("Memory of choices after a start", .timeLimit(.minutes(30)))
struct MemoryStartTests {
  private let storage = FaultyStorage()
  private let timers = TestTimers()

  /// The question of who types, which does not wait for what was stored a moment ago.
  private var keystroke: AskRequest {
    var request = MemoryStage.question("nap")
    request.flags = []
    return request
  }

  private func search(by stage: MemoryStage) async throws -> SearchResults {
    let reply = await stage.surface.ask(
      .search(SearchRequest(form: .typed, text: "nap", reach: .system, limit: 10)))
    guard case .found(let results) = reply else { throw TestFailure("\(reply)") }
    return results
  }

  /// Stores items of which the person chooses one twice, and ends.
  private func fill() async throws {
    let stage = MemoryStage(timers, in: storage)
    try await stage.put(naps(30))
    for _ in 0..<2 { await stage.choose("20", after: "nap") }
    stage.core.close()
  }

  @Test("where nothing was ever chosen, nothing is missing of the first answer")
  func fresh() async throws {
    for hasItems in [false, true] {
      for asks in [false, true] {
        let stage = MemoryStage(timers, in: storage)
        defer { stage.core.close() }
        let isPartial =
          asks
          ? try await stage.answer(keystroke).isPartial : try await search(by: stage).isPartial
        #expect(!isPartial, "\(hasItems)")
      }
      let stage = MemoryStage(timers, in: storage)
      try await stage.put(naps(3))
      stage.core.close()
    }
  }

  @Test("the first answer is ordered by what was chosen, which takes a moment to read")
  func firstAnswer() async throws {
    try await fill()
    for number in 0..<20 {
      let stage = MemoryStage(timers, in: storage) { $0.choicePatience = .seconds(600) }
      defer { stage.core.close() }
      if number.isMultiple(of: 2) {
        let answer = try await stage.answer(keystroke)
        #expect(answer.hits.first?.item.uniqueIdentifier == "20" && !answer.isPartial)
      } else {
        let results = try await search(by: stage)
        #expect(results.hits.first?.item.uniqueIdentifier == "20" && !results.isPartial)
      }
    }
  }

  @Test("what was chosen is read when a place to search in is opened")
  func opened() async throws {
    try await fill()
    let stage = MemoryStage(timers, in: storage)
    stage.surface.session.receive(Envelope(.searchOpened(true)))
    let store = try #require(stage.core.store(of: .firstUnlock))
    while store.engagement.known == nil { await Task.yield() }
    #expect(store.engagement.isEmpty == false)
  }

  @Test("a search waits for a key that comes at once, and not for one that does not come")
  func key() async throws {
    try await fill()
    for comes in [true, false] {
      let stage = MemoryStage(timers, in: storage) {
        $0.directories[0].key = .awaited
        $0.choicePatience = .seconds(600)
      }
      defer { stage.core.close() }
      let request = stage.surface.send(.ask(keystroke))
      if comes {
        let key = EncryptionKey([UInt8](repeating: 7, count: 32).span.bytes)
        stage.core.provideKey(.success(key), for: .firstUnlock)
      } else {
        timers.advance(seconds: 10)
      }
      guard case .answered(let answer) = await stage.surface.reply(to: request) else {
        throw TestFailure("no answer")
      }
      #expect(answer.isPartial == !comes)
      #expect(answer.hits.first?.item.uniqueIdentifier == (comes ? "20" : nil))
      // Later nobody waits for it any more.
      let later = try await stage.answer(keystroke)
      #expect(later.isPartial == !comes)
    }
  }
}
