import FresnelModel
import FresnelQuery
import FresnelSegments
import FresnelTestSupport
import FresnelText
import Testing

@Suite("SegmentsSearch against a look at every item")
struct SegmentsSearchModelTests {
  @Test("finds the same, ranks the same, counts the same", arguments: 0..<12 as Range<UInt64>)
  func findsRanksAndCountsTheSame(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let medium = SearchSample.Medium.allCases[Int(seed) % SearchSample.Medium.allCases.count]
    let sample = try SearchSample(
      medium, itemCount: [3, 20, 60, 100].randomElement(using: &random) ?? 20, &random)
    for _ in 0..<30 {
      let query = SearchQueries.query(&random)
      let locale = ["", "sv", "tr", "es"].randomElement(using: &random) ?? ""
      let context = EvaluationContext(
        now: Timestamp(secondsSinceReferenceDate: 1000), locale: TextLocale(identifier: locale))
      let planned = PlannedQuery(try CompiledQuery(query, context: context))
      let matches = sample.matches(of: planned)
      let expected = matches.map { Place($0.segment, $0.number) }
      let inPutOrder = matches.sorted { ($0.segment, $0.place) < ($1.segment, $1.place) }
      let label: Comment = "seed \(seed), \(locale): \(query)"

      var found: [Place] = []
      var search = SegmentsSearch(planned, in: sample.views, sample.visibility)
      try search.forEach { segment, _, document in
        found.append(Place(segment, document))
        return true
      }
      try #require(found == inPutOrder.map { Place($0.segment, $0.number) }, label)

      var counting = SegmentsSearch(planned, in: sample.views, sample.visibility)
      try #require(try counting.count() == expected.count, label)

      for limit in [1, 3, 10, 1000] {
        var search = SegmentsSearch(planned, in: sample.views, sample.visibility)
        let best = try search.best(limit).map { Place($0.segment, $0.document) }
        try #require(best == Array(expected.prefix(limit)), "limit \(limit), \(label)")
      }
    }
  }

  private struct Place: Equatable {
    let segment: Int
    let document: UInt32

    init(_ segment: Int, _ document: UInt32) {
      self.segment = segment
      self.document = document
    }
  }
}
