import FresnelTestSupport
import Testing

@testable import FresnelSegments

@Suite("What typing errors cost")
struct EditCostTests {
  private static func cost(
    _ typed: String, _ meant: String, language: String? = nil
  ) -> (edits: Int, cost: Int) {
    EditCost(of: typed.unicodeScalars.map(\.value), on: Keyboard(language: language))
      .cost(of: meant.unicodeScalars.map(\.value))
  }

  @Test("errors cost less the more often they are made")
  func errors() {
    for (typed, meant, edits, cost) in [
      ("paper", "paper", 0, 0),
      ("pxper", "paper", 1, 16),
      ("psper", "paper", 1, 16 - 6),
      ("pper", "paper", 1, 16),
      ("adress", "address", 1, 16 - 6),
      ("papper", "paper", 1, 16 - 6),
      ("ppaer", "paper", 1, 16 - 5),
      ("xaper", "paper", 1, 16 + 12),
      ("oaper", "paper", 1, 16 - 6 + 12),
      ("", "a", 1, 16 + 12),
      ("привкт", "привет", 1, 16 - 6),
      ("пр", "p", 2, 32 + 12),
    ] {
      let found = Self.cost(typed, meant)
      #expect(found.edits == edits && found.cost == cost, "\(typed) \(found)")
    }
  }

  @Test("the keys that touch are those of the language's keyboard")
  func keyboards() {
    for (language, typed, cost) in [
      ("en", "tupe", 10), ("en", "tzpe", 16), ("de", "tzpe", 16), ("fr-CA", "tupe", 10),
      ("de-AT", "txpe", 10), ("en", "txpe", 16), ("de", "tupe", 16),
    ] {
      let found = Self.cost(typed, "type", language: language).cost
      #expect(found == cost, "\(language), \(typed)")
    }
  }

  @Test("the number of errors is the distance of the words", arguments: 0..<4 as Range<UInt64>)
  func distances(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let typed = random.word("abcq", 0...7)
      let meant = random.word("abcq", 0...7)
      let found = Self.cost(typed, meant)
      let distance = NearQuestion.distances(
        of: meant.unicodeScalars.map(\.value), to: typed.unicodeScalars.map(\.value)
      ).last
      #expect(found.edits == distance, "seed \(seed), \(typed), \(meant)")
      #expect(found.cost <= 16 * found.edits + 12 && found.cost >= 10 * found.edits)
    }
  }
}
