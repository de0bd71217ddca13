import FresnelModel
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire
import Testing

/// What the person decided, as somebody would note it on paper.
private struct NaiveMarks {
  struct Thing: Hashable {
    let app: AppIdentity
    let protection: ProtectionClass
    let identifier: String
  }
  /// The things that are there, with their titles.
  var titles: [Thing: String] = [:]
  /// By thing and folded text, the number of the pin.
  var pins: [Thing: [String: Int]] = [:]
  var aliases: [Thing: Set<String>] = [:]
  var hidden: Set<Thing> = []

  mutating func forget(_ thing: Thing) {
    pins[thing] = nil
    aliases[thing] = nil
    hidden.remove(thing)
  }

  var markedCount: Int {
    Set(pins.filter { !$0.value.isEmpty }.keys).union(aliases.filter { !$0.value.isEmpty }.keys)
      .union(hidden).count
  }

  private var shown: [Thing] { titles.keys.filter { !hidden.contains($0) } }

  /// The things that stand first for a text, in their order.
  func pinned(for text: String) -> [String] {
    shown.compactMap { thing in pins[thing]?[text].map { (thing.identifier, $0) } }
      .sorted { $0.1 > $1.1 }.map(\.0)
  }

  /// All things that a text of one word finds.
  func found(for text: String) -> Set<String> {
    Set(
      shown.filter { thing in
        titles[thing]?.split(separator: " ").contains { $0.hasPrefix(text) } == true
          || pins[thing]?[text] != nil
          || aliases[thing]?.contains { $0.hasPrefix(text) } == true
      }.map(\.identifier))
  }
}

@Suite("Marks against a model", .timeLimit(.minutes(30)))
struct MarkModelTests {
  private static let words = ["nap", "napkin", "note", "notes", "king", "book", "bone"]
  private static let texts = ["n", "nap", "no", "note", "k", "bo", "book", "qx", "qxy"]

  @Test(
    "what is found after random marks, choices, deletions, removals and crashes is as noted",
    arguments: 0..<8 as Range<UInt64>)
  func model(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var storage = FaultyStorage()
    let timers = TestTimers()
    var stage = MemoryStage(timers, in: storage)
    var naive = NaiveMarks()
    var things: [NaiveMarks.Thing] = []
    for number in 0..<24 {
      let isMail = Bool.random(using: &random)
      things.append(
        NaiveMarks.Thing(
          app: isMail ? mail : notes, protection: isMail ? .firstUnlock : .none,
          identifier: "\(number)"))
    }
    func title() -> String {
      "\(Self.words.randomElement(using: &random) ?? "") \(Self.words.randomElement(using: &random) ?? "")"
    }
    var pinCount = 0
    for step in 0..<120 {
      guard let thing = things.randomElement(using: &random),
        let text = Self.texts.randomElement(using: &random)
      else { break }
      func mark(_ verb: ChangeMark.Verb, _ text: String = "") async throws {
        try await stage.mark(verb, thing.identifier, text, of: thing.app, thing.protection)
      }
      let isThere = naive.titles[thing] != nil
      switch Int.random(in: 0..<14, using: &random) {
      case 0...2:
        let title = title()
        try await stage.put([item(thing.identifier, title: title)], of: thing.app, thing.protection)
        naive.titles[thing] = title
      case 3 where isThere:
        try await stage.apply(
          [.deleteIdentifiers([thing.identifier])], of: thing.app, thing.protection)
        naive.titles[thing] = nil
      case 4...6 where isThere:
        try await mark(.pin, text.uppercased())
        pinCount += 1
        naive.pins[thing, default: [:]][text] = pinCount
      case 7 where isThere:
        try await mark(.unpin, text)
        naive.pins[thing]?[text] = nil
      case 8 where isThere:
        try await mark(.addAlias, text)
        naive.aliases[thing, default: []].insert(text)
      case 9 where isThere:
        try await mark(.removeAlias, text)
        naive.aliases[thing]?.remove(text)
      case 10 where isThere:
        let hides = Bool.random(using: &random)
        try await mark(hides ? .hide : .show)
        if hides { naive.hidden.insert(thing) } else { naive.hidden.remove(thing) }
      case 11 where isThere:
        if Bool.random(using: &random) {
          await stage.choose(thing.identifier, after: text, of: thing.app, thing.protection)
        } else {
          let clears = Bool.random(using: &random)
          try await mark(clears ? .clear : .forget)
          if clears { naive.forget(thing) }
        }
      case 12 where step % 4 == 0:
        // What was not synced is gone, as when the process is killed with the machine.
        storage = storage.afterPowerLoss()
        stage = MemoryStage(timers, in: storage)
      case 13 where step % 5 == 0:
        let removed = stage
        let failure: ServiceError? = await withCheckedContinuation { done in
          removed.core.removeApp(thing.app) { done.resume(returning: $0) }
        }
        #expect(failure == nil)
        for other in things where other.app == thing.app {
          naive.forget(other)
          naive.titles[other] = nil
        }
        // The app comes back.
        stage.core.close()
        stage = MemoryStage(timers, in: storage)
      default: continue
      }
      let typed = Self.texts.randomElement(using: &random) ?? "n"
      let answer = MemoryStage.question(typed, limit: 100, flags: .isExact)
      let found = try await stage.answer(answer).hits.map(\.item.uniqueIdentifier)
      let pinned = naive.pinned(for: typed)
      #expect(Array(found.prefix(pinned.count)) == pinned, "seed \(seed), step \(step), \(typed)")
      #expect(Set(found) == naive.found(for: typed), "seed \(seed), step \(step), \(typed)")
      #expect(found.count == Set(found).count)
      let searched = try await stage.found(typed, limit: 100)
      #expect(searched.prefix(pinned.count) == pinned[...], "seed \(seed), step \(step), \(typed)")
      #expect(Set(searched) == Set(found), "seed \(seed), step \(step), \(typed)")
      #expect(
        try await stage.marks().marks.count == naive.markedCount, "seed \(seed), step \(step)")
    }
    stage.core.close()
  }
}
