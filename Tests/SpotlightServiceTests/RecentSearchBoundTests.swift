import FresnelModel
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire
import Testing

@Suite("How many recent searches are kept", .timeLimit(.minutes(30)))
struct RecentSearchBoundTests {
  private let stage = MemoryStage()

  @Test("of many texts of an app the latest are kept, and of what is told without a choice no more")
  func bounds() async throws {
    let count = SearchTexts.limitOfApp + 20
    try await stage.put(naps(count))
    _ = try await stage.found("naps")
    for number in 0..<count { await stage.choose("\(number)", after: "text \(number)") }
    let kept = try await stage.listedSearches()
    #expect(kept.count == SearchTexts.limitOfApp)
    #expect(kept.last?.title == "text 20")
    #expect(try await stage.recent() == kept.map(\.title))
    // An app that tells of more fills no more places, and nothing else.
    try await stage.put(naps(count, "n"), of: notes)
    for number in 0..<count { try await stage.engage("n\(number)", after: "own", of: notes) }
    let store = try #require(stage.core.store(of: .firstUnlock))
    let things = store.engagement.known?.things.values.count { $0.entity.app == notes.identifier }
    #expect(things == SearchTexts.limitOfApp)
    #expect(try await stage.recent(stage.client(notes)) == ["own"])
    #expect(
      try await stage.forgetSearches(by: stage.client(notes)) == UInt64(SearchTexts.limitOfApp))
    #expect(store.engagement.searches(of: notes.identifier).isEmpty)
    #expect(store.engagement.known?.things.count == count)
    for number in 0..<9 { await stage.choose("0", after: "again \(number)") }
    #expect(
      try await stage.listedSearches().count { $0.relatedIdentifier == "0" } == SearchTexts.limit)
  }

  @Test("what an app tells of its own items pushes out none that was typed in the system's search")
  func origins() async throws {
    let count = SearchTexts.limitOfApp + 5
    try await stage.put(naps(count))
    for number in 0..<SearchTexts.limitOfApp {
      await stage.choose("\(number)", after: "text \(number)")
    }
    let expected = try await stage.recent()
    #expect(expected.count == SearchTexts.limitOfApp)
    for number in 0..<count { try await stage.engage("\(number)", after: "own \(number)") }
    for number in 0..<2 * SearchTexts.limit {
      try await stage.engage("0", after: "again \(number)")
    }
    #expect(try await stage.recent() == expected)
    #expect(try await stage.recent(stage.client(mail)).count == SearchTexts.limitOfApp)
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
        #expect(try await stage.forgetSearches(text) == UInt64(count), "seed \(seed)")
        for thing in model.keys { model[thing]?.removeAll { $0.text == text } }
      case 1 where step % 5 == 0:
        let count = model.values.joined().count
        #expect(try await stage.forgetSearches() == UInt64(count), "seed \(seed)")
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
      #expect(try await stage.recent() == expected, "step \(step), seed \(seed)")
    }
  }
}
