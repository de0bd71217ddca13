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

  @Test(
    "of any documents those are told that match, with the facts of a search",
    arguments: 100..<112 as Range<UInt64>)
  func factsOfDocuments(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let medium = SearchSample.Medium.allCases[Int(seed) % SearchSample.Medium.allCases.count]
    let sample = try SearchSample(
      medium, itemCount: [3, 20, 60, 100].randomElement(using: &random) ?? 20, &random)
    let context = EvaluationContext(now: Timestamp(secondsSinceReferenceDate: 1000))
    for _ in 0..<30 {
      let query = SearchQueries.query(&random)
      let planned = PlannedQuery(try CompiledQuery(query, context: context))
      var places: [SegmentsSearch.Place] = []
      for (segment, view) in sample.views.enumerated() {
        for document in 0..<UInt32(view.segment.documentCount)
        where random.next() % 3 != 0 {
          places.append(SegmentsSearch.Place(segment: segment, document: document))
        }
      }
      places.shuffle(using: &random)
      var search = SegmentsSearch(planned, in: sample.views, sample.visibility)
      let expected = Dictionary(
        uniqueKeysWithValues: try search.best(1000).map {
          (SegmentsSearch.Place(segment: $0.segment, document: $0.document), $0.facts)
        }
      ).filter { places.contains($0.key) }
      var evaluations = Int.max
      let found = Dictionary(
        uniqueKeysWithValues: try search.matches(among: places, evaluations: &evaluations).map {
          (places[$0.index], $0.match.facts)
        })
      try #require(found == expected, "seed \(seed): \(query)")
      // Without evaluations what the index proves is left.
      evaluations = 0
      let proven = try search.matches(among: places, evaluations: &evaluations)
      #expect(
        proven.allSatisfy {
          expected[places[$0.index]] == $0.match.facts
            && places[$0.index]
              == SegmentsSearch.Place(segment: $0.match.segment, document: $0.match.document)
        })
      // The evaluations that there are belong to the documents that come first, however they lie in segments.
      var wanted: [Place] = []
      var rest = Int.random(in: 0...10, using: &random)
      evaluations = rest
      for place in places {
        var cost = 1
        let alone = try search.matches(among: [place], evaluations: &cost)
        if cost == 0 {
          if rest == 0 { continue }
          rest -= 1
        }
        wanted += alone.map { Place($0.match.segment, $0.match.document) }
      }
      let some = try search.matches(among: places, evaluations: &evaluations)
      try #require(
        some.map { Place($0.match.segment, $0.match.document) } == wanted && evaluations == rest,
        "seed \(seed): \(query)")
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
