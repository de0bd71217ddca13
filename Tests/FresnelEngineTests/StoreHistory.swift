import FresnelEngine
import FresnelModel
import FresnelQuery
import FresnelStorage
import FresnelTestSupport
import FresnelText
import Testing

/// Random operations, another history for each seed, done to a store and to a naive one, which must stay
/// the same: batches of every kind, expiry, compacting and closing.
struct StoreHistory {
  private static let scopes = [IndexScope.notes, .mail, IndexScope(app: "org.example.mail")]

  private let seed: UInt64
  private let directory: String
  private let storage: any Storage
  private let clock = ManualClock()
  private var generator: SeededGenerator
  private var model = NaiveStore()

  init(seed: UInt64, directory: String, storage: any Storage) {
    self.seed = seed
    self.directory = directory
    self.storage = storage
    generator = SeededGenerator(seed: seed)
  }

  /// From a file for each batch, over in-memory segments that are merged first, to none at all; written beside the
  /// writer or by it; plain or encrypted; and, beside the writer, straight to files or not.
  private var options: StoreOptions {
    var options = StoreOptions(
      clock: { [clock] in clock.now }, mergesInBackground: seed % 2 == 0,
      flushByteCount: [1, 4_000, 30_000, 16 << 20][Int(seed / 2 % 4)], garbageByteCount: 20_000,
      encryptionKey: WriterProgram.key(seed % 5 == 4 ? 7 : 0))
    if seed % 3 == 2 { options.bulk = .small }
    if seed % 5 == 1 { options.itemBlockByteCount = 100 }
    return options
  }

  private func open() throws -> Store {
    try Store.open(at: directory, storage: storage, options: options)
  }

  /// Does some operations, and compares the stores after each few.
  mutating func run(steps: Int, queriesPerCheck: Int = 40) async throws {
    var store = try open()
    for step in 0..<steps {
      switch generator.below(20) {
      case 0:
        store.close()
        store = try open()
        #expect(store.loss.extent == .none, "seed \(seed), step \(step)")
      case 1: try store.compact()
      case 2: clock.advance(by: 5)
      default:
        let (batch, items) = try batch()
        let isApplied = model.apply(batch, items: items, now: clock.now)
        let error = await store.apply(batch)
        try #require((error == nil) == isApplied, "seed \(seed), step \(step)")
      }
      if step % 8 == 7 { try compare(store, queryCount: queriesPerCheck) }
    }
    #expect(store.check().isSound, "seed \(seed)")
    store.close()
  }

  // MARK: - Batches

  private mutating func batch() throws -> (Batch, [[Item]]) {
    let scope = Self.scopes.randomElement(using: &generator) ?? .notes
    let stored = model.items.filter { $0.key.scope == scope }.map(\.value).sorted {
      $0.uniqueIdentifier < $1.uniqueIdentifier
    }
    var operations: [FresnelEngine.Operation] = []
    var puts: [[Item]] = []
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      switch generator.below(12) {
      case 0: operations.append(.deleteDomains([domain() ?? "a"]))
      case 1: operations.append(.deleteAll)
      case 2, 3:
        operations.append(.deleteIdentifiers([identifier(), identifier()]))
      default:
        let items = (0..<Int.random(in: 1...6, using: &generator)).map { _ in item(stored) }
        puts.append(items)
        operations.append(.put(try items.map { try ItemCodec.encode($0) }))
      }
    }
    let states: [[UInt8]?] = [nil, [1], [2]]
    let expected = states.randomElement(using: &generator) ?? nil
    return (
      Batch(
        scope: scope, operations: operations,
        clientState: states.randomElement(using: &generator) ?? nil,
        expectedClientState: Bool.random(using: &generator) ? .any : .exactly(expected)), puts
    )
  }

  /// A new item, a partial update, or now and then an item as it is stored, perhaps with another expiry.
  private mutating func item(_ stored: [Item]) -> Item {
    if generator.once(in: 4), let item = stored.randomElement(using: &generator) {
      return change(of: item)
    }
    if generator.once(in: 4), var item = stored.randomElement(using: &generator) {
      if generator.once(in: 2) { item.expiration = soon() }
      return item
    }
    var item = RandomText.item(identifier(), &generator)
    item.domainIdentifier = domain()
    item.isUpdate = generator.once(in: 4)
    if generator.once(in: 4) { item.expiration = soon() }
    return item
  }

  /// A partial update, or an item as it is stored but for its numbers and dates: what needs no new terms.
  private mutating func change(of item: Item) -> Item {
    var change = item
    if generator.once(in: 2) {
      change = Item(uniqueIdentifier: item.uniqueIdentifier)
      change.isUpdate = true
    }
    for _ in 0...generator.below(2) {
      switch generator.below(5) {
      case 0: change.attributes[.pageCount] = change.isUpdate ? .null : nil
      case 1: change.attributes[.rankingHint] = .integer(Int64(generator.below(5)))
      case 2:
        change.attributes[.contentCreationDate] = .date(
          Timestamp(secondsSinceReferenceDate: Double(generator.below(30) - 10)))
      case 3: change.attributes[.lastUsedDate] = .date(Timestamp(secondsSinceReferenceDate: 50))
      default: change.attributes[.pageCount] = .integer(Int64(generator.below(5)))
      }
    }
    if generator.once(in: 3) { change.expiration = soon() }
    return change
  }

  private mutating func soon() -> Timestamp {
    Timestamp(
      secondsSinceReferenceDate: clock.now.secondsSinceReferenceDate + Double(generator.below(11)))
  }

  private mutating func identifier() -> String {
    let number = generator.below(24)
    return number == 0 ? "é" : "id\(number)"
  }

  private mutating func domain() -> String? {
    [nil, "a", "a.b", "a.b.c", "ab", "b"].randomElement(using: &generator) ?? nil
  }

  // MARK: - Comparing

  private mutating func compare(_ store: Store, queryCount: Int) throws {
    let snapshot = store.snapshot()
    let expected = model.visible(clock.now)
    var found: [NaiveStore.Key: Item] = [:]
    try snapshot.forEachItem { scope, item in
      found[.init(scope: scope, identifier: item.uniqueIdentifier)] = try item.item()
      return true
    }
    try #require(found == expected, "seed \(seed)")
    for scope in Self.scopes {
      try #require(snapshot.clientState(of: scope) == model.clientStates[scope], "seed \(seed)")
    }
    for _ in 0..<queryCount {
      let query = RandomText.query(&generator)
      let locale = ["", "sv", "tr", "es"].randomElement(using: &generator) ?? ""
      try compare(query, TextLocale(identifier: locale), snapshot, expected)
      if generator.once(in: 3) {
        try compareOrder(of: query, TextLocale(identifier: locale), snapshot, expected)
      }
    }
  }

  /// Compares the matches in the order of an attribute with a naive sort of the model's.
  private mutating func compareOrder(
    of query: Query, _ locale: TextLocale, _ snapshot: Snapshot, _ items: [NaiveStore.Key: Item]
  ) throws {
    let name = Self.sortNames.randomElement(using: &generator) ?? "title"
    let isDescending = Bool.random(using: &generator)
    let order: SearchOrder = isDescending ? .descending(name) : .ascending(name)
    let context = EvaluationContext(now: snapshot.time, locale: locale)
    let compiled = try CompiledQuery(query, context: context)
    var texts = TextOrder(locale)
    let target = AttributeTarget(.named(name))
    let values = items.values.filter { compiled.matches($0) }
      .map { target.sortValue(of: $0, &texts) }
      .sorted { SortValue.precedes($0, $1, isDescending: isDescending) }
    let all = try snapshot.search(
      SearchRequest(query: query, limit: 1000, order: order, context: context))
    try #require(all.hits.map(\.sortValue) == values, "seed \(seed): \(query) by \(order)")
    for hit in all.hits {
      let value = target.sortValue(of: try hit.item.item(), &texts)
      try #require(value == hit.sortValue, "seed \(seed): \(query) by \(order)")
    }
    // The first few are the head of all, equals included.
    let few = try snapshot.search(
      SearchRequest(query: query, limit: 3, order: order, context: context))
    try #require(
      few.hits.map(\.key) == Array(all.hits.map(\.key).prefix(3)),
      "seed \(seed): \(query) by \(order)")
  }

  private static let sortNames = [
    "title", "pageCount", "contentCreationDate", "rankingHint", "contentType", "keywords",
    "authors",
    "color", "expirationDate", "domainIdentifier", "uniqueIdentifier", "htmlContentData",
    "nonsense",
  ]

  private func compare(
    _ query: Query, _ locale: TextLocale, _ snapshot: Snapshot, _ items: [NaiveStore.Key: Item]
  ) throws {
    let context = EvaluationContext(now: snapshot.time, locale: locale)
    let compiled = try CompiledQuery(query, context: context)
    let expected = Set(items.filter { compiled.matches($0.value) }.keys)
    var found: Set<NaiveStore.Key> = []
    try snapshot.forEachMatch(of: query, context: context) { hit in
      let isNew = found.insert(.init(scope: hit.scope, identifier: hit.item.uniqueIdentifier))
        .inserted
      #expect(isNew, "seed \(seed): \(query)")
      return true
    }
    try #require(
      found == expected,
      """
      seed \(seed), \(locale.identifier): \(query)
      missed \(expected.subtracting(found).compactMap { items[$0] })
      found wrongly \(found.subtracting(expected).compactMap { items[$0] })
      """
    )
    let all = try snapshot.search(
      SearchRequest(query: query, limit: 1000, context: context, countsMatches: true))
    try #require(all.matchCount == expected.count, "seed \(seed): \(query)")
    let ranked = all.hits.map(\.key)
    try #require(
      Set(ranked) == expected && ranked.count == expected.count, "seed \(seed): \(query)")
    // The first few are the head of the whole ranking: stopping early must not change it.
    let few = try snapshot.search(SearchRequest(query: query, limit: 3, context: context))
    try #require(few.hits.map(\.key) == Array(ranked.prefix(3)), "seed \(seed): \(query)")
  }
}

extension Hit {
  fileprivate var key: NaiveStore.Key {
    NaiveStore.Key(scope: scope, identifier: item.uniqueIdentifier)
  }
}
