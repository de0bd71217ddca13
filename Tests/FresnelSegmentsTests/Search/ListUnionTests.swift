import FresnelModel
import FresnelQuery
import FresnelSegments
import FresnelStorage
import Testing

/// Patterns that many terms belong to: rare ones, whose lists are sorted together, and frequent ones,
/// whose documents are marked.
@Suite("Unions of posting lists")
struct ListUnionTests {
  private static let context = EvaluationContext(now: Timestamp(secondsSinceReferenceDate: 0))
  private static let documentCount = 4000

  private static func view(_ item: (Int) -> Item) throws -> SegmentView {
    var builder = SegmentBuilder()
    for number in 0..<documentCount {
      builder.add(
        try EncodedItem(opening: try ItemCodec.encode(item(number))),
        scope: IndexScope(app: "app"))
    }
    let image = try #require(try builder.finish(to: ByteSink.memory()))
    return SegmentView(try Segment.open(image), scopeNumbers: [0])
  }

  private static func search(_ query: String, in view: SegmentView) throws -> SegmentsSearch {
    SegmentsSearch(
      PlannedQuery(try CompiledQuery(try parseQuery(query), context: context)), in: [view],
      SearchVisibility(isScopeShown: [true], now: 0))
  }

  @Test("the documents of few and of many postings are all found, in order")
  func counts() throws {
    let steps = [1, 3, 8, 31, 32, 33, 100, 900]
    let view = try Self.view { number in
      var values = Attributes()
      let words = steps.enumerated().filter { number % $0.element == 0 }
        .map { "q\($0.offset)x\(number % 7) q\($0.offset)x\(number % 5)" }
      values[.textContent] = .string(words.joined(separator: " "))
      return Item(uniqueIdentifier: "\(number)", attributes: values)
    }
    for (place, step) in steps.enumerated() {
      let expected = Set(stride(from: 0, to: Self.documentCount, by: step))
      for query in [#"** == "*q\#(place)x*"cd"#, #"** == "q\#(place)x*"cdw"#] {
        var search = try Self.search(query, in: view)
        var found: Set<Int> = []
        try search.forEach { (_, _, document) throws(StorageError) in
          let item = try view.segment.documents.item(document)
          found.insert(Int(item.uniqueIdentifier) ?? -1)
          return true
        }
        #expect(found == expected, "\(query)")
        var counting = try Self.search(query, in: view)
        #expect(try counting.count() == expected.count, "\(query)")
        #expect(counting.budget.evaluatedItemCount == 0, "\(query)")
        var best = try Self.search(query, in: view)
        let documents = try best.best(Self.documentCount).map(\.document)
        #expect(documents.count == expected.count, "\(query)")
        #expect(Set(documents).count == documents.count, "\(query)")
      }
    }
  }

  @Test("an identifier is looked up, whatever the other identifiers are")
  func identifiers() throws {
    let view = try Self.view { number in
      let identifier = number == 5 ? "é" : number == 6 ? "\u{212A}" : "note.\(number)"
      return Item(uniqueIdentifier: identifier, attributes: Attributes())
    }
    for (identifier, mostEvaluations) in [("note.7", 1), ("note.6", 0), ("K", 4000), ("é", 4000)] {
      var search = try Self.search(#"uniqueIdentifier == "\#(identifier)""#, in: view)
      #expect(try search.count() == (identifier == "note.6" ? 0 : 1), "\(identifier)")
      #expect(search.budget.evaluatedItemCount <= mostEvaluations, "\(identifier)")
    }
  }
}
