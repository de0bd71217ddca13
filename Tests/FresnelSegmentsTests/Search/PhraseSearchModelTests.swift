import FresnelModel
import FresnelQuery
import FresnelSegments
import FresnelTestSupport
import FresnelText
import Testing

@Suite("Searches for phrases against a look at every item")
struct PhraseSearchModelTests {
  @Test("finds the same, ranks the same, counts the same", arguments: 0..<12 as Range<UInt64>)
  func findsRanksAndCountsTheSame(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let medium = SearchSample.Medium.allCases[Int(seed) % SearchSample.Medium.allCases.count]
    let sample = try SearchSample(
      medium, itemCount: [20, 60, 100].randomElement(using: &random) ?? 20, &random,
      item: PhraseText.item)
    for number in 0..<50 {
      // Where columns answer a part of a disjunction, its terms rank what it finds and nothing else; the
      // naive ranking knows of no columns.
      let isDisjunction = number % 5 == 1
      let phrase = PhraseText.query(isUnfielded: isDisjunction, &random)
      let query: Query =
        switch number % 5 {
        case 0: .and([phrase, PhraseText.query(&random)])
        case 1: .or([phrase, PhraseText.query(isUnfielded: true, &random)])
        case 2 where number % 3 == 0: .not(phrase)
        default: phrase
        }
      let locale = ["", "", "", "sv", "tr", "lt"].randomElement(using: &random) ?? ""
      let context = EvaluationContext(
        now: Timestamp(secondsSinceReferenceDate: 1000), locale: TextLocale(identifier: locale))
      let planned = PlannedQuery(try CompiledQuery(query, context: context))
      let expected = sample.matches(of: planned)
      let label: Comment = "seed \(seed), \(number), \(locale): \(query)"

      var counting = SegmentsSearch(planned, in: sample.views, sample.visibility)
      try #require(try counting.count() == expected.count, label)
      for limit in [1, 10, 1000] {
        var search = SegmentsSearch(planned, in: sample.views, sample.visibility)
        let best = try search.best(limit).map { "\($0.segment) \($0.document)" }
        let expected = expected.prefix(limit).map { "\($0.segment) \($0.number)" }
        try #require(best == expected, "limit \(limit), \(label)")
      }
    }
  }
}
