import FresnelModel
import FresnelQuery
import FresnelStorage
import FresnelText
import Testing

@testable import FresnelSegments

@Suite("Segments of version 3")
struct CertaintyRulesTests {
  private static let titles = ["film's", "x.film", "film", "a film.reel", "reel", "films"]

  private static func segment(_ titles: [String], from first: Int = 0) throws -> Segment {
    var builder = SegmentBuilder()
    for (number, title) in titles.enumerated() {
      var attributes = Attributes()
      attributes[.title] = .string(title)
      let item = Item(uniqueIdentifier: "\(first + number)", attributes: attributes)
      builder.add(
        try EncodedItem(opening: try ItemCodec.encode(item)), scope: IndexScope(app: "app"))
    }
    return try Segment.open(try #require(try builder.finish(to: ByteSink.memory())))
  }

  /// The same segment as version 3 has it; of ASCII without colons, certainties say as much there or less.
  private static func asVersion3(_ segment: Segment) throws -> Segment {
    var bytes = try SegmentFixture.bytes(of: segment)
    let end = bytes.count
    let length = (0..<4).reduce(0) { $0 | Int(bytes[end - 16 + $1]) << (8 * $1) }
    let footer = end - 16 - length
    // Behind the two numbers of the fingerprint and ICU's version, a text.
    bytes.remove(at: footer + 9 + Int(bytes[footer + 8]))
    for place in 0..<4 {
      bytes[end - 17 + place] = UInt8(truncatingIfNeeded: (length - 1) >> (8 * place))
    }
    SegmentFixture.setFooterVersion(3, in: &bytes)
    return try Segment.open(ByteSource(memory: bytes))
  }

  private static func found(
    _ query: String, in segment: Segment
  ) throws -> (matches: Int, evaluated: Int) {
    let context = EvaluationContext(now: Timestamp(secondsSinceReferenceDate: 0))
    return try found(
      PlannedQuery(try CompiledQuery(try parseQuery(query), context: context)), in: segment)
  }

  private static func found(
    _ planned: PlannedQuery, in segment: Segment
  ) throws -> (matches: Int, evaluated: Int) {
    var search = SegmentsSearch(
      planned, in: [SegmentView(segment, scopeNumbers: [0])],
      SearchVisibility(isScopeShown: [true], now: 0))
    return (try search.count(), search.budget.evaluatedItemCount)
  }

  private static func merged(_ segments: [Segment]) throws -> Segment {
    let parts = segments.map {
      SegmentMerge.Part($0, live: LiveDocuments(count: $0.documentCount))
    }
    let result = try #require(try SegmentMerge(parts, now: 0).write(to: ByteSink.memory()))
    return try Segment.open(try #require(result.image))
  }

  @Test("their certainties prove as they did, and refute nothing")
  func oldCertainties() throws {
    let new = try Self.segment(Self.titles)
    let old = try Self.asVersion3(new)
    #expect(old.footer.certainties == .old)
    for (query, matchCount, evaluated) in [
      (#"** == "film"cdw"#, 1, 3), (#"** == "film*"cdw"#, 4, 1), (#"** == "*film"cdw"#, 2, 3),
      (#"** == "*film*"cd"#, 5, 0),
    ] {
      #expect(try Self.found(query, in: old) == (matchCount, evaluated), "\(query)")
      #expect(try Self.found(query, in: new) == (matchCount, 0), "\(query)")
    }
  }

  @Test("of words of user queries all postings tell, in other languages those of ASCII")
  func runs() throws {
    let old = try Self.asVersion3(try Self.segment(Self.titles))
    let mixed = try Self.merged([old, try Self.segment(["José.film", "Привет"], from: 100)])
    func found(_ word: String, _ segment: Segment, _ locale: String) throws -> [Int] {
      let context = EvaluationContext(
        now: Timestamp(secondsSinceReferenceDate: 0), locale: TextLocale(identifier: locale))
      let query = Query.comparison(Comparison(run: Pattern(literal: word)))
      let found = try Self.found(
        PlannedQuery(try CompiledQuery(query, context: context)), in: segment)
      return [found.matches, found.evaluated]
    }
    for locale in ["", "sv"] {
      #expect(try found("film", old, locale) == [4, 0])
    }
    #expect(try found("film", mixed, "") == [5, 0])
    #expect(try found("film", mixed, "sv").first == 5)
    #expect(try found("привет", mixed, "") == [1, 0])
    #expect(try found("привет", mixed, "sv").first == 1)
  }

  @Test("joined with others they leave the rest of the proofs")
  func mixed() throws {
    let old = try Self.asVersion3(try Self.segment(Self.titles))
    let new = try Self.segment(Self.titles + ["José", "José’s"], from: 100)
    let mixed = try Self.merged([old, new])
    #expect(mixed.footer.certainties == .mixed)
    #expect(try Self.found(#"** == "film"cdw"#, in: mixed) == (2, 6))
    #expect(try Self.found(#"** == "film*"cdw"#, in: mixed) == (8, 2))
    // The ends of the new ones are known, and those of the old ones are not.
    #expect(try Self.found(#"** == "*film"cdw"#, in: mixed) == (4, 5))
    #expect(try Self.found(#"** == "jose"cdw"#, in: mixed) == (1, 1))
    // Neither does another merge make more of them than they are.
    let again = try Self.merged([mixed, try Self.segment(["film’s"], from: 200)])
    #expect(again.footer.certainties == .mixed)
    #expect(try Self.found(#"** == "film"cdw"#, in: again) == (2, 7))
    #expect(
      try Self.merged([new, try Self.segment(["a"], from: 300)]).footer.certainties == .exact)
  }
}
