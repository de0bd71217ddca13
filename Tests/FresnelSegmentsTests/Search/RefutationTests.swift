import FresnelModel
import FresnelQuery
import FresnelSegments
import FresnelStorage
import FresnelText
import Testing

@Suite("Documents that no posting proves")
struct RefutationTests {
  private static func view(_ titles: [String]) throws -> SegmentView {
    try view(titles.map { (title: $0, text: "film reel, and film.reel") })
  }

  private static func view(_ items: [(title: String, text: String)]) throws -> SegmentView {
    var builder = SegmentBuilder()
    for (number, content) in items.enumerated() {
      var attributes = Attributes()
      attributes[.title] = .string(content.title)
      attributes[.textContent] = .string(content.text)
      let item = Item(uniqueIdentifier: "\(number)", attributes: attributes)
      builder.add(
        try EncodedItem(opening: try ItemCodec.encode(item)), scope: IndexScope(app: "app"))
    }
    let image = try #require(try builder.finish(to: ByteSink.memory()))
    return SegmentView(try Segment.open(image), scopeNumbers: [0])
  }

  private static func found(
    _ query: String, in view: SegmentView, locale: String = ""
  ) throws -> (matches: Int, evaluated: Int) {
    let context = EvaluationContext(
      now: Timestamp(secondsSinceReferenceDate: 0), locale: TextLocale(identifier: locale))
    let planned = PlannedQuery(try CompiledQuery(try parseQuery(query), context: context))
    let visibility = SearchVisibility(isScopeShown: [true], now: 0)
    var counting = SegmentsSearch(planned, in: [view], visibility)
    let count = try counting.count()
    var ranking = SegmentsSearch(planned, in: [view], visibility)
    #expect(try ranking.best(2_000).count == count)
    #expect(ranking.budget.evaluatedItemCount == counting.budget.evaluatedItemCount)
    return (count, counting.budget.evaluatedItemCount)
  }

  @Test(
    "words joined to others, and words with marks, are told by their postings",
    arguments: [
      (#"* == "hell"cdw"#, 1), (#"* == "hell*"cdw"#, 2), (#"* == "*hell"cdw"#, 1),
      (#"* == "s"cdw"#, 0), (#"* == "s*"cdw"#, 2), (#"* == "*s"cdw"#, 3), (#"* == "js"cdwt"#, 0),
      (#"* == "jose"cdw"#, 2), (#"* == "*jose"cdw"#, 2), (#"* == "jo*"cdwt"#, 3),
      (#"* == "b"cdw"#, 0), (#"* == "*b"cdw"#, 0), (#"* == "b*"cdw"#, 1),
      (#"* == "hell"cdw || * == "jose"cdw"#, 3), (#"* == "hell"cdw && * == "angels"cdw"#, 0),
      (#"!(* != "hell"cdw)"#, 1), (#"* == "node hell"cdwt"#, 0), (#"* == "san jose"cdt"#, 0),
      (#"* == "s"cdw && * == "hell*"cdw"#, 0),
    ])
  func postingsTell(query: String, matchCount: Int) throws {
    let titles = [
      "Hell's Angels", "Hell and back", "Node.js", "José", "San José’s a.b.c", "Say José",
    ]
    #expect(try Self.found(query, in: try Self.view(titles)) == (matchCount, 0))
  }

  @Test("a word that one place proves is found, whatever other places say")
  func anyPlaceProves() throws {
    let view = try Self.view(["Film's", "Reel"])
    #expect(try Self.found(#"** == "film"cdw"#, in: view) == (2, 0))
    #expect(try Self.found(#"** == "*film"cdw"#, in: view) == (2, 0))
    #expect(try Self.found(#"* == "film"cdw"#, in: view) == (0, 0))
  }

  @Test(
    "next to what is not known the evaluator decides",
    arguments: [
      ("film漢字", 1, 1), ("filmⁿ", 0, 0), ("ก.film", 0, 1), ("a film漢字, film", 1, 0),
    ])
  func theEvaluatorDecides(title: String, matchCount: Int, evaluatedCount: Int) throws {
    let found = try Self.found(#"* == "film"cdw"#, in: try Self.view([title]))
    #expect(found == (matchCount, evaluatedCount))
  }

  @Test("where one occurrence begins and another ends, only ends are left to the evaluator")
  func occurrencesDisagree() throws {
    let view = try Self.view(["The film's and x.film"])
    #expect(try Self.found(#"* == "film"cdw"#, in: view) == (0, 0))
    #expect(try Self.found(#"* == "film*"cdw"#, in: view) == (1, 0))
    #expect(try Self.found(#"* == "*film"cdw"#, in: view) == (1, 1))
  }

  @Test("where uniting all words with a suffix would take long, they are asked one by one")
  func manyPostings() throws {
    let text = (0..<20).map { "w\($0)kage" }.joined(separator: " ")
    var items = [(title: String, text: String)](
      repeating: (title: "plain", text: text), count: 900)
    items.append((title: "Hellkage's", text: "nothing"))
    items.append((title: "Hellkage's", text: "and w7kage"))
    items.append((title: "Hellkage's", text: "and w7kage's"))
    items.append((title: "Hellkage漢字", text: "nothing"))
    let found = try Self.found(#"** == "*kage"cdw"#, in: try Self.view(items))
    #expect(found == (902, 1))
  }

  @Test("a run that was not taken apart may hold any word")
  func irregular() throws {
    let title =
      "film's "
      + (0..<30).map { "x\(Character(Unicode.Scalar(UInt8(65 + $0 % 26))))" }
      .joined() + "xFilm"
    let found = try Self.found(#"* == "film"cdw"#, in: try Self.view([title]))
    #expect(found == (1, 1))
  }

  @Test("languages that fold or join otherwise prove nothing by what they see otherwise")
  func otherLanguages() throws {
    let view = try Self.view(["Malmö", "Malmo", "Malmo's", "key:malmo"])
    #expect(try Self.found(#"* == "malmo"cdw"#, in: view) == (3, 0))
    #expect(try Self.found(#"* == "malmo"cdw"#, in: view, locale: "sv") == (1, 2))
    #expect(try Self.found(#"* == "malm*"cdw"#, in: view, locale: "sv") == (3, 2))
    #expect(try Self.found(#"* == "*alm*"cd"#, in: view, locale: "sv") == (4, 2))
    #expect(try Self.found(#"* == "key"cdw"#, in: view, locale: "sv") == (0, 1))
    #expect(try Self.found(#"* == "malmo"cdw"#, in: view, locale: "tr").matches == 2)
  }
}
