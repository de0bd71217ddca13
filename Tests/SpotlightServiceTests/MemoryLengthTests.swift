import FresnelModel
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire
import Testing

@Suite("Length of lists that are ordered by choices", .timeLimit(.minutes(10)))
struct MemoryLengthTests {
  private static let texts = ["n", "na", "nap", "naps", "note", "nap b", "b"]
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

  private func check(_ stage: MemoryStage, _ label: String) async throws {
    for text in Self.texts {
      let whole = try await stage.answered(text, limit: 400)
      for limit in [1, 3, 10, 30, 64, 100] {
        let list = try await stage.answered(text, limit: UInt64(limit))
        try #require(list == Array(whole.prefix(limit)), "\(label): “\(text)”, \(limit)")
      }
    }
  }
}
