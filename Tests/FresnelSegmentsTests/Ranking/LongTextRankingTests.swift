import FresnelModel
import FresnelTestSupport
import Testing

@testable import FresnelSegments

@Suite("WordRanking of documents with few words and with thousands")
struct LongTextRankingTests {
  private static let vocabulary = ["ant", "bee", "cat", "dog", "eel", "fox"]

  /// A short text, or one of so many different words that symbols have more bits than the table of slots begins with.
  private static func item(_ identifier: String, _ random: inout SeededGenerator) -> Item {
    var words = (0..<Int.random(in: 2...9, using: &random)).map { _ in
      vocabulary.randomElement(using: &random) ?? ""
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      let count = [900, 2_500, 6_000].randomElement(using: &random) ?? 0
      for number in 0..<count { words.append("word\(number)") }
      words += vocabulary.shuffled(using: &random)
    }
    var attributes = Attributes()
    attributes[.title] = .string("the title")
    attributes[.textContent] = .string(words.joined(separator: " "))
    return Item(uniqueIdentifier: identifier, attributes: attributes)
  }

  @Test("scores them as BM25F of every item does", arguments: 0..<6 as Range<UInt64>)
  func scoresTheSame(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let medium = SearchSample.Medium.allCases[Int(seed) % SearchSample.Medium.allCases.count]
    let sample = try SearchSample(medium, itemCount: 24, &random, item: Self.item)
    // Few slots are looked for in all symbols, and many in a table.
    for count in [1, 2, 4, 6] {
      let asked = Self.vocabulary.shuffled(using: &random).prefix(count)
      let question = RankedQuestion(
        asked.map { RankedWord(.term(Array($0.utf8))) }, sufficientCount: 0)
      var ranking = WordRanking(question, in: sample.views, sample.visibility)
      let answer = try ranking.best(1_000) { _, _ in true }
      let expected = NaiveWordRanking(question, asked.map { [$0] }, sample).scores
      let label: Comment = "seed \(seed), \(asked)"
      try #require(answer.matches.count == expected.count, label)
      for match in answer.matches {
        let place = NaiveWordRanking.Place(
          segment: match.match.segment, document: match.match.document)
        let score = try #require(expected[place], label)
        #expect(abs(match.score - score) < 1e-9 * max(1, score), label)
      }
    }
  }
}
