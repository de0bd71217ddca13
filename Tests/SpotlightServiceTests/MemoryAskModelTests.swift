import FresnelModel
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire
import Testing

@Suite("Answers ordered by choices, against a model", .timeLimit(.minutes(30)))
struct MemoryAskModelTests {
  private static let texts = [
    "n", "na", "nap", "naps", "napk", "no", "note", "k", "kin", "b", "bo", "book", "nap k",
    "book n", "no bo", "nap kin",
  ]
  private static let words = [
    "nap", "naps", "napkin", "n-ap", "napoleon", "note", "notes", "kin", "king", "book", "books",
    "bone",
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
      // Many are named as somebody may type.
      let title = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        Self.words.prefix(Bool.random(using: &random) ? 3 : 11).randomElement(using: &random) ?? ""
      }.joined(separator: " ")
      return Thing(
        item: item("\(number)", title: title), title: title,
        app: Int.random(in: 0..<4, using: &random) > 0 ? mail : notes,
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
    [text, text.uppercased(), "  \(text)", text.replacing(" ", with: "  ")]
      .randomElement(using: &random) ?? text
  }

  /// The hits that have what was typed, or begin with it: which words may be others depends on the hits before.
  private func upperHits(_ hits: [MemoryStage.Found]) -> [MemoryStage.Found] {
    Array(hits.prefix { Int($0.score) >> 17 >= Int(Reading.prefixes.tier) })
  }

  @Test(
    "the best of random items stand as the model has them, whatever the length of the list, and over several processes",
    arguments: 0..<8 as Range<UInt64>)
  func model(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let things = things([12, 60, 150].randomElement(using: &random) ?? 60, &random)
    let timers = TestTimers()
    let whole = MemoryStage(timers)
    let parts = [MemoryStage(timers), MemoryStage(timers), MemoryStage(timers)]
    try await put(things, into: whole)
    var homes: [String: MemoryStage] = [:]
    for thing in things { homes[thing.identifier] = parts.randomElement(using: &random) }
    for part in parts {
      try await put(things.filter { homes[$0.identifier] === part }, into: part)
    }
    whole.host.set { $0.ordersByChoices = false }
    var scores: [String: [String: Double]] = [:]
    for text in Self.texts {
      scores[text] = Dictionary(
        uniqueKeysWithValues: upperHits(try await whole.answered(text, limit: 500)).map {
          ($0.identifier, $0.score)
        })
    }
    whole.host.set { $0.ordersByChoices = true }
    var naive = NaiveRank(
      titles: Dictionary(uniqueKeysWithValues: things.map { ($0.identifier, $0.title) }))
    naive.apps = Dictionary(uniqueKeysWithValues: things.map { ($0.identifier, $0.app.identifier) })
    let wanted = things.shuffled(using: &random).prefix(12)
    for _ in 0..<40 {
      let thing = try #require(
        random.next() % 4 == 0
          ? things.randomElement(using: &random) : wanted.randomElement(using: &random))
      let text = Self.texts.randomElement(using: &random) ?? "n"
      timers.advance(seconds: Double.random(in: 11...9000, using: &random))
      let told = typed(text, &random)
      for stage in [whole, homes[thing.identifier] ?? whole] {
        await stage.choose(
          thing.identifier, after: told, of: thing.app, thing.protection, seconds: 0)
      }
      naive.choices.append(
        NaiveRank.Choice(
          identifier: thing.identifier, text: text,
          date: timers.timeOfDay.secondsSinceReferenceDate))
      let asked = Self.texts.randomElement(using: &random) ?? "n"
      let limit = [1, 3, 10, 40].randomElement(using: &random) ?? 3
      let question = typed(asked, &random)
      let label: Comment = "seed \(seed): “\(question)”, \(limit)"
      let hits = upperHits(try await whole.answered(question, limit: UInt64(limit)))
      let expected = naive.order(scores[asked] ?? [:], for: asked).prefix(limit)
      try #require(hits.map(\.identifier) == Array(expected), label)
      // Three names of an app stand first in each process.
      guard naive.nameCount(asked) <= 3 else { continue }
      var merged: [MemoryStage.Found] = []
      for part in parts {
        merged += upperHits(try await part.answered(question, limit: UInt64(limit)))
      }
      merged.sort {
        $0.score == $1.score ? $0.identifier < $1.identifier : $0.score > $1.score
      }
      // A process that has too few may also show what another one has no need of.
      try #require(
        Array(merged.prefix(limit).prefix(hits.count)) == hits, label)
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
      let own = MemoryStage.question(text, .own, limit: 5)
      #expect(
        try await stage.answer(own, to: stage.client(mail))
          == alone.answer(own, to: alone.client(mail)))
      let narrowed = MemoryStage.question(text, .apps([mail.identifier]), limit: 5)
      #expect(try await stage.answer(narrowed) == alone.answer(narrowed))
      stage.host.set { $0.hidden = [notes.identifier] }
      let everywhere = MemoryStage.question(text, limit: 5)
      #expect(try await stage.answer(everywhere) == alone.answer(everywhere))
      stage.host.set { $0.hidden = [] }
    }
  }
}
