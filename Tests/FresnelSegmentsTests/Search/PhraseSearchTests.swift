import FresnelModel
import FresnelQuery
import FresnelSegments
import FresnelStorage
import Testing

@Suite("Searches for phrases")
struct PhraseSearchTests {
  private static func view(_ texts: [Attributes]) throws -> SegmentView {
    var builder = SegmentBuilder()
    for (number, attributes) in texts.enumerated() {
      let item = Item(uniqueIdentifier: "\(number)", attributes: attributes)
      builder.add(
        try EncodedItem(opening: try ItemCodec.encode(item)), scope: IndexScope(app: "app"))
    }
    let image = try #require(try builder.finish(to: ByteSink.memory()))
    return SegmentView(try Segment.open(image), scopeNumbers: [0])
  }

  private static func text(_ text: String) -> Attributes {
    var attributes = Attributes()
    attributes[.textContent] = .string(text)
    return attributes
  }

  /// The number of matches, and how many items had to be evaluated to find them.
  private static func found(
    _ query: String, in view: SegmentView
  ) throws -> (matches: Int, evaluated: Int) {
    let compiled = try CompiledQuery(
      try parseQuery(query),
      context: EvaluationContext(now: Timestamp(secondsSinceReferenceDate: 0)))
    var search = SegmentsSearch(
      PlannedQuery(compiled), in: [view], SearchVisibility(isScopeShown: [true], now: 0))
    let count = try search.best(1000).count
    return (count, search.budget.evaluatedItemCount)
  }

  @Test(
    "positions alone tell which of the texts with all words has the phrase",
    arguments: [
      ("the quick brown fox", true), ("a quick Brown fox's", true), ("brown, quick", false),
      ("quick. brown", false), ("quick  brown", false), ("brown quick", false),
      ("quick and brown", false), ("quick-brown", false), ("(quick brown)", true),
      ("a brown one, quick brown", true), ("quick\tbrown", false), ("quick quick brown", true),
    ])
  func positionsTell(text: String, isMatch: Bool) throws {
    let found = try Self.found(
      #"** == "quick brown"cdw"#, in: try Self.view([Self.text(text)]))
    #expect(found.matches == (isMatch ? 1 : 0))
    #expect(found.evaluated == 0)
  }

  @Test(
    "parts of words and characters that join words are told by positions too",
    arguments: [
      ("thequick brown", false), ("TheQuick brown", true), ("quick brownFox", true),
      ("theQuickRed brown", false), ("TheQuick brownRedFox", true), ("Quick theBrown", false),
      ("x_quick brown", false), ("quick brown_x", false), ("quick brown's", false),
      ("3.quick brown", true), ("quick brown., fox", true), ("x.quick brown", false),
      ("é.quick brown", false), ("quick brown ", true),
    ])
  func edgesAreKnown(text: String, isMatch: Bool) throws {
    // The words are there once more, so that the item is a candidate.
    let found = try Self.found(
      #"** == "quick brown"cdw"#, in: try Self.view([Self.text("brown, quick, " + text)]))
    #expect(found.matches == (isMatch ? 1 : 0))
    #expect(found.evaluated == 0)
  }

  @Test(
    "where positions leave it open, the evaluator decides",
    arguments: [
      ("quïck brown", true), ("東.quick brown", true), ("x:quick brown", true),
      ("“quick brown”", true), ("quick brown’s", false),
    ])
  func theEvaluatorDecides(text: String, isMatch: Bool) throws {
    let found = try Self.found(
      #"** == "quick brown"cdw"#, in: try Self.view([Self.text("brown, quick, " + text)]))
    #expect(found.matches == (isMatch ? 1 : 0))
    #expect(found.evaluated == 1)
  }

  @Test("words of different elements, and of different attributes, are no phrase")
  func elementsDoNotJoin() throws {
    var attributes = Attributes()
    attributes[.title] = .string("the quick")
    attributes[.displayName] = .string("brown")
    attributes[.keywords] = .array([.string("quick"), .string("brown fox")])
    let found = try Self.found(#"** == "quick brown"cdw"#, in: try Self.view([attributes]))
    #expect(found == (0, 0))
  }

  @Test("a phrase that only text has is none of the metadata")
  func textIsApart() throws {
    var attributes = Self.text("quick brown fox")
    attributes[.title] = .string("brown and quick")
    let view = try Self.view([attributes])
    #expect(try Self.found(#"* == "quick brown"cdw"#, in: view) == (0, 0))
    #expect(try Self.found(#"** == "quick brown"cdw"#, in: view) == (1, 0))
    #expect(try Self.found(#"textContent == "quick brown"cdw"#, in: view) == (1, 1))
    #expect(try Self.found(#"title == "quick brown"cdw"#, in: view) == (0, 0))
  }

  @Test("longer phrases and repeated words are told by positions too")
  func longerPhrases() throws {
    let view = try Self.view([
      Self.text("row row row your boat"), Self.text("row your boat row row"),
    ])
    #expect(try Self.found(#"** == "row row row"cdw"#, in: view) == (1, 0))
    #expect(try Self.found(#"** == "row row"cdw"#, in: view) == (2, 0))
    #expect(try Self.found(#"** == "row your boat"cdw"#, in: view) == (2, 0))
    #expect(try Self.found(#"** == "row your boat row"cdw"#, in: view) == (1, 0))
  }

  @Test("texts of thousands of different words are told by positions as well")
  func longTexts() throws {
    for count in [250, 260, 400, 1000, 5000] {
      let words = (0..<count).map { "word\($0)" }.joined(separator: " ")
      let view = try Self.view([Self.text(words)])
      for first in [0, 7, count - 2] {
        let (left, right) = ("word\(first)", "word\(first + 1)")
        #expect(try Self.found("** == \"\(left) \(right)\"cdw", in: view) == (1, 0))
        #expect(try Self.found("** == \"\(right) \(left)\"cdw", in: view) == (0, 0))
      }
    }
  }

  @Test("joined segments have the positions that a segment of all items has")
  func joinedSegments() throws {
    var random = SegmentItems(seed: 71)
    let entries = try random.entries(150)
    let whole = try SegmentFixture.image(entries)
    let parts = try [entries[..<40], entries[40..<41], entries[41...]].map {
      let part = try SegmentFixture.image(Array($0))
      return SegmentMerge.Part(part, live: LiveDocuments(count: part.documentCount))
    }
    let result = try SegmentMerge(parts, now: -1).write(to: ByteSink.memory())
    let joined = try Segment.open(try #require(result?.image))
    #expect(try SegmentContent(joined).positions == SegmentContent(whole).positions)
    #expect(joined.footer.sizes.positions == whole.footer.sizes.positions)
  }
}
