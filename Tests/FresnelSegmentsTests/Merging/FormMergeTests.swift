import FresnelModel
import FresnelQuery
import FresnelSegments
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("Forms of merged segments")
struct FormMergeTests {
  private static let allKinds = Set(ItemForms.Kind.allCases)
  /// What programs listed that knew no spellings.
  private static let olderKinds: Set<ItemForms.Kind> = [.code, .initials, .name]

  private static func segment(
    _ entries: [SegmentModel.Entry], _ formKinds: Set<ItemForms.Kind>
  ) throws -> Segment {
    let builder = SegmentFixture.builder(entries)
    let image = try builder.finish(to: ByteSink.memory(), formKinds: formKinds)
    return try Segment.open(try #require(image))
  }

  private static func merge(_ segments: [Segment]) throws -> Segment {
    let parts = segments.map { SegmentMerge.Part($0, live: LiveDocuments(count: $0.documentCount)) }
    let result = try SegmentMerge(parts, now: 0).write(to: ByteSink.memory())
    return try Segment.open(try #require(result?.image))
  }

  @Test("a segment has all forms if each of its parts had")
  func marker() throws {
    var items = SegmentItems(seed: 91)
    let first = try items.entries(20)
    let second = try items.entries(20, from: 20)
    let whole = [
      try Self.segment(first, Self.allKinds), try Self.segment(second, Self.allKinds),
    ]
    let old = try Self.segment(second, [])
    #expect(try whole[0].hasAllForms())
    #expect(try !old.hasAllForms())
    #expect(try Self.merge(whole).hasAllForms())
    #expect(try !Self.merge([whole[0], old]).hasAllForms())
  }

  @Test("once the documents without forms are gone, a merge has all forms again")
  func healing() throws {
    var items = SegmentItems(seed: 92)
    let whole = try Self.segment(try items.entries(20), Self.allKinds)
    let old = try Self.segment(try items.entries(5, from: 20), [])
    var live = LiveDocuments(count: old.documentCount)
    for document in 0..<old.documentCount { _ = live.remove(document) }
    let parts = [
      SegmentMerge.Part(whole, live: LiveDocuments(count: whole.documentCount)),
      SegmentMerge.Part(old, live: live),
    ]
    let result = try SegmentMerge(parts, now: 0).write(to: ByteSink.memory())
    #expect(try Segment.open(try #require(result?.image)).hasAllForms())
  }

  @Test("a segment without documents lacks no form")
  func empty() throws {
    #expect(try Self.segment([], Self.allKinds).hasAllForms())
  }

  private static func segment(titles: [String], _ kinds: Set<ItemForms.Kind>) throws -> Segment {
    var builder = SegmentBuilder()
    for title in titles {
      var item = Item(uniqueIdentifier: title)
      item.attributes[.title] = .string(title)
      builder.add(try EncodedItem(validating: ItemCodec.encode(item)), scope: IndexScope(app: "a"))
    }
    return try Segment.open(
      try #require(try builder.finish(to: ByteSink.memory(), formKinds: kinds)))
  }

  private static func count(_ test: FormTest, in segment: Segment) throws -> Int {
    let query = Query.comparison(Comparison(form: test))
    let planned = PlannedQuery(
      try CompiledQuery(
        query, context: EvaluationContext(now: Timestamp(secondsSinceReferenceDate: 0))))
    let view = SegmentView(segment, scopeNumbers: [0])
    var search = SegmentsSearch(planned, in: [view], SearchVisibility(isScopeShown: nil, now: 0))
    return try search.count()
  }

  @Test(
    "a segment knows which sorts of spellings it has, merged or not",
    arguments: [
      ("GNU", false, []), ("北京", true, []), ("한국", true, []), ("Москва", false, .cyrillic),
      ("שלום", false, .hebrew), ("サクラ Αθήνα", true, .greek),
      ("Αθήνα محمد", false, [.greek, .arabic]),
    ] as [(String, Bool, SpelledAlphabets)])
  func sortsOfSpellings(title: String, hasReadings: Bool, alphabets: SpelledAlphabets) throws {
    let segment = try Self.segment(titles: [title], Self.allKinds)
    let merged = try Self.merge([segment, try Self.segment(titles: ["Latin"], Self.allKinds)])
    for segment in [segment, merged] {
      #expect(try segment.hasReadings() == hasReadings)
      #expect(try segment.alphabets() == alphabets)
    }
  }

  @Test("codes, names and initials of a program that knew no spellings are found, merged or not")
  func olderKindsAreFound() throws {
    let old = try Self.segment(titles: ["node.js", "Big Old House"], Self.olderKinds)
    let new = try Self.segment(titles: ["wi-fi", "北京"], Self.allKinds)
    let merged = try Self.merge([old, new])
    let tests: [(FormTest, old: Int, new: Int)] = [
      (FormTest(.code, Array("nodejs".utf8)), 1, 0), (FormTest(.code, Array("wifi".utf8)), 0, 1),
      (FormTest(.name, Array("big old house".utf8)), 1, 0),
      (FormTest(.initials, Array("boh".utf8)), 1, 0),
      (FormTest(.reading, [2] + Array("beijing".utf8) + [0]), 0, 1),
    ]
    for (test, inOld, inNew) in tests {
      #expect(try Self.count(test, in: old) == inOld)
      #expect(try Self.count(test, in: new) == inNew)
      #expect(try Self.count(test, in: merged) == inOld + inNew)
    }
    #expect(try !old.hasAllForms() && !merged.hasAllForms())
    let formless = try Self.segment(titles: ["a-b"], [])
    let code = FormTest(.code, Array("nodejs".utf8))
    #expect(try Self.count(code, in: Self.merge([old, formless])) == 0)
  }
}
