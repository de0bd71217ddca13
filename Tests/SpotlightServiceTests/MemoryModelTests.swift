import FresnelModel
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire
import Testing

@Suite("Memory of choices against a model", .timeLimit(.minutes(30)))
struct MemoryModelTests {
  private static let words = [
    "nap", "naps", "napkin", "napoleon", "note", "notes", "kin", "king", "book", "books", "bone",
  ]
  private static let texts = [
    "n", "na", "nap", "naps", "napk", "no", "note", "k", "ki", "kin", "king", "b", "bo", "book",
    "nap k", "book n",
  ]

  private struct Thing {
    let item: Item
    let title: String
    let app: AppIdentity
    let protection: ProtectionClass

    var identifier: String { item.uniqueIdentifier }
  }

  private func things(_ count: Int, _ random: inout SeededGenerator) -> [Thing] {
    (0..<count).map { number in
      let title = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        Self.words.randomElement(using: &random) ?? ""
      }.joined(separator: " ")
      return Thing(
        item: item("\(number)", title: title), title: title,
        app: Bool.random(using: &random) ? mail : notes,
        protection: Bool.random(using: &random) ? .none : .firstUnlock)
    }
  }

  private func put(_ things: [Thing], into stage: MemoryStage) async throws {
    for app in [mail, notes] {
      for protection in [ProtectionClass.none, .firstUnlock] {
        let items = things.filter { $0.app == app && $0.protection == protection }.map(\.item)
        if !items.isEmpty { try await stage.put(items, of: app, protection) }
      }
    }
  }

  /// A text as somebody types it.
  private func typed(_ text: String, _ random: inout SeededGenerator) -> String {
    [text, text.uppercased(), " \(text) ", text.replacing(" ", with: "  ")]
      .randomElement(using: &random) ?? text
  }

  @Test(
    "the best of random items stand as the model has them, in one store and cut over several",
    arguments: 0..<6 as Range<UInt64>)
  func model(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let things = things([12, 40, 90].randomElement(using: &random) ?? 40, &random)
    let timers = TestTimers()
    let whole = MemoryStage(timers)
    let parts = [MemoryStage(timers), MemoryStage(timers), MemoryStage(timers)]
    var homes: [String: MemoryStage] = [:]
    for thing in things {
      let part = parts.randomElement(using: &random) ?? whole
      homes[thing.identifier] = part
    }
    for app in [mail, notes] {
      try await whole.put(things.filter { $0.app == app }.map(\.item), of: app)
    }
    for part in parts {
      try await put(things.filter { homes[$0.identifier] === part }, into: part)
    }
    var scores: [String: [String: Double]] = [:]
    for text in Self.texts {
      scores[text] = Dictionary(
        uniqueKeysWithValues: try await whole.hits(text, limit: 200).map {
          ($0.identifier, $0.score)
        })
    }
    var naive = NaiveRank(
      titles: Dictionary(uniqueKeysWithValues: things.map { ($0.identifier, $0.title) }))
    // Some are wanted much more often than others.
    let wanted = things.shuffled(using: &random).prefix(10)
    for _ in 0..<40 {
      let thing = try #require(
        random.next() % 4 == 0
          ? things.randomElement(using: &random) : wanted.randomElement(using: &random))
      let text = Self.texts.randomElement(using: &random) ?? "n"
      timers.advance(seconds: Double.random(in: 11...9000, using: &random))
      let told = typed(text, &random)
      await whole.choose(thing.identifier, after: told, of: thing.app, seconds: 0)
      await homes[thing.identifier]?.choose(
        thing.identifier, after: told, of: thing.app, thing.protection, seconds: 0)
      naive.choices.append(
        NaiveRank.Choice(
          identifier: thing.identifier, text: text,
          date: timers.timeOfDay.secondsSinceReferenceDate))
      let asked = Self.texts.randomElement(using: &random) ?? "n"
      let limit = [1, 3, 10].randomElement(using: &random) ?? 3
      let question = typed(asked, &random)
      let hits = try await whole.hits(question, limit: UInt64(limit))
      let expected = naive.order(scores[asked] ?? [:], for: asked).prefix(limit)
      try #require(hits.map(\.identifier) == Array(expected), "seed \(seed): \(asked)")
      var merged: [MemoryStage.Found] = []
      for part in parts { merged += try await part.hits(question, limit: UInt64(limit)) }
      merged.sort {
        $0.score == $1.score ? $0.identifier < $1.identifier : $0.score > $1.score
      }
      try #require(Array(merged.prefix(limit)) == hits, "seed \(seed): \(asked)")
    }
  }

  @Test(
    "two choices for a text put a thing first, below names alone, whatever was chosen before",
    arguments: 10..<13 as Range<UInt64>)
  func promise(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let things = things(60, &random)
    let stage = MemoryStage()
    try await put(things, into: stage)
    for _ in 0..<15 {
      let text = Self.texts.randomElement(using: &random) ?? "n"
      let matches = Set(try await stage.found(text, limit: 200))
      guard
        let thing = things.filter({ matches.contains($0.identifier) })
          .randomElement(using: &random)
      else { continue }
      for _ in 0..<2 {
        await stage.choose(thing.identifier, after: text, of: thing.app, thing.protection)
      }
      let names = things.filter { $0.title == text && matches.contains($0.identifier) }
      let found = try await stage.found(text, limit: 50)
      let first = names.contains { $0.identifier == thing.identifier } ? 0 : names.count
      try #require(found.count > first && found[first] == thing.identifier, "seed \(seed): \(text)")
    }
  }

  @Test(
    "nothing that is kept of one app changes what is told of another one",
    arguments: 20..<23 as Range<UInt64>)
  func twoApps(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let things = things(80, &random)
    let timers = TestTimers()
    // In one of them nothing is ever chosen of the other app, which has nothing there either.
    let (stage, alone) = (MemoryStage(timers), MemoryStage(timers))
    try await put(things, into: stage)
    try await put(things.filter { $0.app == mail }, into: alone)
    for _ in 0..<12 {
      timers.advance(seconds: 11)
      for thing in things.shuffled(using: &random).prefix(6) {
        let text = Self.texts.randomElement(using: &random) ?? "n"
        for stage in thing.app == mail ? [stage, alone] : [stage] {
          await stage.choose(
            thing.identifier, after: text, of: thing.app, thing.protection, seconds: 0)
        }
      }
      let text = Self.texts.randomElement(using: &random) ?? "n"
      let own = MemoryStage.request(text, .own, limit: 5)
      #expect(await stage.client(mail).ask(own) == alone.client(mail).ask(own))
      let narrowed = MemoryStage.request(text, .apps([mail.identifier]), limit: 5)
      #expect(await stage.surface.ask(narrowed) == alone.surface.ask(narrowed))
      stage.host.set { $0.hidden = [notes.identifier] }
      let everywhere = MemoryStage.request(text, limit: 5)
      #expect(await stage.surface.ask(everywhere) == alone.surface.ask(everywhere))
      stage.host.set { $0.hidden = [] }
    }
  }
}
