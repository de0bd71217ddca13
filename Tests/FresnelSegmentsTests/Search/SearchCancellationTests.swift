import FresnelModel
import FresnelQuery
import FresnelSegments
import FresnelStorage
import Testing

/// How long a search goes on after it was called off, told by the work between two looks.
@Suite("Calling searches off")
struct SearchCancellationTests {
  private static let context = EvaluationContext(now: Timestamp(secondsSinceReferenceDate: 0))

  /// Queries for every kind of plan: a union of the lists of many terms, a walk through terms none of
  /// which match, evaluations, columns, negations, and a walk through all documents.
  private static let queries = [
    #"** == "*1*"cd"#, #"** == "*qq*"cd"#, #"** == "*q?q*"cd"#, #"** == "w*"cdwt"#,
    #"** == "*w1*"cd && ** == "*w2*"cd"#, #"title == "Word*""#, #"!(** == "*9*"cd)"#,
    #"title != "x""#, "pageCount > 3", #"pageCount > 3 && ** == "*9"cdw"#, #"** == "*""#,
    #"** == "w1*"cdw || ** == "*2?"cd"#,
  ]

  /// 6,000 items, 30,000 different terms.
  private static func view() throws -> SegmentView {
    var builder = SegmentBuilder()
    for number in 0..<6000 {
      var values = Attributes()
      values[.title] = .string("Word w\(number)")
      values[.pageCount] = .integer(Int64(number % 9))
      values[.textContent] = .string(
        (0..<4).map { "x\(number * 4 + $0)" }.joined(separator: " "))
      let item = Item(uniqueIdentifier: "\(number)", attributes: values)
      builder.add(
        try EncodedItem(opening: try ItemCodec.encode(item)), scope: IndexScope(app: "app"))
    }
    let image = try #require(try builder.finish(to: ByteSink.memory()))
    return SegmentView(try Segment.open(image), scopeNumbers: [0])
  }

  private static func search(
    _ query: String, in view: SegmentView, _ isCancelled: @escaping () -> Bool
  ) throws -> SegmentsSearch {
    SegmentsSearch(
      PlannedQuery(try CompiledQuery(try parseQuery(query), context: context)), in: [view],
      SearchVisibility(isScopeShown: [true], now: 0), budget: SearchBudget(isCancelled: isCancelled)
    )
  }

  /// The work that may be done before the first look: some microseconds of postings, or some tens of
  /// evaluations.
  private static func expectLittleWork(_ search: borrowing SegmentsSearch, _ query: String) {
    let budget = search.budget
    #expect(budget.postingCount <= 2 * 4096, "\(query)")
    #expect(budget.evaluatedItemCount <= 64, "\(query)")
  }

  @Test("whatever the plan, a search that was called off before does little")
  func beforeItBegan() throws {
    let view = try Self.view()
    for query in Self.queries {
      var best = try Self.search(query, in: view) { true }
      _ = try best.best(10_000)
      Self.expectLittleWork(best, query)
      var counting = try Self.search(query, in: view) { true }
      _ = try counting.count()
      Self.expectLittleWork(counting, query)
      var walk = try Self.search(query, in: view) { true }
      try walk.forEach { _, _, _ in true }
      Self.expectLittleWork(walk, query)
    }
  }

  @Test("a search that goes on looks often enough, and one that is called off later ends then")
  func meanwhile() throws {
    let view = try Self.view()
    for query in Self.queries {
      var looks = 0
      var whole = try Self.search(query, in: view) {
        looks += 1
        return false
      }
      _ = try whole.count()
      let budget = whole.budget
      #expect(
        looks >= max(budget.postingCount / (2 * 4096), budget.evaluatedItemCount / 64), "\(query)")
      var questions = 0
      var stopped = try Self.search(query, in: view) {
        questions += 1
        return questions > looks / 2
      }
      _ = try stopped.count()
      #expect(stopped.budget.isExhausted == (looks > 0), "\(query)")
      #expect(stopped.budget.postingCount <= budget.postingCount, "\(query)")
    }
  }

  /// Each has a part that is left out, whose search may be called off.
  private static let exclusions = [
    #"!(** == "*9*"cd)"#, #"** == "w*"cdwt && !(** == "*9*"cd)"#,
    #"pageCount > 3 && !(** == "*1*"cd)"#,
    #"title == "Word*" && ** != "*w2*"cd"#, #"** != "*1*"cd && ** != "*2*"cd"#,
    #"!(** == "*9*"cd && ** == "*1*"cd)"#,
  ]

  @Test("what a search has found that was called off matches")
  func foundBefore() throws {
    let view = try Self.view()
    for query in Self.queries + Self.exclusions {
      var looks = 0
      var whole = try Self.search(query, in: view) {
        looks += 1
        return false
      }
      let all = Set(try whole.best(10_000).map(\.document))
      for last in 0..<min(looks, 40) {
        func stopping() -> () -> Bool {
          var questions = 0
          return {
            questions += 1
            return questions > last
          }
        }
        var best = try Self.search(query, in: view, stopping())
        #expect(all.isSuperset(of: try best.best(10_000).map(\.document)), "\(query) \(last)")
        var walk = try Self.search(query, in: view, stopping())
        var found: Set<UInt32> = []
        try walk.forEach { _, _, document in
          found.insert(document)
          return true
        }
        #expect(all.isSuperset(of: found), "\(query) \(last)")
      }
    }
  }

  @Test("a search through the columns looks in between, however many clauses it has")
  func manyColumns() throws {
    let view = try Self.view()
    for (first, operand) in [("InRange(pageCount, 0, ", "&&"), ("pageCount != 9", "&&")] {
      let query = (0..<1000).map { first.hasSuffix(" ") ? "\(first)\(9 + $0))" : "\(first)\($0)" }
        .joined(separator: " \(operand) ")
      var looks = 0
      var whole = try Self.search(query, in: view) {
        looks += 1
        return false
      }
      #expect(try whole.count() == 6000)
      if first.hasSuffix(" ") { #expect(looks >= 1000) }
      var questions = 0
      var stopped = try Self.search(query, in: view) {
        questions += 1
        return questions > 3
      }
      _ = try stopped.count()
      #expect(stopped.budget.isExhausted == (looks > 3))
      #expect(questions <= 4)
    }
  }

  @Test("a search looks in between while it makes terms of a set of texts that no column has")
  func manyTexts() throws {
    let view = try Self.view()
    let query = (0..<5000).map { "textContent == \"x\($0)\"" }.joined(separator: " || ")
    var looks = 0
    var whole = try Self.search(query, in: view) {
      looks += 1
      return false
    }
    #expect(try whole.count() == 0)
    // At least once for each eight texts.
    #expect(looks >= 600)
    var questions = 0
    var stopped = try Self.search(query, in: view) {
      questions += 1
      return questions > 3
    }
    #expect(try stopped.count() == 0)
    #expect(stopped.budget.isExhausted)
    #expect(questions == 4)
  }

  @Test("a walk through many terms looks even when none of them matches")
  func termsThatDoNotMatch() throws {
    let view = try Self.view()
    var looks = 0
    var search = try Self.search(#"** == "*qq*"cd"#, in: view) {
      looks += 1
      return false
    }
    #expect(try search.count() == 0)
    #expect(search.budget.postingCount < 4096)
    #expect(looks > 0)
  }

  @Test("evaluations of long texts count for more than those of short ones")
  func longTexts() throws {
    var builder = SegmentBuilder()
    let text = String(repeating: "some words of a text ", count: 20_000)
    for number in 0..<8 {
      var values = Attributes()
      values[.textContent] = .string(text)
      let item = Item(uniqueIdentifier: "\(number)", attributes: values)
      builder.add(
        try EncodedItem(opening: try ItemCodec.encode(item)), scope: IndexScope(app: "app"))
    }
    let image = try #require(try builder.finish(to: ByteSink.memory()))
    let view = SegmentView(try Segment.open(image), scopeNumbers: [0])
    var looks = 0
    var search = try Self.search(#"** == "*s of?a *x*"cd"#, in: view) {
      looks += 1
      return false
    }
    _ = try search.count()
    #expect(search.budget.evaluatedItemCount == 8)
    #expect(looks >= 7)
  }
}
