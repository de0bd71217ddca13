import FresnelModel
import FresnelQuery
import FresnelSegments
import FresnelStorage
import Testing

/// What long and negated queries cost, told by what the search looked at.
@Suite("What searches look at")
struct SearchWorkTests {
  private static let context = EvaluationContext(now: Timestamp(secondsSinceReferenceDate: 0))
  private static let itemCount = 3000

  private static func view(identifier: (Int) -> String = { "id-\($0)" }) throws -> SegmentView {
    var builder = SegmentBuilder()
    for number in 0..<itemCount {
      var values = Attributes()
      values[.title] = .string("Word w\(number)")
      values[.pageCount] = .integer(Int64(number))
      values[.contentType] = .string("public.t\(number % 50)")
      let item = Item(
        uniqueIdentifier: identifier(number), domainIdentifier: "d\(number % 7)", attributes: values
      )
      builder.add(
        try EncodedItem(opening: try ItemCodec.encode(item)), scope: IndexScope(app: "app"))
    }
    let image = try #require(try builder.finish(to: ByteSink.memory()))
    return SegmentView(try Segment.open(image), scopeNumbers: [0])
  }

  private struct Work {
    let count: Int
    let postingCount: Int
    let evaluatedItemCount: Int
  }

  private static func search(
    _ query: String, in view: SegmentView
  ) throws -> SegmentsSearch {
    SegmentsSearch(
      PlannedQuery(try CompiledQuery(try parseQuery(query), context: context)), in: [view],
      SearchVisibility(isScopeShown: nil, now: 0))
  }

  private static func count(_ query: String, in view: SegmentView) throws -> Work {
    var search = try search(query, in: view)
    let count = try search.count()
    return Work(
      count: count, postingCount: search.budget.postingCount,
      evaluatedItemCount: search.budget.evaluatedItemCount)
  }

  /// A disjunction of so many texts of an attribute.
  private static func list(
    _ attribute: String, _ count: Int, separator: String = " || ", comparator: String = "==",
    _ text: (Int) -> String
  ) -> String {
    (0..<count).map { "\(attribute) \(comparator) \(text($0))" }.joined(separator: separator)
  }

  @Test("a list of identifiers is one look-up, however it is spelled, and beside other clauses")
  func identifiers() throws {
    let view = try Self.view()
    let text: (Int) -> String = { "\"id-\($0 * 2)\"" }
    let plain = Self.list("uniqueIdentifier", 2000, text)
    let unequal = Self.list("uniqueIdentifier", 2000, separator: " && ", comparator: "!=", text)
    let negations = (0..<2000).map { "!(uniqueIdentifier == \(text($0)))" }.joined(
      separator: " && ")
    let halves =
      "((\(Self.list("uniqueIdentifier", 1000, text))) || "
      + "(\(Self.list("uniqueIdentifier", 1000) { text($0 + 1000) })))"
    let quoted = Self.list("uniqueIdentifier", 2000) { "'id-\($0 * 2)'" }
    let bare = Self.list("uniqueIdentifier", 2000, comparator: "=") { "id-\($0 * 2)" }
    for query in [plain, "!(\(unequal))", "!(\(negations))", halves, quoted, bare] {
      let work = try Self.count(query, in: view)
      #expect(work.count == 1500, "\(query.prefix(80))")
      #expect(work.evaluatedItemCount == 0, "\(query.prefix(80))")
      #expect(work.postingCount < 8 * (2000 + Self.itemCount), "\(query.prefix(80))")
    }
    for query in [unequal, negations, "!(\(plain))"] {
      let work = try Self.count(query, in: view)
      #expect(work.count == 1500, "\(query.prefix(80))")
      #expect(work.evaluatedItemCount == 0, "\(query.prefix(80))")
    }
    let nested = try Self.count("pageCount < 100 && (\(plain)) && ** == \"word\"cdw", in: view)
    #expect(nested.count == 50)
    #expect(nested.evaluatedItemCount == 0)
  }

  @Test("a list of values is one look-up for any attribute with a column")
  func columns() throws {
    let view = try Self.view()
    let types = Self.list("contentType", 1000) { "\"public.t\($0 + 25)\"" }
    let domains = Self.list("domainIdentifier", 1000) { "\"d\($0 + 4)\"" }
    let pages = Self.list("pageCount", 2000) { "\($0 * 3)" }
    let ranges = (0..<500).map { "InRange(pageCount, \($0 * 4), \($0 * 4 + 1))" }
    for (query, count) in [
      (types, 1500), (domains, Self.itemCount * 3 / 7 + 0), (pages, 1000),
      (ranges.joined(separator: " || "), 1000), ("!(\(types))", 1500),
      ("(\(types)) && (\(pages))", 500),
    ] {
      let work = try Self.count(query, in: view)
      #expect(abs(work.count - count) <= 1, "\(query.prefix(80))")
      #expect(work.evaluatedItemCount == 0, "\(query.prefix(80))")
      #expect(work.postingCount < 8 * Self.itemCount, "\(query.prefix(80))")
    }
  }

  @Test("identifiers of other spellings are found as the evaluator finds them")
  func otherSpellings() throws {
    let view = try Self.view { number in
      switch number {
      case 0: "caf\u{e9}"
      case 1: "cafe\u{301}"
      case 2: "2\u{212A}"
      case 3: "2K"
      case 4: "KKKK\u{212A};"
      default: "id-\(number)"
      }
    }
    for (query, count) in [
      ("uniqueIdentifier == \"caf\u{e9}\"", 2), ("uniqueIdentifier == \"2K\"", 2),
      ("uniqueIdentifier == \"KKKKK;\"", 1), ("uniqueIdentifier == \"K\"", 0),
      (
        Self.list("uniqueIdentifier", 40) {
          ["\"2K\"", "\"cafe\u{301}\"", "\"id-\($0)\""][$0 % 3]
        }, 16
      ),
    ] {
      let work = try Self.count(query, in: view)
      #expect(work.count == count, "\(query.prefix(80))")
      #expect(work.evaluatedItemCount == 0, "\(query.prefix(80))")
    }
  }

  @Test("the best matches and their number resolve a list of identifiers once")
  func resolvedOnce() throws {
    let view = try Self.view { $0 % 10 == 0 ? "caf\u{e9} \($0)" : "id-\($0)" }
    let list = Self.list("uniqueIdentifier", 300) {
      $0 == 150 ? "\"cafe\u{301} 1500\"" : "\"id-\($0 * 10 + 1)\""
    }
    var search = try Self.search(list, in: view)
    let best = try search.best(1000)
    #expect(best.count == 300)
    let before = search.budget.postingCount
    #expect(try search.count() == 300)
    // What was found is walked once more; no identifier is looked up, and no row read.
    #expect(search.budget.postingCount - before <= 300 + 1)
  }

  @Test(
    "negations look at what the positive form looks at, and at each document",
    arguments: [1, 2, 16, 300])
  func negations(count: Int) throws {
    let view = try Self.view()
    let patterns = (0..<count).map { "\"*w\($0)*\"cd" }
    let positive = patterns.map { "** == \($0)" }.joined(separator: " || ")
    let negative = patterns.map { "** != \($0)" }.joined(separator: " && ")
    let found = try Self.count(positive, in: view)
    for query in [negative, "!(\(positive))"] {
      let left = try Self.count(query, in: view)
      #expect(left.count == Self.itemCount - found.count)
      #expect(left.evaluatedItemCount == found.evaluatedItemCount)
      #expect(left.postingCount <= 3 * (found.postingCount + Self.itemCount))
    }
  }

  @Test("of a negation the evaluator is asked about what the index leaves open alone")
  func openNegations() throws {
    let view = try Self.view()
    let found = try Self.count("title == \"Word w12*\"", in: view)
    let left = try Self.count("title != \"Word w12*\"", in: view)
    #expect(left.count == Self.itemCount - found.count)
    #expect(left.evaluatedItemCount == found.evaluatedItemCount)
    #expect(left.evaluatedItemCount <= 111)
  }

  @Test("a word again and again costs what it costs once; so do many words that no item has")
  func repeatedWords() throws {
    let view = try Self.view()
    let once = try Self.count("** == \"word\"cdwt", in: view)
    let often = try Self.count(
      Array(repeating: "** == \"word\"cdwt", count: 20_000).joined(separator: " && "), in: view)
    #expect(often.count == once.count)
    #expect(often.postingCount <= once.postingCount + Self.itemCount)
    let absent = try Self.count(
      (0..<5000).map { "** == \"absent\($0)\"cdwt" }.joined(separator: " && "), in: view)
    #expect(absent.count == 0)
    #expect(absent.evaluatedItemCount == 0)
  }
}
