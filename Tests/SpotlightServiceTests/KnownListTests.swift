import FresnelModel
import FresnelRanking
import FresnelTestSupport
@testable import SpotlightService
@testable import SpotlightWire
import Testing

@Suite("Known things in their order")
struct KnownListTests {
  private static let texts = ["n", "na", "nap", "naps", "no", "note", "k", "ki", "kin"]

  private struct Stand: Equatable {
    let entity: Engagement.Entity
    let level: Level
  }

  /// The things that stand for a question, the first ones first, by a look at each.
  private func naive(
    _ known: KnownThings, _ question: TextQuestion, at now: Timestamp
  ) -> [Stand] {
    let stands = known.things.values.compactMap { thing -> Stand? in
      guard thing.firstLetters.contains(question.firstLetter),
        let level = thing.records.memory.level(for: question, at: now)
      else { return nil }
      return Stand(entity: thing.entity, level: level)
    }
    return stands.sorted { left, right in
      if left.level != right.level { return left.level > right.level }
      return (left.entity.app, left.entity.key) < (right.entity.app, right.entity.key)
    }
  }

  @Test(
    "the order that is kept is that of a sort at each question",
    arguments: 0..<24 as Range<UInt64>)
  func model(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let keys = try (0..<2).map { number in
      try #require(ChosenTextKey([UInt8](repeating: number, count: ChosenTextKey.byteCount)))
    }
    let entities = (0..<40).map { Engagement.Entity(app: "\($0 % 3)", key: "ia\0\($0)") }
    var known = KnownThings()
    var clock = 800_000_000.0
    for _ in 0..<400 {
      // Now and then no time passes, and sometimes the clock is set far ahead and back, or was wrong.
      clock += [0, 11, 900, 90_000].randomElement(using: &random) ?? 0
      let isWrong = seed % 3 == 0 && random.next() % 20 == 0
      let leads: [Double] = isWrong ? [3600, 1e7] : [0]
      let lead = leads.randomElement(using: &random) ?? 0
      let now = Timestamp(secondsSinceReferenceDate: clock + lead)
      let entity = try #require(entities.randomElement(using: &random))
      let text = try #require(ChosenText(Self.texts.randomElement(using: &random) ?? "n"))
      let key = keys[seed % 4 == 1 && random.next() % 4 == 0 ? 1 : 0]
      switch Int.random(in: 0..<20, using: &random) {
      case 0: known.remove(entity)
      case 1 where random.next() % 8 == 0: known.remove(app: entity.app)
      case 2 where seed % 3 == 1:
        guard var records = known.things[entity]?.records,
          let place = records.memory.entries.indices.randomElement(using: &random)
        else { continue }
        records.memory.entries[place].pinned = now
        known.put(KnownThing(entity, records))
      default:
        let records = ChoiceRecords.noting(known.things[entity]?.records, for: text, key, at: now)
        if let records { known.put(KnownThing(entity, records)) }
      }
      let asked = Self.texts.randomElement(using: &random) ?? "n"
      let question = key.question(try #require(ChosenText(asked)))
      let time = Timestamp(secondsSinceReferenceDate: clock)
      let most = [1, 5, 100].randomElement(using: &random) ?? 5
      var found: [Stand] = []
      known.things(after: question.firstLetter)?.forEach(for: question, at: time) { thing, level in
        found.append(Stand(entity: thing.entity, level: level))
        return found.count < most
      }
      try #require(
        found == Array(naive(known, question, at: time).prefix(most)), "seed \(seed): \(asked)")
    }
    known.remove(app: "0")
    known.remove(app: "1")
    known.remove(app: "2")
    for text in Self.texts {
      let question = keys[0].question(try #require(ChosenText(text)))
      #expect(known.things(after: question.firstLetter) == nil)
    }
  }
}
