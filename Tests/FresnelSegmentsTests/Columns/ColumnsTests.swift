import FresnelModel
import FresnelQuery
import FresnelSegments
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("Columns")
struct ColumnsTests {
  private func items(
    _ count: Int, _ key: AttributeKey, _ value: (Int) -> AttributeValue?
  ) throws -> [EncodedItem] {
    try (0..<count).map { number in
      guard let value = value(number) else { return try ColumnFixture.item([:]) }
      return try ColumnFixture.item([key: value])
    }
  }

  private func fixture(
    _ count: Int, _ key: AttributeKey, _ value: (Int) -> AttributeValue?
  ) throws -> ColumnFixture {
    try ColumnFixture(items(count, key, value))
  }

  private func hasFilter(_ fixture: ColumnFixture, _ text: String) throws -> Bool {
    try fixture.filter(text) != nil
  }

  // MARK: - What has a column

  @Test func `an attribute that no item has needs no evaluator`() throws {
    let fixture = try fixture(3, .builtIn(.fileSize)) { .integer(Int64($0)) }
    #expect(try fixture.matches("pageCount > 0") == [])
    #expect(try fixture.matches("pageCount != 0") == [0, 1, 2])
    #expect(try fixture.matches("kind == '*'") == [])
    #expect(try fixture.matches("myOwn != 'a'") == [0, 1, 2])
    #expect(try fixture.matches("fileSize == '1'") == [])
    #expect(try fixture.matches("uniqueIdentifier > 5") == [])
    #expect(try fixture.matches("expirationDate == 'a'") == [])
  }

  @Test func `a segment without documents has columns without documents`() throws {
    #expect(try ColumnFixture([]).matches("fileSize > 5") == [])
  }

  @Test func `titles, identifiers and unfielded searches are the evaluator's`() throws {
    let fixture = try fixture(3, .builtIn(.title)) { .string("a\($0)") }
    #expect(try !hasFilter(fixture, "title == 'a*'"))
    #expect(try !hasFilter(fixture, "uniqueIdentifier == 'a*'"))
    #expect(try !hasFilter(fixture, "* == 'a*'"))
    #expect(try !hasFilter(fixture, "** > 5"))
    #expect(try !hasFilter(fixture, "htmlContentData == 'a'"))
  }

  @Test func `a number under a title is a number all the same`() throws {
    let fixture = try fixture(3, .builtIn(.title)) { $0 == 1 ? .integer(7) : .string("7") }
    #expect(try fixture.matches("title == 7") == [1])
  }

  @Test func `texts have a column while they are few and short`() throws {
    let kind = AttributeKey.builtIn(.kind)
    #expect(
      try fixture(1_000, kind) { .string("kind \($0 % 100)") }.matches("kind == '* 7'")?.count == 10
    )
    #expect(try !hasFilter(fixture(1_000, kind) { .string("kind \($0)") }, "kind == '* 7'"))
    #expect(try !hasFilter(fixture(3_000, kind) { .string("kind \($0)") }, "kind == '* 7'"))
    #expect(try hasFilter(fixture(64, kind) { .string("kind \($0)") }, "kind == '* 7'"))
    let longest = String(repeating: "é", count: 128)
    #expect(try fixture(2, kind) { _ in .string(longest) }.matches("kind == 'é*'") == [0, 1])
    #expect(try !hasFilter(fixture(2, kind) { _ in .string(longest + "a") }, "kind == 'é*'"))
  }

  @Test func `an array of very many values is the evaluator's`() throws {
    func array(_ count: Int) throws -> ColumnFixture {
      try fixture(2, .builtIn(.fileSize)) { _ in .array((0..<count).map { .integer(Int64($0)) }) }
    }
    #expect(try array(256).matches("fileSize == 255") == [0, 1])
    #expect(try !hasFilter(array(257), "fileSize == 255"))
    let repeated = try fixture(1, .builtIn(.fileSize)) { _ in
      .array((0..<1_000).map { .integer(Int64($0 % 3)) })
    }
    #expect(try repeated.matches("fileSize == 2") == [0])
  }

  @Test func `an app's own attribute has a column whether its key is searchable or not`() throws {
    let items = try (0..<4).map { number in
      try ColumnFixture.item([
        .custom(CustomAttributeKey(name: "stars", isSearchable: number % 2 == 0)): .integer(5)
      ])
    }
    let fixture = try ColumnFixture(items)
    #expect(try fixture.matches("stars == 5") == [0, 1, 2, 3])
    #expect(try fixture.matches("stars != 5") == [])

    // Columns of earlier rules lack some of the values, so the evaluator is asked.
    let image = try ColumnFixture.image(items)
    let earlier = try Columns(
      image.source, image.location, documentCount: items.count, coversAllKeys: false)
    let query = try CompiledQuery(parseQuery("stars == 5"), context: ColumnFixture.context)
    #expect(try earlier.filter(for: ColumnFixture.comparison(query)) == nil)
  }

  @Test func `attributes beyond the most that have columns are the evaluator's`() throws {
    let fixture = try ColumnFixture(
      (0..<1_100).map { number in
        try ColumnFixture.item([.custom(CustomAttributeKey(name: "own\(number)")): .integer(1)])
      })
    #expect(try fixture.matches("own5 == 1") == [5])
    #expect(try !hasFilter(fixture, "own1090 == 1"))
    #expect(try !hasFilter(fixture, "unheardOf == 1"))
  }

  @Test func `an item that does not decode leaves everything to the evaluator`() throws {
    var bytes = try Array(ColumnFixture.item([.builtIn(.fileSize): .integer(300)]).bytes)
    bytes[bytes.count - 1] = 0xff
    let damaged = try EncodedItem(opening: bytes)
    let fixture = try ColumnFixture([
      ColumnFixture.item([.builtIn(.fileSize): .integer(300)]), damaged,
    ])
    #expect(try !hasFilter(fixture, "fileSize == 300"))
    #expect(try !hasFilter(fixture, "pageCount == 300"))
  }

  // MARK: - Exactness

  @Test func `whole numbers beyond 2^53 keep their last digit`() throws {
    let base: Int64 = 1 << 60
    let fixture = try fixture(1_000, .builtIn(.fileSize)) { .integer(base + Int64($0)) }
    #expect(try fixture.matches("fileSize == \(base + 7)") == [7])
    #expect(try fixture.matches("fileSize <= \(base + 2)") == [0, 1, 2])
  }

  @Test func `numbers that no chunk can hold side by side are the evaluator's`() throws {
    let fixture = try fixture(2, .builtIn(.fileSize)) {
      $0 == 0 ? .integer(1 << 53 + 1) : .double(0.5)
    }
    #expect(try !hasFilter(fixture, "fileSize == 0.5"))
    let apart = try self.fixture(1_000, .builtIn(.fileSize)) {
      $0 < 512 ? .integer(1 << 53 + 1) : .double(0.5)
    }
    #expect(try apart.matches("fileSize > 0.5")?.count == 512)
  }

  @Test func `the example of the format's page is what is written`() throws {
    let sizes: [AttributeValue?] = [
      .integer(3_000), nil, .array([.integer(1_000), .double(5_000)]),
    ]
    let image = try ColumnFixture.image(items(3, .builtIn(.fileSize)) { sizes[$0] })
    let payload: [UInt8] = [0, 0, 2, 0, 0x0d, 0x21, 0, 0, 0, 0, 0, 0, 0]
    // Before it stands the sample, of three numbers.
    #expect(Array(try image.source.pin(24, payload.count).bytes) == payload)
  }

  // MARK: - Cost

  @Test func `an attribute of one item in a hundred thousand costs next to nothing`() throws {
    let none = try ColumnFixture.item([:])
    let one = try ColumnFixture.item([.builtIn(.rating): .integer(5)])
    func byteCount(_ rated: Int) throws -> UInt64 {
      var sink = ByteSink.memory()
      var writer = ColumnsWriter()
      for number in 0..<100_000 { writer.add(number == rated ? one : none) }
      let location = try writer.finish(to: &sink)
      return location.offset + UInt64(location.byteCount)
    }
    #expect(try byteCount(77_777) - byteCount(-1) < 160)
  }

  @Test func `flushing leaves nothing but open chunks in memory`() throws {
    var sink = ByteSink.memory()
    var writer = ColumnsWriter()
    for item in try items(3_000, .builtIn(.fileSize), { .integer(Int64($0 * 7919 % 1_000_003)) }) {
      writer.add(item)
    }
    #expect(writer.bufferedByteCount > 3_000)
    try writer.flush(to: &sink)
    #expect(writer.bufferedByteCount == 0)
    #expect(sink.offset > 3_000)
    _ = try writer.finish(to: &sink)
  }

  @Test func `the share of documents that match is estimated`() throws {
    func share(_ fixture: ColumnFixture, _ text: String) throws -> Double {
      guard let filter = try fixture.filter(text) else { return -1 }
      return filter.estimatedShare
    }
    let sizes = try fixture(5_000, .builtIn(.fileSize)) {
      $0 % 2 == 0 ? .integer(Int64($0 * 7919 % 10_000)) : nil
    }
    #expect((0.08...0.17).contains(try share(sizes, "fileSize < 2500")))
    #expect(try share(sizes, "fileSize != $time.now") == 1)
    #expect(try share(sizes, "fileSize < 0") < 0.01)
    #expect((0.45...0.55).contains(try share(sizes, "fileSize >= 0")))
    let kinds = try fixture(5_000, .builtIn(.kind)) { .string("kind \($0 % 5)") }
    #expect((0.19...0.21).contains(try share(kinds, "kind == 'kind 3'")))
    #expect((0.79...0.81).contains(try share(kinds, "kind != 'kind 3'")))
    #expect(try share(kinds, "kind == 'other'") == 0)
  }

  // MARK: - Sorting and facets

  @Test func `values are read back by document`() throws {
    let fixture = try fixture(2_000, .builtIn(.fileSize)) {
      $0 % 3 == 0 ? nil : .array([.integer(Int64($0)), .double(0.5), .integer(Int64($0))])
    }
    guard var reader = fixture.columns.numbers(of: .builtIn(.fileSize)) else {
      Issue.record("There is no column.")
      return
    }
    for document in [5, 4, 1_999, 0, 600] as [UInt32] {
      var values: [Quantity] = []
      try reader.forEach(of: document) { values.append($0) }
      let expected: [Quantity] = document % 3 == 0 ? [] : [.integer(Int64(document)), .double(0.5)]
      #expect(values == expected)
      #expect(try reader.first(of: document) == expected.first)
    }
  }

  @Test func `facets count ordinals`() throws {
    let fixture = try fixture(1_500, .builtIn(.keywords)) { number in
      .array([.string(number % 2 == 0 ? "even" : "odd"), .string("all"), .string("all")])
    }
    guard var reader = fixture.columns.texts(of: .builtIn(.keywords)) else {
      Issue.record("There is no column.")
      return
    }
    var counts = [Int](repeating: 0, count: reader.textCount)
    for document in 0..<1_500 as Range<UInt32> {
      try reader.forEachOrdinal(of: document) { counts[Int($0)] += 1 }
    }
    var byText: [String: Int] = [:]
    for ordinal in counts.indices { byText[try reader.text(UInt32(ordinal))] = counts[ordinal] }
    #expect(byText == ["even": 750, "odd": 750, "all": 1_500])
    #expect(try reader.firstOrdinal(of: 3) != reader.firstOrdinal(of: 4))
  }

  @Test func `an attribute that no item has sorts as missing everywhere`() throws {
    let fixture = try fixture(10, .builtIn(.fileSize)) { .integer(Int64($0)) }
    guard var dates = fixture.columns.dates(of: .builtIn(.contentCreationDate)),
      var texts = fixture.columns.texts(of: .builtIn(.kind))
    else {
      Issue.record("There is no column.")
      return
    }
    #expect(try dates.first(of: 5) == nil)
    #expect(try texts.firstOrdinal(of: 5) == nil)
  }
}
