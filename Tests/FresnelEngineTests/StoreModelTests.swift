import FresnelEngine
import FresnelModel
import FresnelQuery
import FresnelStorage
import FresnelTestSupport
import FresnelText
import Testing

/// What a store does, done naively: items in a dictionary, queries asked of each.
private struct NaiveStore {
  struct Key: Hashable {
    let scope: IndexScope
    let identifier: String
  }
  private(set) var items: [Key: Item] = [:]
  private(set) var clientStates: [IndexScope: [UInt8]] = [:]

  mutating func apply(_ batch: Batch, items encoded: [[Item]], now: Timestamp) -> Bool {
    if case .exactly(let expected) = batch.expectedClientState,
      clientStates[batch.scope] != expected
    {
      return false
    }
    var puts = encoded.makeIterator()
    for operation in batch.operations {
      switch operation {
      case .put: for item in puts.next() ?? [] { put(item, batch.scope, now) }
      case .deleteIdentifiers(let identifiers):
        for identifier in identifiers {
          items[Key(scope: batch.scope, identifier: identifier)] = nil
        }
      case .deleteDomains(let domains):
        items = items.filter { key, item in
          guard key.scope == batch.scope, let domain = item.domainIdentifier else { return true }
          return !domains.contains { domain == $0 || domain.hasPrefix($0 + ".") }
        }
      case .deleteAll: items = items.filter { $0.key.scope != batch.scope }
      }
    }
    if let state = batch.clientState { clientStates[batch.scope] = state }
    return true
  }

  private mutating func put(_ item: Item, _ scope: IndexScope, _ now: Timestamp) {
    let key = Key(scope: scope, identifier: item.uniqueIdentifier)
    var result = item
    if item.isUpdate {
      let stored = items[key].flatMap { isVisible($0, now) ? $0 : nil }
      result = (stored ?? Item(uniqueIdentifier: item.uniqueIdentifier)).merged(with: item)
    }
    result.isUpdate = false
    items[key] = result
  }

  private func isVisible(_ item: Item, _ now: Timestamp) -> Bool {
    item.expiration.map { $0 > now } ?? true
  }

  func visible(_ now: Timestamp) -> [Key: Item] {
    items.filter { isVisible($0.value, now) }
  }
}

@Suite("Store against a naive model")
struct StoreModelTests {
  private static let scopes = [IndexScope.notes, .mail, IndexScope(app: "org.example.mail")]

  @Test(
    "random operations leave what the model holds, and queries find it",
    arguments: 0..<40 as Range<UInt64>)
  func randomOperations(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    try await withTemporaryStore { directory in
      let clock = ManualClock()
      // From a file for each batch, over images that are joined first, to none at all.
      let imageByteCounts = [1, 4_000, 30_000, 16 << 20]
      let options = StoreOptions(
        clock: { clock.now }, mergesInBackground: seed % 2 == 0,
        imageByteCount: imageByteCounts[Int(seed / 2 % 4)], garbageByteCount: 20_000)
      var store = try Store.open(at: directory, options: options)
      var model = NaiveStore()
      for step in 0..<40 {
        switch Int.random(in: 0..<20, using: &generator) {
        case 0:
          store.close()
          store = try Store.open(at: directory, options: options)
          #expect(store.loss.extent == .none)
        case 1: try store.compact()
        case 2: clock.advance(by: 5)
        default:
          let (batch, items) = try Self.batch(&generator, model, clock.now)
          let isApplied = model.apply(batch, items: items, now: clock.now)
          let error = await store.apply(batch)
          try #require((error == nil) == isApplied, "seed \(seed), step \(step)")
        }
        if step % 8 == 7 { try Self.compare(store, model, clock.now, seed, &generator) }
      }
      #expect(store.check().isSound)
      store.close()
    }
  }

  private static func batch(
    _ generator: inout SeededGenerator, _ model: NaiveStore, _ now: Timestamp
  ) throws -> (Batch, [[Item]]) {
    let scope = scopes.randomElement(using: &generator) ?? .notes
    let stored = model.items.filter { $0.key.scope == scope }.map(\.value).sorted {
      $0.uniqueIdentifier < $1.uniqueIdentifier
    }
    var operations: [Operation] = []
    var puts: [[Item]] = []
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      switch Int.random(in: 0..<12, using: &generator) {
      case 0: operations.append(.deleteDomains([domain(&generator) ?? "a"]))
      case 1: operations.append(.deleteAll)
      case 2, 3:
        operations.append(.deleteIdentifiers([identifier(&generator), identifier(&generator)]))
      default:
        let items = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
          // Now and then an item as it is stored, and perhaps with another expiry.
          if Int.random(in: 0..<4, using: &generator) == 0,
            var item = stored.randomElement(using: &generator)
          {
            if Bool.random(using: &generator) {
              item.expiration = Timestamp(
                secondsSinceReferenceDate: now.secondsSinceReferenceDate
                  + Double(Int.random(in: 0...10, using: &generator)))
            }
            return item
          }
          var item = RandomText.item(identifier(&generator), &generator)
          item.domainIdentifier = domain(&generator)
          item.isUpdate = Int.random(in: 0..<4, using: &generator) == 0
          if Int.random(in: 0..<4, using: &generator) == 0 {
            item.expiration = Timestamp(
              secondsSinceReferenceDate: now.secondsSinceReferenceDate
                + Double(Int.random(in: 0...10, using: &generator)))
          }
          return item
        }
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

  private static func identifier(_ generator: inout SeededGenerator) -> String {
    let number = Int.random(in: 0..<24, using: &generator)
    return number == 0 ? "é" : "id\(number)"
  }

  private static func domain(_ generator: inout SeededGenerator) -> String? {
    [nil, "a", "a.b", "a.b.c", "ab", "b"].randomElement(using: &generator) ?? nil
  }

  private static func compare(
    _ store: Store, _ model: NaiveStore, _ now: Timestamp, _ seed: UInt64,
    _ generator: inout SeededGenerator
  ) throws {
    let snapshot = store.snapshot()
    let expected = model.visible(now)
    var found: [NaiveStore.Key: Item] = [:]
    try snapshot.forEachItem { scope, item in
      found[.init(scope: scope, identifier: item.uniqueIdentifier)] = try item.item()
      return true
    }
    try #require(found == expected, "seed \(seed)")
    for scope in scopes {
      try #require(snapshot.clientState(of: scope) == model.clientStates[scope], "seed \(seed)")
    }
    for _ in 0..<40 {
      let query = RandomText.query(&generator)
      let locale = ["", "sv", "tr", "es"].randomElement(using: &generator) ?? ""
      try compare(query, TextLocale(identifier: locale), snapshot, expected, seed)
    }
  }

  private static func compare(
    _ query: Query, _ locale: TextLocale, _ snapshot: Snapshot, _ items: [NaiveStore.Key: Item],
    _ seed: UInt64
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
    let ranked = all.hits.map {
      NaiveStore.Key(scope: $0.scope, identifier: $0.item.uniqueIdentifier)
    }
    try #require(
      Set(ranked) == expected && ranked.count == expected.count, "seed \(seed): \(query)")
    // The first few are the head of the whole ranking: stopping early must not change it.
    let few = try snapshot.search(SearchRequest(query: query, limit: 3, context: context))
    let head = few.hits.map {
      NaiveStore.Key(scope: $0.scope, identifier: $0.item.uniqueIdentifier)
    }
    try #require(head == Array(ranked.prefix(3)), "seed \(seed): \(query)")
  }
}
