import FresnelModel
import FresnelRanking
import FresnelTestSupport
@testable import SpotlightService
@testable import SpotlightWire
import Testing

@Suite("Things that are used, whatever was typed", .timeLimit(.minutes(30)))
struct UsedThingsTests {
  private static let titles = ["blue nap", "blue kin", "note nap", "nap", "kin note blue"]
  private static let texts = ["n", "na", "nap", "no", "note", "k", "kin", "b", "blu", "blue nap"]

  private struct Stand: Equatable {
    let entity: Engagement.Entity
    let level: Level
  }

  /// The things that stand by their use, the first ones first, by a look at each.
  private func naive(
    _ known: KnownThings, _ question: TextQuestion, at now: Timestamp
  ) -> [Stand] {
    let stands = known.things.values.compactMap { thing -> Stand? in
      let memory = thing.records.memory
      guard memory.keyNumber == question.keyNumber, memory.names.contains(question.names)
      else { return nil }
      let dates = Set(memory.entries.flatMap { [$0.last, $0.beforeLast].compactMap(\.self) })
        .sorted(by: >)
      guard let last = dates.first else { return nil }
      let level: Level
      if dates.count > 1 {
        let isVaried = memory.entries.count { $0.isFirstLetter } > 1
        level = Level(
          isVaried ? .twiceAfterLetter : .twiceOtherwise, date: dates[1].believableTicks(at: now))
      } else {
        level = Level(.onceOtherwise, date: last.believableTicks(at: now))
      }
      // What stands as high by the text is in another list.
      if let byText = memory.level(for: question, at: now), byText >= level { return nil }
      return Stand(entity: thing.entity, level: level)
    }
    return stands.sorted { left, right in
      if left.level != right.level { return left.level > right.level }
      return (left.entity.app, left.entity.key) < (right.entity.app, right.entity.key)
    }
  }

  @Test(
    "the order that is kept is that of a sort at each question",
    arguments: 0..<16 as Range<UInt64>)
  func model(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let keys = try (0..<2).map { number in
      try #require(ChosenTextKey([UInt8](repeating: number, count: ChosenTextKey.byteCount)))
    }
    let entities = (0..<40).map { Engagement.Entity(app: "\($0 % 3)", key: "ia\0\($0)") }
    var known = KnownThings()
    var clock = 800_000_000.0
    for step in 0..<400 {
      clock += [0, 11, 900, 90_000].randomElement(using: &random) ?? 0
      let isWrong = seed % 3 == 0 && random.next() % 20 == 0
      // The last one is a date beyond the greatest that a level has.
      let leads: [Double] = isWrong ? [3600, 1e7, 5e9] : [0]
      let lead = leads.randomElement(using: &random) ?? 0
      let now = Timestamp(secondsSinceReferenceDate: clock + lead)
      let number = Int.random(in: 0..<entities.count, using: &random)
      let entity = entities[number]
      let text = try #require(ChosenText(Self.texts.randomElement(using: &random) ?? "n"))
      let key = keys[seed % 4 == 1 && random.next() % 4 == 0 ? 1 : 0]
      switch Int.random(in: 0..<20, using: &random) {
      case 0: known.remove(entity)
      case 1 where random.next() % 8 == 0: known.remove(app: entity.app)
      default:
        if var records = ChoiceRecords.noting(
          known.things[entity]?.records, for: text, key, at: now)
        {
          records.memory.names = NameBeginnings()
          records.memory.names.insert(wordsOf: Self.titles[number % Self.titles.count])
          known.put(KnownThing(entity, records))
        }
      }
      // A store that is opened anew has the same things.
      if step % 50 == 49 { known = KnownThings(Array(known.things.values)) }
      let asked = Self.texts.randomElement(using: &random) ?? "n"
      let question = key.question(try #require(ChosenText(asked)))
      let time = Timestamp(secondsSinceReferenceDate: clock)
      let most = [1, 5, 100].randomElement(using: &random) ?? 5
      var found: [Stand] = []
      let kinds: [Level.Kind] = [.twiceAfterLetter, .twiceOtherwise, .onceOtherwise]
      known.used.forEach(of: kinds, for: question, at: time) { thing, level in
        found.append(Stand(entity: thing.entity, level: level))
        return found.count < most
      }
      try #require(
        found == Array(naive(known, question, at: time).prefix(most)), "seed \(seed): \(asked)")
    }
  }

  @Test("a thing is known by other words of its title, after a start too, until it is forgotten")
  func otherWords() async throws {
    let storage = FaultyStorage()
    let timers = TestTimers()
    var stage = MemoryStage(timers, in: storage)
    try await stage.put((0..<30).map { item("other\($0)", title: "reports \($0)") })
    try await stage.put([
      item("wanted", title: "Some nap for the reports of all"),
      item("exact", title: "Reports"),
    ])
    #expect(try await stage.found("repo").contains("wanted") == false)
    await stage.choose("wanted", after: "nap")
    #expect(try await stage.found("repo").first == "wanted")
    #expect(try await stage.asked("repo").first == "wanted")
    // What is chosen after such a text stands above it, and an exact title above all.
    await stage.choose("other7", after: "r")
    #expect(try await stage.found("repo").prefix(2) == ["other7", "wanted"])
    #expect(try await stage.found("reports").prefix(3) == ["exact", "other7", "wanted"])
    stage.core.close()
    stage = MemoryStage(timers, in: storage)
    #expect(try await stage.found("repo").prefix(2) == ["other7", "wanted"])
    try await stage.deleteHistory(DeleteHistory())
    #expect(try await stage.found("repo").contains("wanted") == false)
  }

  @Test("what is found by now this word and now that one stands as what was chosen twice so")
  func severalWords() async throws {
    let stage = MemoryStage()
    try await stage.put([
      item("varied", title: "blue nap report"), item("once", title: "report"),
      item("twice", title: "a report"),
    ])
    for _ in 0..<2 { await stage.choose("twice", after: "repo") }
    await stage.choose("varied", after: "blu")
    await stage.choose("varied", after: "nap")
    await stage.choose("varied", after: "nap")
    await stage.choose("once", after: "rep")
    // What was chosen twice for the text itself stands above what was chosen later.
    #expect(try await stage.found("repo") == ["twice", "varied", "once"])
    #expect(try await stage.found("r") == ["twice", "varied", "once"])
    for _ in 0..<2 { await stage.choose("once", after: "ra") }
    #expect(try await stage.found("repo") == ["twice", "once", "varied"])
  }

  @Test("what was chosen of one app takes no place among what is looked up of another one")
  func otherApp() async throws {
    let stage = MemoryStage()
    let naps = (0..<300).map { item("\($0)", title: "blue nap \($0)") }
    try await stage.put(naps)
    try await stage.put(
      [
        item("byLetter", title: "a blue nap report"), item("byUse", title: "some blue nap report"),
        item("nap", title: "nap"), item("naps", title: "naps"),
      ], of: notes)
    await stage.choose("byUse", after: "blue", of: notes)
    await stage.choose("byUse", after: "report", of: notes)
    await stage.choose("byLetter", after: "blue", of: notes)
    await stage.choose("byLetter", after: "nap", of: notes)
    for number in 0..<naps.count {
      for text in ["blue", "nap"] { await stage.choose("\(number)", after: text) }
    }
    let narrowed = SearchReach.apps([notes.identifier])
    #expect(try await stage.found("na", narrowed) == ["byLetter", "byUse", "nap", "naps"])
    #expect(try await stage.asked("na", narrowed) == ["byLetter", "byUse", "nap", "naps"])
  }

  @Test("a choice does not lower the chosen thing, which was last chosen after other words")
  func choiceAfterOtherWord() async throws {
    let stage = MemoryStage()
    let day = 86_400.0
    try await stage.put([
      item("chosen", title: "blue nap note"), item("other", title: "new naps"),
    ])
    await stage.choose("chosen", after: "note")
    for _ in 0..<2 { await stage.choose("other", after: "ne", seconds: 20 * day) }
    for _ in 0..<2 { await stage.choose("chosen", after: "blue", seconds: 20 * day) }
    #expect(try await stage.found("nap") == ["chosen", "other"])
    await stage.choose("chosen", after: "nap", seconds: day)
    #expect(try await stage.found("nap") == ["chosen", "other"])
  }

  @Test("one more choice lowers a thing for no text", arguments: 0..<4 as Range<UInt64>)
  func noneFalls(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let stage = MemoryStage()
    let identifiers = (0..<15).map { "\($0)" }
    try await stage.put(
      identifiers.enumerated().map { item($1, title: Self.titles[$0 % Self.titles.count]) })
    for _ in 0..<40 {
      let chosen = identifiers.randomElement(using: &random) ?? "0"
      var before: [String: Int] = [:]
      for text in Self.texts {
        before[text] = try await stage.found(text, limit: 20).firstIndex(of: chosen)
      }
      await stage.choose(chosen, after: Self.texts.randomElement(using: &random) ?? "n")
      for text in Self.texts {
        let place = try await stage.found(text, limit: 20).firstIndex(of: chosen)
        let hasFallen = (place ?? .max) > (before[text] ?? .max)
        try #require(!hasFallen, "seed \(seed): \(chosen) for \(text)")
      }
    }
  }

  @Test("a thing whose title has not what was typed is not known by it")
  func otherFields() async throws {
    let stage = MemoryStage()
    var attributes = Attributes()
    attributes[.title] = .string("nap")
    attributes[.contentDescription] = .string("reports")
    let described = Item(uniqueIdentifier: "described", attributes: attributes)
    try await stage.put([item("0", title: "reports"), item("1", title: "reports 1"), described])
    let before = try await stage.found("reports")
    await stage.choose("described", after: "nap")
    #expect(before.last == "described")
    #expect(try await stage.found("reports") == before)
  }
}
