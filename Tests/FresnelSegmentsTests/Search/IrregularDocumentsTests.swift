import FresnelModel
import FresnelQuery
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelSegments

/// Items with words that are too long, or have too many parts, to be taken apart.
@Suite("Irregular documents")
struct IrregularDocumentsTests {
  private static let context = EvaluationContext(now: Timestamp(secondsSinceReferenceDate: 0))

  private static func encoded(_ identifier: String, _ text: String) throws -> EncodedItem {
    var values = Attributes()
    values[.title] = .string("Report \(identifier)")
    values[.textContent] = .string(text)
    let item = Item(uniqueIdentifier: identifier, attributes: values)
    return try EncodedItem(opening: try ItemCodec.encode(item))
  }

  private static func segment(_ texts: [String]) throws -> Segment {
    var builder = SegmentBuilder()
    for (number, text) in texts.enumerated() {
      builder.add(try encoded("\(number)", text), scope: IndexScope(app: "app"))
    }
    return try Segment.open(try #require(try builder.finish(to: ByteSink.memory())))
  }

  private static func search(_ query: String, in segment: Segment) throws -> SegmentsSearch {
    let compiled = try CompiledQuery(try parseQuery(query), context: context)
    return SegmentsSearch(
      PlannedQuery(compiled), in: [SegmentView(segment, scopeNumbers: [0])],
      SearchVisibility(isScopeShown: nil, now: 0))
  }

  /// Syllables as their letters one by one, without a space.
  private static let hangul: String = {
    var letters = String.UnicodeScalarView()
    for number in 0..<4000 as Range<UInt32> {
      for value in [0x1100 + number % 19, 0x1161 + number % 21, 0x11A8 + number % 27] {
        if let letter = Unicode.Scalar(value) { letters.append(letter) }
      }
    }
    return String(letters)
  }()
  private static let script = "function(" + String(repeating: "xA1bY2cZ3", count: 400) + ")"
  private static let thai = String(repeating: "ภาษาไทยสวยงาม", count: 400)

  @Test(
    "a search for what long words cannot hold evaluates none of them",
    arguments: [
      #"** == "report*"cdw"#, #"** == "report"cdw"#, #"** == "*eport*"cd"#, #"** == "r*"cdw"#,
      #"** == "*port"cd"#, #"** == "meeting*"cdw"#, #"** != "*meeting*"cd"#,
      #"** == "report*"cdw && ** == "meeting"cdw"#, #"textContent == "*report*"cd"#,
    ])
  func unrelated(query: String) throws {
    let long = [Self.hangul, Self.script, Self.thai]
    let plain = try Self.segment(Array(repeating: "short", count: 12))
    let irregular = try Self.segment((0..<12).map { long[$0 % 3] })
    var expected = try Self.search(query, in: plain)
    var found = try Self.search(query, in: irregular)
    #expect(try found.count() == expected.count())
    #expect(found.budget.evaluatedItemCount == expected.budget.evaluatedItemCount)
    // Nor does the length of the texts matter.
    #expect(found.budget.postingCount < 5000)
  }

  @Test("what is in a long word is found, wherever it is")
  func held() throws {
    let word =
      String(repeating: "abcdefgh", count: 60) + "NeedleInIt" + String(repeating: "xyz", count: 60)
    let segment = try Self.segment([word, Self.hangul, "nothing", word + Self.hangul])
    for query in [
      #"** == "*needle*"cd"#, #"** == "Needle*"cdw"#, #"** == "*hneedleinitx*"cd"#,
      #"** == "*ghabc*"cd"#, #"textContent == "*z"cd || textContent == "abcde*"cd"#,
    ] {
      let compiled = try CompiledQuery(try parseQuery(query), context: Self.context)
      let expected = try [word, Self.hangul, "nothing", word + Self.hangul].enumerated().filter {
        compiled.matches(try Self.encoded("\($0)", $1))
      }
      var search = try Self.search(query, in: segment)
      #expect(expected.count > 0, "\(query)")
      #expect(try search.count() == expected.count, "\(query)")
    }
  }

  @Test(
    "long words are found as a look at every item finds them", arguments: 0..<12 as Range<UInt64>)
  func model(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let letters = ["a", "b", "A", "B", "é", "\u{1100}\u{1161}", "각", "ก", "1"]
    func text(_ count: ClosedRange<Int>) -> String {
      (0..<Int.random(in: count, using: &random)).map { _ in
        letters.randomElement(using: &random) ?? "a"
      }.joined()
    }
    let media = SearchSample.Medium.allCases
    let sample = try SearchSample(media[Int(seed) % media.count], itemCount: 20, &random) {
      identifier, random in
      var values = Attributes()
      let words = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        (0..<([3, 30, 280, 400].randomElement(using: &random) ?? 3)).map { _ in
          letters.randomElement(using: &random) ?? "a"
        }.joined()
      }
      values[.title] = .string(words[0])
      values[.textContent] = .string(words.joined(separator: " "))
      return Item(uniqueIdentifier: identifier, attributes: values)
    }
    for _ in 0..<20 {
      let needle = text(1...5)
      let pattern =
        ["\(needle)", "\(needle)*", "*\(needle)*", "*\(needle)"].randomElement(using: &random) ?? ""
      let field = ["*", "**", "title"].randomElement(using: &random) ?? "**"
      let comparator = ["==", "==", "!="].randomElement(using: &random) ?? "=="
      let options = ["", "c", "cd", "cdw"].randomElement(using: &random) ?? ""
      var query = "\(field) \(comparator) \"\(pattern)\"\(options)"
      if Bool.random(using: &random) { query += " || ** == \"*\(text(1...3))*\"cd" }
      let planned = PlannedQuery(
        try CompiledQuery(
          try parseQuery(query),
          context: EvaluationContext(now: Timestamp(secondsSinceReferenceDate: 1000))))
      let expected = sample.matches(of: planned).map { "\($0.segment) \($0.number)" }
      var search = SegmentsSearch(planned, in: sample.views, sample.visibility)
      let best = try search.best(1000).map { "\($0.segment) \($0.document)" }
      try #require(best == expected, "seed \(seed): \(query)")
      var counting = SegmentsSearch(planned, in: sample.views, sample.visibility)
      try #require(try counting.count() == expected.count, "seed \(seed): \(query)")
    }
  }

  @Test("documents of files that list no pieces are candidates as before")
  func unlisted() throws {
    let segment = try Self.segment([Self.hangul, "short", Self.script])
    let known = try segment.irregularDocuments()
    let pattern = TermPattern(bytes: Array("report".utf8), isAtStart: true, isAtEnd: false)
    let groups = PostingGroups(rawValue: 0x3F)
    var budget = SearchBudget()
    #expect(try known.candidates(of: pattern, in: groups, of: segment, &budget).isEmpty)
    let old = IrregularDocuments(all: known.all, listed: TermEntry())
    #expect(try old.candidates(of: pattern, in: groups, of: segment, &budget).count == 2)
  }
}
