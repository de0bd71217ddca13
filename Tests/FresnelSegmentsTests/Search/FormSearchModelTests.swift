import FresnelModel
import FresnelQuery
import FresnelSegments
import FresnelStorage
import FresnelTestSupport
import FresnelText
import Testing

@Suite("Search for forms against a look at every item")
struct FormSearchModelTests {
  private static let words = [
    "gimp", "gimp-data", "node.js", "nodejs", "AC/DC", "v2.10.3", "2.10", "c++", "GNU", "Image",
    "a", "b-c", "wi-fi", "wifi", "907-345-0962", "ü-boot", "中文 字",
    "北京大学", "银行", "重复的音乐", "Python编程", "サクラ", "한국", "Москва", "Ειρήνη", "القاهرة", "הספר",
  ]
  private static let context = EvaluationContext(
    now: Timestamp(secondsSinceReferenceDate: 1000), locale: TextLocale(identifier: "en"))

  private static func text(
    _ counts: ClosedRange<Int>, _ random: inout SeededGenerator
  ) -> String {
    (0..<Int.random(in: counts, using: &random))
      .map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
  }

  private static func item(_ identifier: String, _ random: inout SeededGenerator) -> Item {
    var item = Item(uniqueIdentifier: identifier)
    item.attributes[.title] = .string(text(0...7, &random))
    if Bool.random(using: &random) { item.attributes[.displayName] = .string(text(1...2, &random)) }
    if Bool.random(using: &random) {
      item.attributes[.path] = .string("/a/" + text(1...2, &random))
    }
    if Bool.random(using: &random) {
      item.attributes[.keywords] = .array([.string(text(1...2, &random))])
    }
    item.attributes[.textContent] = .string(text(0...5, &random))
    return item
  }

  /// A form that one of the items has, or a beginning of it.
  private static func test(
    of items: [Item], _ random: inout SeededGenerator
  ) throws -> FormTest {
    let item = try #require(items.randomElement(using: &random))
    let forms = ItemForms(of: try EncodedItem(validating: ItemCodec.encode(item)))
    guard let form = forms.forms.randomElement(using: &random) else {
      return FormTest(.name, Array("absent".utf8))
    }
    let text = String(decoding: forms.bytes(of: form), as: UTF8.self)
    let isCut = Bool.random(using: &random)
    let cut = text.prefix(isCut ? Int.random(in: 1...text.count, using: &random) : text.count)
    // Of a longer spelling the index has only the beginning, whose place may be that of another one.
    if form.kind == .reading, cut.utf8.count > 32 { return FormTest(.name, Array("absent".utf8)) }
    let endings: [FormTest.Ending] = [
      .nothing, .anything, .separator(UInt8(ascii: " ")), .separator(UInt8(ascii: ".")),
    ]
    let ranks: [FormTest.Rank] = [.none, .byPlace, .points(72)]
    let ending = endings.randomElement(using: &random) ?? .nothing
    return FormTest(
      form.kind, Array(cut.utf8), ending: form.kind == .name ? .nothing : ending,
      rank: ranks.randomElement(using: &random) ?? .none)
  }

  private static func query(of items: [Item], _ random: inout SeededGenerator) throws -> Query {
    let form = Query.comparison(Comparison(form: try test(of: items, &random)))
    let word = Query.comparison(
      Comparison(run: Pattern(literal: words.randomElement(using: &random) ?? "")))
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return .all(of: [form, word])
    case 1: return .all(of: [.any(of: [word, form]), form])
    case 2: return .all(of: [word, .not(form)])
    default: return form
    }
  }

  @Test("finds the same, ranks the same, counts the same", arguments: 0..<12 as Range<UInt64>)
  func findsRanksAndCountsTheSame(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let medium = SearchSample.Medium.allCases[Int(seed) % SearchSample.Medium.allCases.count]
    let sample = try SearchSample(medium, itemCount: 40, &random, item: Self.item)
    let items = sample.documents.map(\.item)
    for _ in 0..<40 {
      let query = try Self.query(of: items, &random)
      let planned = PlannedQuery(try CompiledQuery(query, context: Self.context))
      let expected = sample.matches(of: planned).map { [Int($0.segment), Int($0.number)] }
      let label: Comment = "seed \(seed): \(query)"
      var counting = SegmentsSearch(planned, in: sample.views, sample.visibility)
      try #require(try counting.count() == expected.count, label)
      for limit in [1, 3, 1000] {
        var search = SegmentsSearch(planned, in: sample.views, sample.visibility)
        let best = try search.best(limit).map { [$0.segment, Int($0.document)] }
        try #require(best == Array(expected.prefix(limit)), "limit \(limit), \(label)")
      }
    }
  }

  @Test("counts what is shown, once for each item, and no more than is asked for")
  func counting() throws {
    for seed in 20..<26 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let sample = try SearchSample(.memory, itemCount: 40, &random, item: Self.item)
      let items = sample.documents.map(\.item)
      for _ in 0..<20 {
        let test = try Self.test(of: items, &random)
        // Longer names are told apart by the items alone.
        guard test.kind != .name || test.bytes.count < 24 else { continue }
        let planned = PlannedQuery(
          try CompiledQuery(.comparison(Comparison(form: test)), context: Self.context))
        let count = sample.matches(of: planned).count
        let shown = ShownForms(in: sample.views, sample.visibility)
        var budgets = [SearchBudget(), SearchBudget()]
        let forms = [(test: test, most: 1000), (test: test, most: 2)]
        #expect(try shown.documents(forms, &budgets).map(\.count) == [count, min(2, count)])
      }
    }
  }

  @Test(
    "spellings that are longer than a key are told apart by the items, by the key at its very length",
    arguments: 31...35)
  func boundaryOfKeys(count: Int) throws {
    // The first byte says what the spelling is of, and the last one that it ends.
    let names = [count - 2, count - 1, count, 40].map { String(repeating: "м", count: $0) }
    let spelled = names.map { $0.enumerated().map { $0.offset % 2 == 0 ? "м" : "а" }.joined() }
    var builder = SegmentBuilder()
    let items = spelled.map { name in
      var item = Item(uniqueIdentifier: name)
      item.attributes[.title] = .string(name)
      return item
    }
    for item in items {
      builder.add(try EncodedItem(validating: ItemCodec.encode(item)), scope: IndexScope(app: "a"))
    }
    let image = try builder.finish(to: ByteSink.memory(), formKinds: Set(ItemForms.Kind.allCases))
    let view = SegmentView(try Segment.open(try #require(image)), scopeNumbers: [0])
    let letters = (0..<count).map { $0 % 2 == 0 ? UInt8(ascii: "m") : UInt8(ascii: "a") }
    for end in [[], [0], [UInt8(ascii: "m")], [UInt8(ascii: "a")]] as [[UInt8]] {
      for ending in [FormTest.Ending.nothing, .anything] {
        for length in (count - 3)...count {
          let test = FormTest(.reading, [5] + letters.prefix(length) + end, ending: ending)
          let compiled = try CompiledQuery(
            .comparison(Comparison(form: test)), context: Self.context)
          var search = SegmentsSearch(
            PlannedQuery(compiled), in: [view], SearchVisibility(isScopeShown: nil, now: 0))
          #expect(try search.count() == items.count { compiled.matches($0) }, "\(length), \(end)")
        }
      }
    }
  }

  @Test("a segment that lacks forms answers as if its items had none")
  func olderSegment() throws {
    var random = SeededGenerator(seed: 40)
    var builder = SegmentBuilder()
    let items = (0..<20).map { Self.item("\($0)", &random) }
    for item in items {
      builder.add(try EncodedItem(validating: ItemCodec.encode(item)), scope: IndexScope(app: "a"))
    }
    let image = try builder.finish(to: ByteSink.memory(), formKinds: [])
    let view = SegmentView(try Segment.open(try #require(image)), scopeNumbers: [0])
    let visibility = SearchVisibility(isScopeShown: nil, now: 0)
    for _ in 0..<20 {
      let form = Query.comparison(Comparison(form: try Self.test(of: items, &random)))
      let word = Query.comparison(
        Comparison(run: Pattern(literal: Self.words.randomElement(using: &random) ?? "")))
      func count(_ query: Query) throws -> Int {
        let planned = PlannedQuery(try CompiledQuery(query, context: Self.context))
        var search = SegmentsSearch(planned, in: [view], visibility)
        return try search.count()
      }
      #expect(try count(form) == 0)
      #expect(try count(.any(of: [word, form])) == count(word))
    }
  }
}
