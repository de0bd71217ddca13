import FresnelModel
import FresnelTestSupport
import SpotlightWire
import Testing

@Suite("ResultGrouping")
struct ResultGroupingTests {
  private func hit(
    _ kind: ResultSource.Kind, _ app: String, _ identifier: String, keys: [EntityKey],
    score: Double = 1, choices: UInt64 = 0, visits: UInt64 = 0,
    protection: ProtectionClass = .firstUnlock, _ values: [AttributeID: AttributeValue] = [:]
  ) throws -> GroupedHit {
    var attributes = Attributes()
    for (id, value) in values { attributes[id] = value }
    let item = try EncodedItem(
      validating: ItemCodec.encode(Item(uniqueIdentifier: identifier, attributes: attributes)))
    let date = Timestamp(secondsSinceReferenceDate: 10)
    return GroupedHit(
      hit: WireHit(
        scope: IndexScope(app: app, index: ""), protection: protection, score: score, item: item),
      sources: [ResultSource(app: app, identifier: identifier, kind: kind)], keys: keys,
      signals: EntitySignals(
        visits: EntitySignals.Tally(count: visits, last: date),
        choices: EntitySignals.Tally(count: choices, last: date)))
  }

  /// The names of the rows: first what is shown, then the other sources.
  private func names(_ rows: [GroupedHit]) -> [[String]] {
    rows.map { $0.sources.map(\.identifier) }
  }

  private func group(_ hits: GroupedHit...) -> [GroupedHit] {
    ResultGrouping.group(hits, limit: 100)
  }

  @Test("An item, the activity about it, its file and its page are one row, whatever comes first")
  func oneThing() throws {
    let item = try hit(
      .item, "a", "x",
      keys: [.item(app: "a", identifier: "x"), .file("file:///f"), .webPage(at: "https://p/")])
    let hits = [
      item, try hit(.activity, "a", "rx", keys: [.item(app: "a", identifier: "x")]),
      try hit(.file, "files", "f", keys: [.file("file:///f")]),
      try hit(.page, "web", "p", keys: [.webPage(at: "HTTPS://P/")]),
    ]
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<24 {
      let rows = ResultGrouping.group(hits.shuffled(using: &generator), limit: 10)
      #expect(rows.count == 1)
      #expect(rows.first?.hit == item.hit)
      #expect(rows.first?.sources.count == 4)
    }
  }

  @Test("A page joins no two items, and an item no other one")
  func noChains() throws {
    let page = EntityKey.webPage(at: "https://p/")
    let x = try hit(.item, "a", "x", keys: [.item(app: "a", identifier: "x"), page])
    let y = try hit(.item, "a", "y", keys: [.item(app: "a", identifier: "y"), page])
    let z = try hit(.item, "b", "x", keys: [.item(app: "b", identifier: "x"), page])
    let visit = try hit(.activity, "b", "visit", keys: [page])
    #expect(names(group(x, y, z, visit)) == [["x", "visit"], ["y"], ["x"]])
    #expect(names(group(visit, y, x, z)) == [["y", "visit"], ["x"], ["x"]])
  }

  @Test("One item in two indexes of its app is one row")
  func twoIndexes() throws {
    let key = EntityKey.item(app: "a", identifier: "x")
    var second = try hit(.item, "a", "x", keys: [key])
    second.hit.scope.index = "second"
    second.sources[0].index = "second"
    let rows = group(try hit(.item, "a", "x", keys: [key]), second)
    #expect(rows.map(\.sources.count) == [2])
  }

  @Test("Hits that nothing joins stay as they are")
  func apart() throws {
    let hits = try (0..<5).map { number in
      try hit(.item, "a", "\(number)", keys: [.item(app: "a", identifier: "\(number)")])
    }
    let keyless = try hit(.published, "c", "k", keys: [])
    #expect(
      ResultGrouping.group(hits + [keyless, keyless], limit: 10) == hits + [keyless, keyless])
    #expect(ResultGrouping.group(hits, limit: 2) == Array(hits.prefix(2)))
    #expect(ResultGrouping.group(hits, limit: 0).isEmpty)
    #expect(ResultGrouping.group(hits, limit: -1).isEmpty)
    #expect(ResultGrouping.group([], limit: 3).isEmpty)
  }

  @Test("The item's attributes stand, and what it lacks comes from its activity")
  func filling() throws {
    let key = EntityKey.item(app: "a", identifier: "x")
    let item = try hit(
      .item, "a", "x", keys: [key], score: 1,
      [.title: .string("Item"), .lastUsedDate: .date(Timestamp(secondsSinceReferenceDate: 5))])
    let visit = try hit(
      .activity, "a", "rx", keys: [key], score: 3,
      [
        .title: .string("Visit"), .contentURL: .url("file:///f"),
        .relatedUniqueIdentifier: .string("x"), AttributeID(rawValue: 0xF001): .data([1]),
        .lastUsedDate: .date(Timestamp(secondsSinceReferenceDate: 9)),
      ])
    let row = try #require(group(visit, item).first)
    let shown = try row.hit.item.item()
    #expect(shown.uniqueIdentifier == "x")
    #expect(row.hit.score == 3)
    var expected = Attributes()
    expected[.title] = .string("Item")
    expected[.contentURL] = .url("file:///f")
    expected[.lastUsedDate] = .date(Timestamp(secondsSinceReferenceDate: 9))
    #expect(shown.attributes == expected)
  }

  @Test("Another app adds its name and signals, and no word to the row")
  func strangers() throws {
    let page = EntityKey.webPage(at: "https://p/")
    let item = try hit(
      .item, "a", "x", keys: [.item(app: "a", identifier: "x"), page], visits: 2,
      [.title: .string("Item")])
    let stranger = try hit(
      .page, "b", "p", keys: [page], score: 9, visits: 1_000_000,
      [.title: .string("Buy this"), .displayName: .string("Buy this")])
    let row = try #require(group(stranger, item).first)
    #expect(row.hit.item == item.hit.item)
    #expect(row.hit.scope.app == "a")
    #expect(row.sources.map(\.app) == ["a", "b"])
    #expect(row.signals.visits.count == 1_000_002)
  }

  @Test("The app that the person chose most often is shown, by its item")
  func choices() throws {
    let page = EntityKey.webPage(at: "https://p/")
    let key = EntityKey.item(app: "a", identifier: "x")
    let item = try hit(.item, "a", "x", keys: [key, page], choices: 1)
    let visit = try hit(.activity, "a", "rx", keys: [key], choices: 2)
    let rare = try hit(.page, "b", "p", keys: [page], choices: 2)
    let common = try hit(.page, "b", "p", keys: [page], choices: 4)
    #expect(names(group(rare, visit, item)) == [["x", "p", "rx"]])
    #expect(names(group(visit, item, common)) == [["p", "rx", "x"]])
    #expect(group(visit, item, common).first?.signals.choices.count == 7)
  }

  @Test("A row does not show what a stronger class protects")
  func protection() throws {
    let key = EntityKey.item(app: "a", identifier: "x")
    func row(_ activityClass: ProtectionClass) throws -> Item? {
      try group(
        try hit(.item, "a", "x", keys: [key], protection: .firstUnlock),
        try hit(
          .activity, "a", "rx", keys: [key], protection: activityClass,
          [.title: .string("Secret")])
      ).first?.hit.item.item()
    }
    #expect(try row(.complete)?.attributes[.title] == nil)
    #expect(try row(.firstUnlock)?.attributes[.title] == .string("Secret"))
    #expect(try row(.none)?.attributes[.title] == .string("Secret"))
  }

  @Test("By a value of what is shown, a row stands where that stands")
  func placing() throws {
    let page = EntityKey.webPage(at: "https://p/")
    let hits = [
      try hit(.page, "b", "p", keys: [page]), try hit(.item, "a", "y", keys: []),
      try hit(.item, "a", "x", keys: [.item(app: "a", identifier: "x"), page]),
    ]
    #expect(names(ResultGrouping.group(hits, limit: 9)) == [["x", "p"], ["y"]])
    #expect(names(ResultGrouping.group(hits, limit: 9, placing: .shown)) == [["y"], ["x", "p"]])
    #expect(names(ResultGrouping.group(hits, limit: 1, placing: .shown)) == [["y"]])
  }

  @Test("An item whose bytes are damaged is shown as it is")
  func damage() throws {
    let key = EntityKey.item(app: "a", identifier: "x")
    var item = try hit(.item, "a", "x", keys: [key], [.displayName: .string("Item")])
    var bytes = Array(item.hit.item.bytes)
    // The type of the value, at the third byte of the only row of the table.
    bytes[30] = 99
    item.hit.item = try EncodedItem(opening: bytes)
    let visit = try hit(.activity, "a", "rx", keys: [key], [.title: .string("Visit")])
    #expect(group(item, visit).first?.hit.item == item.hit.item)
  }

  @Test("Random hits are joined as the rule says", arguments: 0..<150 as Range<UInt64>)
  func model(seed: UInt64) throws {
    var random = RandomHits(seed: seed)
    let hits = random.hits()
    for (atShown, placing) in [(false, ResultGrouping.Placing.best), (true, .shown)] {
      let rows = ResultGrouping.group(hits, limit: 100, placing: placing)
      #expect(
        rows == GroupingModel.group(hits, limit: 100, atShown: atShown), "seed \(seed)")
      #expect(
        ResultGrouping.group(hits, limit: 3, placing: placing) == Array(rows.prefix(3)),
        "seed \(seed)")
    }
  }

  @Test(
    "No source is lost, and no row has two items of one app", arguments: 0..<60 as Range<UInt64>)
  func invariants(seed: UInt64) throws {
    var random = RandomHits(seed: seed)
    let hits = random.hits()
    let rows = ResultGrouping.group(hits, limit: 100)
    #expect(Set(rows.flatMap(\.sources)) == Set(hits.flatMap(\.sources)), "seed \(seed)")
    for row in rows {
      let items = row.keys.filter { $0.kind == .item }
      #expect(items.count <= 1, "seed \(seed)")
      #expect(row.sources.first?.identifier == row.hit.item.uniqueIdentifier, "seed \(seed)")
    }
    // Rows that are grouped again are joined no further.
    #expect(ResultGrouping.group(rows, limit: 100).count == rows.count, "seed \(seed)")
  }

  @Test(
    "Which hits are about one item does not depend on their order",
    arguments: 0..<30 as Range<UInt64>)
  func independence(seed: UInt64) throws {
    var random = RandomHits(seed: seed)
    let hits = random.hits()
    func partition(_ hits: [GroupedHit]) -> Set<Set<ResultSource>> {
      Set(
        ResultGrouping.group(hits, limit: 100).map { row in
          // Pages and files go to the best of several items; the rest is the same in any order.
          Set(row.sources.filter { $0.kind == .item })
        }.filter { !$0.isEmpty })
    }
    let shuffled = hits.shuffled(using: &random.random.generator)
    #expect(partition(shuffled) == partition(hits), "seed \(seed)")
  }
}

/// Makes hits that often have something in common.
struct RandomHits {
  var random: RandomActivities

  init(seed: UInt64) {
    random = RandomActivities(seed: seed)
  }

  mutating func hits() -> [GroupedHit] {
    (0..<random.generator.below(14)).compactMap { number in
      hit(score: 20 - Double(number) / 2)
    }
  }

  private mutating func pick(_ values: [String]) -> String {
    values[random.generator.below(values.count)]
  }

  private mutating func hit(score: Double) -> GroupedHit? {
    let app = pick(["a", "b", "c"])
    let kinds = ResultSource.Kind.allCases
    let kind = kinds[random.generator.below(kinds.count)]
    let identifier = pick(["x", "y", "z"])
    let thing = EntityKey.item(app: app, identifier: identifier)
    var keys: [EntityKey] = kind == .item ? [thing] : []
    if kind == .activity, random.generator.once(in: 2) { keys.append(thing) }
    if random.generator.once(in: 2) { keys.append(.file(pick(["file:///1", "file:///2"]))) }
    if random.generator.once(in: 2) {
      keys.append(.webPage(at: pick(["https://1/", "https://2/"])))
    }
    var attributes = Attributes()
    let ids: [AttributeID] = [
      .title, .displayName, .contentURL, .relatedUniqueIdentifier, AttributeID(rawValue: 0xF001),
    ]
    for id in ids where random.generator.once(in: 3) { attributes[id] = .string(random.text()) }
    if random.generator.once(in: 3) { attributes[.lastUsedDate] = .date(random.timestamp()) }
    let item = Item(uniqueIdentifier: identifier, attributes: attributes)
    let classes = ProtectionClass.allCases
    guard let bytes = try? ItemCodec.encode(item), let encoded = try? EncodedItem(validating: bytes)
    else { return nil }
    return GroupedHit(
      hit: WireHit(
        scope: IndexScope(app: app, index: ""),
        protection: classes[random.generator.below(classes.count)], score: score, item: encoded),
      sources: [ResultSource(app: app, identifier: identifier, kind: kind)], keys: keys,
      signals: random.signals())
  }
}
