import FresnelModel
import FresnelQuery
import FresnelSegments
import FresnelStorage
import FresnelText
import Testing

@Suite("What a search for forms costs")
struct FormSearchCostTests {
  private static let context = EvaluationContext(now: Timestamp(secondsSinceReferenceDate: 0))

  /// A segment with one item of an app and many of another one.
  private static func view(one: String, others: [String]) throws -> SegmentView {
    var builder = SegmentBuilder()
    for (place, title) in ([one] + others).enumerated() {
      var item = Item(uniqueIdentifier: "\(place)")
      item.attributes[.title] = .string(title)
      builder.add(
        try EncodedItem(validating: ItemCodec.encode(item)),
        scope: IndexScope(app: place == 0 ? "a" : "b"))
    }
    let image = try #require(try builder.finish(to: ByteSink.memory()))
    return SegmentView(try Segment.open(image), scopeNumbers: [0, 1])
  }

  private static let ofOwn = SearchVisibility(isScopeShown: [true, false], now: 0)

  @Test(
    "an app that asks for a name or code does not wait for what others have",
    arguments: [FormTest(.code, Array("wifi".utf8)), FormTest(.name, Array("wi fi".utf8))])
  func hiddenDocuments(test: FormTest) throws {
    let view = try Self.view(one: "wi-fi", others: Array(repeating: "wi-fi", count: 5000))
    var budgets = [SearchBudget()]
    let shown = ShownForms(in: [view], Self.ofOwn)
    #expect(try shown.documents([(test: test, most: 10)], &budgets).map(\.count) == [1])
    #expect(budgets[0].postingCount < 100)
    let query = Query.comparison(Comparison(form: test))
    var search = SegmentsSearch(
      PlannedQuery(try CompiledQuery(query, context: Self.context)), in: [view], Self.ofOwn)
    #expect(try search.best(10).count == 1)
    #expect(search.budget.postingCount < 100)
  }

  @Test("a beginning that very many codes go on from is given up")
  func manyKeys() throws {
    let view = try Self.view(one: "mee-t", others: (0..<5000).map { "mee-\($0)" })
    var budgets = [
      SearchBudget(ceilings: SearchCeilings(formKeys: SearchCeilings.keysOfBeginning))
    ]
    let test = FormTest(.code, Array("mee".utf8), ending: .anything)
    let forms = [(test: test, most: 10)]
    _ = try ShownForms(in: [view], Self.ofOwn).documents(forms, &budgets)
    #expect(budgets[0].hasMetCeiling)
    #expect(budgets[0].postingCount < 3 * SearchCeilings.keysOfBeginning)
  }

  @Test("a name is looked for among the names of an item alone, and once")
  func longItem() throws {
    var item = Item(uniqueIdentifier: "1")
    item.attributes[.title] = .string("Öl")
    item.attributes[.textContent] = .string(String(repeating: "c++ and more ", count: 100_000))
    var builder = SegmentBuilder()
    builder.add(try EncodedItem(validating: ItemCodec.encode(item)), scope: IndexScope(app: "a"))
    let image = try #require(try builder.finish(to: ByteSink.memory()))
    let view = SegmentView(try Segment.open(image), scopeNumbers: [0])
    let swedish = TextLocale(identifier: "sv")
    for (name, count) in [("öl", 1), ("ol", 0)] {
      let form = FormTest(
        .name, Array("ol".utf8), inLanguage: .init(Array(name.utf8), swedish))
      let query = Query.comparison(Comparison(form: form))
      var search = SegmentsSearch(
        PlannedQuery(try CompiledQuery(query, context: Self.context)), in: [view],
        SearchVisibility(isScopeShown: nil, now: 0))
      #expect(try search.best(10).count == count)
      #expect(try search.count() == count)
      #expect(search.budget.evaluatedItemCount == 1)
      #expect(search.budget.evaluatedByteCount < 100)
    }
  }
}
