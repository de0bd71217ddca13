import FresnelModel
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire
import Testing

@Suite("Length of lists that are ordered by choices", .timeLimit(.minutes(30)))
struct MemoryLengthTests {
  private static let texts = ["n", "na", "nap", "naps", "note", "nap b", "b", "nap+"]
  private static let words = ["nap", "naps", "napkin", "note", "book", "bone"]
  private static let apps = [mail, notes]

  private struct Thing {
    let identifier: String
    let app: AppIdentity
    let protection: ProtectionClass
    var title: String

    var item: Item { SpotlightServiceTests.item(identifier, title: title) }
  }

  private func title(_ random: inout SeededGenerator) -> String {
    // Many are named as somebody may type.
    (0..<Int.random(in: 1...3, using: &random)).map { _ in
      Self.words.randomElement(using: &random) ?? ""
    }.joined(separator: " ")
  }

  @Test(
    "a short list is the beginning of a long one, however many things are known",
    arguments: 0..<6 as Range<UInt64>)
  func lengths(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let stage = MemoryStage()
    var things: [Thing] = []
    for number in 0..<320 {
      things.append(
        Thing(
          identifier: "\(number)", app: Self.apps.randomElement(using: &random) ?? mail,
          protection: Bool.random(using: &random) ? .none : .firstUnlock, title: title(&random)))
    }
    // The index does not prove signs: these are evaluated, of each store no more than may be.
    for number in stride(from: 0, to: things.count, by: 25) {
      things[number].title = "nap+ \(number)"
    }
    // Of each app and class there are several segments.
    for part in [things[..<200], things[200..<280], things[280...]] {
      for app in Self.apps {
        for protection in [ProtectionClass.none, .firstUnlock] {
          let items = part.filter { $0.app == app && $0.protection == protection }.map(\.item)
          if !items.isEmpty { try await stage.put(items, of: app, protection) }
        }
      }
    }
    for thing in things.shuffled(using: &random).prefix([40, 150, 320][Int(seed % 3)]) {
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        // Some are chosen at one moment.
        await stage.choose(
          thing.identifier, after: Self.texts.randomElement(using: &random) ?? "n", of: thing.app,
          thing.protection, seconds: random.next() % 3 == 0 ? 0 : 11)
      }
    }
    for _ in 0..<4 {
      try await check(stage, "seed \(seed)")
      // Items move to other segments, and some are gone.
      for _ in 0..<12 {
        let place = Int.random(in: 0..<things.count, using: &random)
        let thing = things[place]
        if random.next() % 3 == 0 {
          try await stage.apply(
            [.deleteIdentifiers([thing.identifier])], of: thing.app, thing.protection)
        } else {
          things[place].title = title(&random)
          try await stage.put([things[place].item], of: thing.app, thing.protection)
        }
      }
    }
  }

  @Test("a known name behind 64 other known matches stands alike in lists of all lengths")
  func nameBehindMatches() async throws {
    let stage = MemoryStage()
    var items = (0..<12).map { number in
      var item = item("hinted\(number)", title: "Nap")
      item.attributes[.rankingHint] = .integer(100)
      return item
    }
    items.append(item("known", title: "Nap"))
    for number in 0..<75 {
      items.append(item("book\(number)", title: "A book naps \(number)"))
      items.append(item("note\(number)", title: "note \(number)"))
    }
    try await stage.put(items)
    await stage.choose("known", after: "n")
    for number in 0..<75 {
      await stage.choose("book\(number)", after: "n")
      await stage.choose("note\(number)", after: "n")
    }
    let whole = try await stage.answered("nap", limit: 100)
    #expect(whole.firstIndex { $0.identifier == "known" }.map { $0 > 10 } == true)
    for limit in [1, 3, 10, 30, 64] as [UInt64] {
      let list = try await stage.answered("nap", limit: limit)
      #expect(list == Array(whole.prefix(Int(limit))), "\(limit)")
    }
    let pages = try await stage.pages("nap", limit: 10).joined()
    #expect(Array(pages) == whole.map(\.identifier))
  }

  private func check(_ stage: MemoryStage, _ label: String) async throws {
    for text in Self.texts {
      let whole = try await stage.answered(text, limit: 400)
      for limit in [1, 3, 10, 30, 64, 100] {
        let list = try await stage.answered(text, limit: UInt64(limit))
        try #require(list == Array(whole.prefix(limit)), "\(label): “\(text)”, \(limit)")
      }
      let all = try await stage.hits(text, limit: 400)
      for limit in [1, 10, 64] {
        let list = try await stage.hits(text, limit: UInt64(limit))
        try #require(list == Array(all.prefix(limit)), "\(label): search “\(text)”, \(limit)")
      }
    }
  }
}
