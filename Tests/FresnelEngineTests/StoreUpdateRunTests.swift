import FresnelEngine
import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("Many partial updates of an item in one batch")
struct StoreUpdateRunTests {
  private func open(
    _ storage: FaultyStorage = FaultyStorage(), _ clock: ManualClock = ManualClock(),
    largestBatchByteCount: Int = 1 << 29
  ) throws -> Store {
    try Store.open(
      at: "/store", storage: storage,
      options: StoreOptions(
        clock: { clock.now }, largestBatchByteCount: largestBatchByteCount))
  }

  private func update(_ number: Int, of identifier: String = "one") -> Item {
    var item = Item(uniqueIdentifier: identifier)
    item.isUpdate = true
    item.attributes[.custom(CustomAttributeKey(name: "k\(number)"))] = .integer(Int64(number))
    return item
  }

  @Test("Updates with new attributes count as what they come to, not as an item for each of them")
  func manyNewAttributes() async throws {
    let store = try open(largestBatchByteCount: 400_000)
    try await store.put((0..<2_000).map { update($0) })
    let stored = try #require(try store.snapshot().item(scope: .notes, identifier: "one")?.item())
    let numbers = (0..<2_000).map {
      stored.attributes[.custom(CustomAttributeKey(name: "k\($0)"))]
    }
    #expect(numbers == (0..<2_000).map { .integer(Int64($0)) })
    store.close()
  }

  @Test("Attributes that are set to nil do not count, however many there are")
  func manyDeletions() async throws {
    let store = try open()
    try await store.put([update(100_000)])
    let deletions = (0..<ItemLimits.attributeCount + 10).map { number in
      var item = update(number)
      for key in item.attributes.values.keys { item.attributes[key] = .null }
      return item
    }
    try await store.put(deletions)
    let stored = try #require(try store.snapshot().item(scope: .notes, identifier: "one")?.item())
    #expect(Array(stored.attributes.values.keys) == [.custom(CustomAttributeKey(name: "k100000"))])
    store.close()
  }

  @Test("Deletions of domains between updates do not have an item written for each of them")
  func manyDomainDeletions() async throws {
    let store = try open(largestBatchByteCount: 400_000)
    let operations = try (0..<2_000).flatMap { number in
      [
        FresnelEngine.Operation.put([try ItemCodec.encode(update(number))]),
        .deleteDomains(["d\(number)"]),
      ]
    }
    try await store.expectSuccess(of: Batch(scope: .notes, operations: operations))
    let stored = try #require(try store.snapshot().item(scope: .notes, identifier: "one")?.item())
    #expect(stored.attributes.values.count == 2_000)
    store.close()
  }

  @Test(
    "An item that an update moves goes or stays with the domain that it is in then",
    arguments: [false, true])
  func movedItems(isIndexed: Bool) async throws {
    let store = try open()
    try await store.put([
      Item("came", title: "Came", domain: "e"), Item("left", title: "Left", domain: "d.x"),
    ])
    if isIndexed { try store.compact() }
    func moved(_ identifier: String, to domain: String) throws -> FresnelEngine.Operation {
      var item = update(1, of: identifier)
      item.domainIdentifier = domain
      return .put([try ItemCodec.encode(item)])
    }
    let operations = [
      try moved("came", to: "d"), try moved("left", to: "da"), .deleteDomains(["d"]),
    ]
    try await store.expectSuccess(of: Batch(scope: .notes, operations: operations))
    #expect(store.snapshot().identifiers() == ["left"])
    let left = try #require(try store.snapshot().item(scope: .notes, identifier: "left")?.item())
    #expect(left.attributes[.title] == .string("Left"))
    store.close()
  }

  @Test("Whole items before a deletion of a domain are put without reading what is stored of them")
  func wholeItems() async throws {
    func item(_ number: Int, byteCount: Int, isUpdate: Bool = false) throws -> [UInt8] {
      var generator = SeededGenerator(seed: UInt64(number))
      var item = Item("\(number)", title: "Title \(number)", domain: "d")
      // What does not compress, so that each block has few items.
      item.attributes[.thumbnailData] = .data(
        (0..<byteCount).map { _ in UInt8(generator.below(256)) })
      item.isUpdate = isUpdate
      return try ItemCodec.encode(item)
    }
    func callCount(_ operations: [FresnelEngine.Operation]) async throws -> Int {
      let storage = FaultyStorage()
      let filled = try open(storage)
      try await filled.expectSuccess(
        of: Batch(
          scope: .notes,
          operations: [.put(try (0..<600).map { try item($0, byteCount: 700) })]))
      try filled.compact()
      filled.close()
      let store = try Store.open(
        at: "/store", storage: storage, options: StoreOptions(mergesInBackground: false))
      defer { store.close() }
      storage.setFault(nil)
      let batch = Batch(scope: .notes, operations: operations)
      // Counted before what was committed is indexed.
      let (count, error) = await withCheckedContinuation { done in
        store.submit(batch) { error in done.resume(returning: (storage.callCount, error)) }
      }
      #expect(error == nil)
      #expect(store.snapshot().identifiers().count == 600)
      return count
    }
    let puts = FresnelEngine.Operation.put(try (0..<600).map { try item($0, byteCount: 701) })
    let updates = FresnelEngine.Operation.put(
      try (0..<600).map { try item($0, byteCount: 701, isUpdate: true) })
    let plain = try await callCount([puts])
    #expect(try await callCount([puts, .deleteDomains(["e"])]) < plain + 30)
    // Updates have to be read.
    #expect(try await callCount([updates, .deleteDomains(["e"])]) > plain + 60)
  }

  @Test(
    "An expired item that a batch replaces and then deletes is gone, also where the clock goes back"
  )
  func expiredItems() async throws {
    let clock = ManualClock()
    let store = try Store.open(
      at: "/store", storage: FaultyStorage(), options: StoreOptions(clock: { clock.now }))
    var old = Item("one", title: "Old", domain: "c")
    old.expiration = Timestamp(secondsSinceReferenceDate: 5)
    try await store.put([old])
    clock.advance(by: 10)
    let operations: [FresnelEngine.Operation] = [
      .put([
        try ItemCodec.encode(Item("one", title: "New", domain: "d")),
        try ItemCodec.encode(update(1, of: "two")),
      ]), .deleteDomains(["d"]),
    ]
    try await store.expectSuccess(of: Batch(scope: .notes, operations: operations))
    clock.advance(by: -8)
    #expect(store.snapshot().identifiers() == ["two"])
    store.close()
  }

  @Test(
    "Random batches of updates, items and deletions come to what they do one after another",
    arguments: 0..<300 as Range<UInt64>, [false, true])
  func randomBatches(seed: UInt64, keepsStoredItems: Bool) async throws {
    let clock = ManualClock()
    var random = RandomItems(seed: seed)
    let storage = FaultyStorage()
    var store = try open(storage, clock)
    var model = NaiveStore()
    for step in 0..<6 {
      var operations: [FresnelEngine.Operation] = []
      var puts: [[Item]] = []
      for _ in 0..<random.generator.below(12) + 1 {
        switch random.generator.below(16) {
        case 0: operations.append(.deleteAll)
        case 1, 4:
          operations.append(
            .deleteDomains([["d"], ["e"], ["d.x", "e"], ["f"]][random.generator.below(4)]))
        case 2, 3:
          operations.append(.deleteIdentifiers(["\(random.generator.below(4))"]))
        default:
          let items = (0..<random.generator.below(6) + 1).map { _ in item(&random, clock) }
          puts.append(items)
          operations.append(.put(try items.map { try ItemCodec.encode($0) }))
        }
      }
      let batch = Batch(
        scope: .notes, operations: operations, keepsStoredItems: keepsStoredItems)
      _ = model.apply(batch, items: puts, now: clock.now)
      try await store.expectSuccess(of: batch)
      if random.generator.once(in: 3) {
        store.close()
        store = try open(storage, clock)
      }
      let contents = try StoreContents(store.snapshot()).items[.notes] ?? []
      #expect(contents == Set(model.visible(clock.now).values), "seed \(seed), step \(step)")
      clock.advance(by: 1)
    }
    store.close()
  }

  /// One of few items, mostly a partial update, which may have expired already.
  private func item(_ random: inout RandomItems, _ clock: ManualClock) -> Item {
    var item = random.item(isUpdate: !random.generator.once(in: 6))
    item.uniqueIdentifier = "\(random.generator.below(4))"
    item.domainIdentifier = [nil, "d", "d.x", "dx", "e"][random.generator.below(5)]
    item.expiration =
      random.generator.once(in: 3)
      ? Timestamp(
        secondsSinceReferenceDate: clock.now.secondsSinceReferenceDate
          + Double(random.generator.below(4) - 1))
      : nil
    return item
  }
}
