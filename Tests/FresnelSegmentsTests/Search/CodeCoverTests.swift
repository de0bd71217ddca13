import FresnelModel
import FresnelQuery
import FresnelSegments
import FresnelStorage
import FresnelTestSupport
import FresnelText
import Testing

@Suite("Lists by words that codes would not change")
struct CodeCoverTests {
  private static let words = [
    "wifi", "wi-fi", "wi", "fi", "wi-fire", "node.js", "node", "nodejs", "js-node", "a", "news",
  ]
  private static let typed = [
    "wi", "wif", "wifi", "node", "nodejs", "nod", "jsn", "js", "new", "wi-fi", "wi-f", "node.js",
  ]

  private static func item(_ identifier: String, _ random: inout SeededGenerator) -> Item {
    var item = Item(uniqueIdentifier: identifier)
    func text(_ counts: ClosedRange<Int>) -> String {
      (0..<Int.random(in: counts, using: &random))
        .map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
    }
    item.attributes[.title] = .string(text(1...3))
    if Bool.random(using: &random) { item.attributes[.displayName] = .string(text(1...2)) }
    if Bool.random(using: &random) { item.attributes[.keywords] = .array([.string(text(1...2))]) }
    item.attributes[.textContent] = .string(text(0...4))
    item.attributes[.rankingHint] = .integer(Int64.random(in: 0...3, using: &random))
    return item
  }

  /// A piece as a word and as a code.
  private static func piece(_ text: String, goesOn: Bool) -> (word: Query, code: FormTest) {
    let pattern = Pattern(goesOn ? [.text(text), .anySequence] : [.text(text)])
    return (
      .comparison(Comparison(run: pattern)),
      FormTest(.code, Array(text.filter(\.isLetter).utf8), ending: goesOn ? .anything : .nothing)
    )
  }

  @Test("what the list of the words tells of codes is right", arguments: 0..<12 as Range<UInt64>)
  func covers(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let medium = SearchSample.Medium.allCases[Int(seed) % SearchSample.Medium.allCases.count]
    let sample = try SearchSample(medium, itemCount: 60, &random, item: Self.item)
    let language = ["en", "en", "sv", "tr"][Int(seed) % 4]
    let context = EvaluationContext(
      now: Timestamp(secondsSinceReferenceDate: 1000), locale: TextLocale(identifier: language))
    var outcomes: Set<Bool> = []
    for _ in 0..<60 {
      let count = Int.random(in: 1...2, using: &random)
      let pieces = (0..<count).map { place in
        // What a text of several pieces is worth is known of words of letters alone.
        let typed = Self.typed.filter { count == 1 || $0.allSatisfy(\.isLetter) }
        return Self.piece(
          typed.randomElement(using: &random) ?? "",
          goesOn: place == count - 1 && Bool.random(using: &random))
      }
      func best(_ query: Query, _ limit: Int) throws -> [RankedMatch] {
        let planned = PlannedQuery(try CompiledQuery(query, context: context))
        var search = SegmentsSearch(planned, in: sample.views, sample.visibility)
        return try search.best(limit)
      }
      let words = Query.all(of: pieces.map(\.word))
      let wordsOrCodes = Query.all(
        of: pieces.map { .any(of: [$0.word, .comparison(Comparison(form: $0.code))]) })
      var budgets = pieces.map { _ in SearchBudget() }
      let codes = try ShownForms(in: sample.views, sample.visibility).documents(
        pieces.map { (test: $0.code, most: 1000) }, &budgets)
      for limit in [0, 1, 3, 8, 1000] {
        let planned = PlannedQuery(try CompiledQuery(words, context: context))
        var search = SegmentsSearch(planned, in: sample.views, sample.visibility)
        let list = try search.best(limit)
        let isCovered = try search.covers(
          list, limit: limit, codes: codes, otherPoints: 40 * (count - 1))
        let isWhole = try search.covers(
          list, limit: nil, codes: codes, otherPoints: 40 * (count - 1))
        // What tells of all matches tells of the best.
        if isWhole { #expect(isCovered) }
        let expected = try best(wordsOrCodes, limit)
        let label: Comment = "seed \(seed), \(language), limit \(limit): \(words)"
        if isCovered { try #require(list.map(Place.init) == expected.map(Place.init), label) }
        if limit > 0, list.count == limit { outcomes.insert(isCovered) }
      }
    }
    if language == "en", sample.documents.count(where: \.isShown) > 30 {
      #expect(outcomes == [true, false])
    }
  }

  private struct Place: Equatable {
    let segment: Int
    let document: UInt32
    let facts: Int

    init(_ match: RankedMatch) {
      (segment, document, facts) = (match.segment, match.document, match.facts)
    }
  }

  @Test("an item with very many codes counts once, with the most points")
  func manyCodesOfOne() throws {
    var builder = SegmentBuilder()
    for place in 0..<8 {
      var item = Item(uniqueIdentifier: "\(place)")
      let codes = (0..<30).map { "mee-\(place)\($0)" }.joined(separator: " ")
      item.attributes[.title] = .string(place % 2 == 0 ? "mee-t" : "other")
      item.attributes[.keywords] = .array([.string(codes)])
      builder.add(
        try EncodedItem(validating: ItemCodec.encode(item)), scope: IndexScope(app: "a"))
    }
    let image = try #require(try builder.finish(to: ByteSink.memory()))
    let view = SegmentView(try Segment.open(image), scopeNumbers: [0])
    let shown = ShownForms(in: [view], SearchVisibility(isScopeShown: nil, now: 0))
    let test = FormTest(.code, Array("mee".utf8), ending: .anything)
    for most in 1...10 {
      var budgets = [SearchBudget()]
      let found = try shown.documents([(test: test, most: most)], &budgets)
      #expect(found.map(\.count) == [min(most, 8)])
    }
  }
}
