import FresnelModel
import FresnelPlatform
import FresnelQuery
import FresnelSegments
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("SegmentsSearch")
struct SegmentsSearchTests {
  private static let context = EvaluationContext(now: Timestamp(secondsSinceReferenceDate: 0))

  private static func segment(
    _ count: Int, _ attributes: (Int) -> [AttributeID: AttributeValue]
  ) throws -> SegmentView {
    var builder = SegmentBuilder()
    for number in 0..<count {
      var values = Attributes()
      for (id, value) in attributes(number) { values[id] = value }
      let item = Item(uniqueIdentifier: "\(number)", attributes: values)
      let encoded = try EncodedItem(opening: try ItemCodec.encode(item))
      builder.add(encoded, scope: IndexScope(app: "app"))
    }
    let image = try #require(try builder.finish(to: ByteSink.memory()))
    return SegmentView(try Segment.open(image), scopeNumbers: [0])
  }

  private static func search(
    _ query: String, in view: SegmentView, budget: SearchBudget = SearchBudget()
  ) throws -> SegmentsSearch {
    SegmentsSearch(
      PlannedQuery(try CompiledQuery(try parseQuery(query), context: context)), in: [view],
      SearchVisibility(isScopeShown: [true], now: 0), budget: budget)
  }

  @Test(
    "the index alone proves words, beginnings, ends and parts of words in ASCII, and columns",
    arguments: [
      #"** == "harbour"cdw"#, #"** == "harb*"cdwt"#, #"* == "harbour"cdt"#, #"** == "*rbou*"cd"#,
      #"** == "*bour"cdw"#, #"** == "*arb*"cdw && ** == "t*"cdwt"#,
      #"InRange(pageCount, 2, 30) && ** == "harb*"cdwt"#, "pageCount != 7",
      #"** == "the harbour"cdw"#, #"* == "the harbour"cdw && ** == "picture"cdwt"#,
      #"kind == "picture"cd && ** == "harb*"cdwt"#, #"!(pageCount == 7) || ** == "har*"cdwt"#,
    ])
  func theIndexProves(query: String) throws {
    let view = try Self.segment(300) { number in
      [
        .title: .string("The harbour, picture \(number)"), .pageCount: .integer(Int64(number % 50)),
        .kind: .string(number % 3 == 0 ? "picture" : "text"),
      ]
    }
    var search = try Self.search(query, in: view)
    #expect(try !search.best(10).isEmpty)
    #expect(try search.count() > 10)
    #expect(search.budget.evaluatedItemCount == 0)
  }

  @Test(
    "a list of numbers matches the same numbers in whole ones and in fractions that come before")
  func listsOfNumbers() throws {
    let view = try Self.segment(1024) { number in
      let duration: AttributeValue =
        number < 512 ? .double(1 + Double(number % 4) / 4) : .integer(Int64(number % 11))
      return [.duration: duration]
    }
    let query = "duration == 1.25 || duration == 1.5 || duration == 1.75 || duration == 7"
    var search = try Self.search(query, in: view)
    #expect(try search.count() == 384 + (512..<1024).count { $0 % 11 == 7 })
  }

  @Test("what the index cannot prove is evaluated, and only until enough is found")
  func onlyWhatIsNeededIsEvaluated() throws {
    let view = try Self.segment(300) { [.title: .string("Harbour \($0)")] }
    var search = try Self.search(#"title == "Harbour*""#, in: view)
    #expect(try search.best(5).count == 5)
    #expect(search.budget.evaluatedItemCount == 5)
  }

  @Test("the head of a list answers, however long it is")
  func theHeadOfAListAnswers() throws {
    let view = try Self.segment(5000) { [.title: .string("harbour \($0)")] }
    var search = try Self.search(#"** == "h*"cdwt"#, in: view)
    #expect(try search.best(10).count == 10)
    #expect(search.budget.postingCount < 100)
  }

  @Test(
    "many terms of few documents are united in the documents' order",
    arguments: [1, 32, 33, 600, 1100])
  func manyTermsAreUnited(count: Int) throws {
    // Every document has two terms of its own, whose order is not that of the documents.
    let view = try Self.segment(count) { number in
      [.title: .string("x\(number * 7919 % 10007)y and q\(number * 104_729 % 10007)y")]
    }
    for query in [#"** == "*y*"cd"#, #"** == "x*"cdwt"#, #"** == "*y"cdwt && ** == "q*"cdwt"#] {
      var search = try Self.search(query, in: view)
      #expect(try search.count() == count)
      let best = try search.best(count)
      #expect(Set(best.map(\.document)).count == count)
      #expect(best.map(\.facts) == best.map(\.facts).sorted(by: >))
      for (one, next) in zip(best, best.dropFirst()) where one.facts == next.facts {
        #expect(one.document < next.document)
      }
    }
  }

  @Test("a cancelled search ends soon, with what it found")
  func aCancelledSearchEndsSoon() throws {
    let view = try Self.segment(2000) { [.title: .string("Harbour \($0)")] }
    var questionCount = 0
    let budget = SearchBudget {
      questionCount += 1
      return questionCount > 2
    }
    var search = try Self.search(#"title == "*r 1*"c"#, in: view, budget: budget)
    let found = try search.best(2000)
    #expect(search.budget.isExhausted)
    #expect(search.budget.evaluatedItemCount <= 3 * 64)
    #expect(!found.isEmpty && found.count < 1111)
  }

  @Test("a search ends at a ceiling and says so")
  func aSearchEndsAtACeiling() throws {
    let view = try Self.segment(300) { [.title: .string("Harbour \($0)")] }
    var ceilings = SearchCeilings.none
    ceilings.evaluations = 4
    var search = try Self.search(
      #"title == "Harbour*""#, in: view, budget: SearchBudget(ceilings: ceilings))
    #expect(try search.best(5).count == 4)
    #expect(search.budget.hasMetCeiling && search.budget.isExhausted)
    #expect(search.budget.evaluatedItemCount == 4)

    ceilings = .none
    ceilings.shownPostings = 300
    search = try Self.search(
      #"** == "harbour"cdwt"#, in: view, budget: SearchBudget(ceilings: ceilings))
    #expect(try search.best(300).count == 300)
    #expect(!search.budget.hasMetCeiling)
    ceilings.shownPostings = 299
    search = try Self.search(
      #"** == "harbour"cdwt"#, in: view, budget: SearchBudget(ceilings: ceilings))
    _ = try search.best(300)
    #expect(search.budget.hasMetCeiling)
  }

  @Test("documents that an earlier search has found are left out")
  func foundDocumentsAreLeftOut() throws {
    let view = try Self.segment(20) { [.title: .string("Harbour \($0)")] }
    var search = try Self.search(#"** == "harbour"cdwt"#, in: view)
    let all = try search.best(20)
    var found = FoundDocuments()
    for match in all.prefix(5) { found.insert(match.document, of: view.segment) }
    for query in [#"** == "harbour"cdwt"#, #"** == "harbour"cdwt || ** == "x"cdwt"#] {
      let compiled = try CompiledQuery(
        parseQuery(query), context: EvaluationContext(now: Timestamp(secondsSinceReferenceDate: 0)))
      var rest = SegmentsSearch(
        PlannedQuery(compiled), in: [view],
        SearchVisibility(isScopeShown: nil, now: 0, found: found))
      #expect(try rest.best(20).map(\.document) == all.dropFirst(5).map(\.document))
    }
  }

  @Test("a search whose time is up ends at once")
  func aSearchWhoseTimeIsUpEnds() throws {
    let view = try Self.segment(2000) { [.title: .string("Harbour \($0)")] }
    let budget = SearchBudget(deadline: MonotonicClock.nanoseconds)
    var search = try Self.search(#"title == "*r 1*"c"#, in: view, budget: budget)
    _ = try search.count()
    #expect(search.budget.isExhausted)
    #expect(search.budget.evaluatedItemCount <= 64)
  }

  @Test("a damaged segment gives an answer or an error", arguments: 0..<60 as Range<UInt64>)
  func aDamagedSegmentGivesAnAnswerOrAnError(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let sample = try SearchSample(.memory, itemCount: 40, &random)
    let queries = (0..<10).map { _ in SearchQueries.query(&random) }
    for view in sample.views {
      let source = view.segment.source
      let whole = try source.pin(0, Int(source.byteCount))
      var bytes = Array(whole.bytes)
      // The footer has a checksum of its own.
      for _ in 0..<Int.random(in: 1...30, using: &random) {
        bytes[Int.random(in: 0..<bytes.count * 9 / 10, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      do {
        let damaged = SegmentView(
          try Segment.open(ByteSource(memory: bytes)), scopeNumbers: view.scopeNumbers)
        for query in queries {
          let planned = PlannedQuery(try CompiledQuery(query, context: Self.context))
          var search = SegmentsSearch(planned, in: [damaged], sample.visibility)
          for match in try search.best(10) {
            #expect(match.document < damaged.segment.documentCount, "seed \(seed)")
          }
          _ = try search.count()
          try search.forEach { _, _, _ in true }
        }
      } catch let error as StorageError {
        #expect(error.code == .corrupted || error.code == .newerFormat, "seed \(seed)")
      }
    }
  }
}
