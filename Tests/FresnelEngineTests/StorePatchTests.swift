import FresnelModel
import FresnelQuery
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelEngine

@Suite("Changing numbers and dates of stored items")
struct StorePatchTests {
  private let clock = ManualClock()
  private let storage = FaultyStorage()

  private func open(
    imageByteCount: Int = 1, key: EncryptionKey? = nil, mode: Store.Mode = .readWrite
  ) throws -> Store {
    try Store.open(
      at: "/store", mode: mode, storage: storage,
      options: StoreOptions(
        clock: { [clock] in clock.now }, mergesInBackground: false, imageByteCount: imageByteCount,
        encryptionKey: key))
  }

  private static func item(_ number: Int) -> Item {
    var item = Item("\(number)", title: "Note \(number)", text: "words of \(number)", domain: "d")
    item.attributes[.pageCount] = .integer(Int64(number))
    item.attributes[.contentCreationDate] = .date(
      Timestamp(secondsSinceReferenceDate: Double(number)))
    item.attributes[.lastUsedDate] = .date(Timestamp(secondsSinceReferenceDate: 900))
    return item
  }

  private static func update(_ identifier: String, _ change: (inout Item) -> Void) -> Item {
    var update = Item(uniqueIdentifier: identifier, isUpdate: true)
    change(&update)
    return update
  }

  private static func pages(_ identifier: String, _ count: Int64) -> Item {
    update(identifier) { $0.attributes[.pageCount] = .integer(count) }
  }

  /// Lets a file be made of what was put.
  private static func settle(_ store: Store) async {
    _ = await store.apply(Batch(scope: .notes, operations: []))
  }

  private static func counts(_ store: Store) -> (deleted: Int, patched: Int) {
    store.statistics().segments.reduce((0, 0)) {
      ($0.0 + $1.deletedCount, $0.1 + $1.patchedCount)
    }
  }

  private static func items(_ store: Store) throws -> [Item] {
    var items: [Item] = []
    try store.snapshot().forEachItem { _, item in
      items.append(try item.item())
      return true
    }
    return items
  }

  // MARK: - What is written

  @Test(
    "a changed number costs some bytes of the journal, lasts, and is in the item once the store is compact",
    arguments: [1, 1 << 24], [0, 7] as [UInt8])
  func number(imageByteCount: Int, key: UInt8) async throws {
    let key = WriterProgram.key(key)
    var store = try open(imageByteCount: imageByteCount, key: key)
    try await store.put((0..<20).map(Self.item))
    await Self.settle(store)
    let byteCount = store.statistics().journalByteCount
    try await store.put([Self.pages("3", 70)])
    #expect(store.statistics().journalByteCount - byteCount < 200)
    #expect(Self.counts(store) == (0, 1))
    var expected = (0..<20).map(Self.item)
    expected[3].attributes[.pageCount] = .integer(70)
    // The item keeps its place in the order.
    #expect(try Self.items(store) == expected)
    for _ in 0..<2 {
      store.close()
      store = try open(imageByteCount: imageByteCount, key: key)
      #expect(try Self.items(store) == expected)
      #expect(try store.snapshot().matches("pageCount == 70") == ["3"])
      #expect(try store.snapshot().matches("pageCount == 3") == [])
      #expect(store.check().isSound)
    }
    // The next file is a checkpoint, after which the journal does not tell of the change.
    try await store.put([Self.item(20)])
    await Self.settle(store)
    store.close()
    store = try open(imageByteCount: imageByteCount, key: key)
    expected.append(Self.item(20))
    #expect(try Self.items(store) == expected)
    let digest = store.snapshot().digests()
    try store.compact()
    #expect(Self.counts(store) == (0, 0))
    #expect(try Self.items(store) == expected)
    #expect(store.snapshot().digests() == digest)
    #expect(try store.snapshot().matches("pageCount == 70") == ["3"])
    store.close()
  }

  @Test("what needs other terms, another row or another rank is put anew; the rest is not")
  func kinds() async throws {
    let flag = CustomAttributeKey(name: "flag")
    let changes: [(String, isPatched: Bool, (inout Item) -> Void)] = [
      ("a number", true, { $0.attributes[.pageCount] = .integer(99) }),
      ("a number that goes", true, { $0.attributes[.pageCount] = .null }),
      ("a number that comes", true, { $0.attributes[.fileSize] = .double(0.5) }),
      ("a truth value", true, { $0.attributes[.custom(flag)] = .boolean(true) }),
      (
        "numbers", true,
        { $0.attributes[.latitude] = .array([.integer(1), .date(.distantFuture)]) }
      ),
      (
        "a date that is not the latest", true,
        { $0.attributes[.contentCreationDate] = .date(Timestamp(secondsSinceReferenceDate: 800)) }
      ),
      (
        "the latest date", false,
        { $0.attributes[.lastUsedDate] = .date(Timestamp(secondsSinceReferenceDate: 9e8)) }
      ),
      ("the hint", false, { $0.attributes[.rankingHint] = .integer(90) }),
      ("a title", false, { $0.attributes[.title] = .string("Other") }),
      ("a text in place of a number", false, { $0.attributes[.pageCount] = .string("x") }),
      ("a number in a row", false, { $0.attributes[.kind] = .integer(1) }),
      ("the domain", false, { $0.domainIdentifier = "other" }),
    ]
    let store = try open(imageByteCount: 1 << 24)
    try await store.put(changes.indices.map(Self.item))
    // The images of single items, which later batches make, are left out of the count.
    var patchedCount = 0
    for (number, (what, isPatched, change)) in changes.enumerated() {
      let update = Self.update("\(number)", change)
      try await store.put([update])
      patchedCount += isPatched ? 1 : 0
      #expect(Self.counts(store).patched == patchedCount, "\(what)")
      let found = store.snapshot().item(scope: .notes, identifier: "\(number)")
      #expect(try found?.item() == Self.item(number).merged(with: update), "\(what)")
    }
    store.close()
  }

  @Test("an item that is put whole and differs in a number only is patched too")
  func wholeItem() async throws {
    let store = try open()
    try await store.put((0..<9).map(Self.item))
    await Self.settle(store)
    var changed = Self.item(5)
    changed.attributes[.pageCount] = .integer(6)
    try await store.put([changed])
    #expect(Self.counts(store) == (0, 1))
    #expect(try store.snapshot().matches("pageCount == 6") == ["5", "6"])
    try await store.put([Self.item(5)])
    #expect(try Self.items(store) == (0..<9).map(Self.item))
    store.close()
  }

  @Test("a quarter of a large segment's items are renewed by patches, the others put anew")
  func boundOfRenewals() async throws {
    let store = try open()
    try await store.put((0..<800).map(Self.item))
    await Self.settle(store)
    try await store.put(
      (0..<300).map { number in
        var item = Self.item(number)
        item.expiration = Timestamp(secondsSinceReferenceDate: 50)
        return item
      })
    #expect(Self.counts(store) == (100, 200))
    #expect(try store.snapshot().matches("expirationDate == $time.now(50)").count == 300)
    store.close()
  }

  @Test("an eighth of a large segment's items are patched, the others put anew")
  func bound() async throws {
    let store = try open()
    try await store.put((0..<800).map(Self.item))
    await Self.settle(store)
    try await store.put((0..<300).map { Self.pages("\($0)", 5000) })
    #expect(Self.counts(store) == (200, 100))
    #expect(try store.snapshot().matches("pageCount == 5000").count == 300)
    store.close()
    let again = try open()
    #expect(Self.counts(again).patched == 100)
    #expect(try again.snapshot().matches("pageCount == 5000").count == 300)
    again.close()
  }

  // MARK: - What is read

  @Test("a renewed item vanishes at its new time, in files and images", arguments: [1, 1 << 24])
  func expiry(imageByteCount: Int) async throws {
    let store = try open(imageByteCount: imageByteCount)
    func item(_ number: Int, expiring seconds: Double?) -> Item {
      var item = Self.item(number)
      item.expiration = seconds.map { Timestamp(secondsSinceReferenceDate: $0) }
      return item
    }
    try await store.put([
      item(0, expiring: 10), item(1, expiring: 10), item(2, expiring: nil), item(3, expiring: 30),
    ])
    await Self.settle(store)
    try await store.put([
      item(0, expiring: 40), item(1, expiring: nil), item(2, expiring: 20), item(3, expiring: 5),
    ])
    #expect(Self.counts(store) == (0, 4))
    let early = store.snapshot()
    for (time, expected) in [
      (4.0, ["0", "1", "2", "3"]), (6, ["0", "1", "2"]), (15, ["0", "1", "2"]), (25, ["0", "1"]),
      (45, ["1"]),
    ] {
      clock.advance(by: time - clock.now.secondsSinceReferenceDate)
      let snapshot = store.snapshot()
      #expect(snapshot.identifiers() == expected, "at \(time)")
      #expect(try snapshot.matches(#"title == "Note*""#) == expected, "at \(time)")
      #expect(try snapshot.typed("note").sorted() == expected, "at \(time)")
      #expect(snapshot.scopes().map(\.itemCount) == [expected.count], "at \(time)")
      let all = expected.filter { $0 != "1" }
      #expect(try snapshot.matches("expirationDate > $time.now") == all, "at \(time)")
    }
    #expect(early.identifiers() == ["0", "1", "2", "3"])
    try store.compact()
    #expect(store.snapshot().identifiers() == ["1"])
    #expect(store.statistics().segments.map(\.documentCount) == [1])
    store.close()
  }

  @Test(
    "ranges, filters and words find patched items as the evaluator does", arguments: [1, 1 << 24])
  func searches(imageByteCount: Int) async throws {
    let store = try open(imageByteCount: imageByteCount)
    try await store.put((0..<700).map(Self.item))
    await Self.settle(store)
    var generator = SeededGenerator(seed: 3)
    var model = (0..<700).map(Self.item)
    for _ in 0..<3 {
      var updates: [Item] = []
      for number in (0..<700).shuffled(using: &generator).prefix(25) {
        let update = Self.update("\(number)") {
          $0.attributes[.pageCount] =
            generator.once(in: 5) ? .null : .integer(Int64(generator.below(700)))
          if generator.once(in: 3) {
            $0.attributes[.contentCreationDate] = .date(
              Timestamp(secondsSinceReferenceDate: Double(generator.below(700))))
          }
          if generator.once(in: 3) {
            $0.expiration = Timestamp(secondsSinceReferenceDate: Double(1 + generator.below(700)))
          }
        }
        updates.append(update)
        model[number] = model[number].merged(with: update)
      }
      try await store.put(updates)
      let snapshot = store.snapshot()
      for _ in 0..<20 {
        let (low, high) = (generator.below(700), generator.below(700))
        let queries: [(String, (Item) -> Bool)] = [
          ("pageCount >= \(low)", { $0.number(.pageCount).map { $0 >= low } ?? false }),
          ("pageCount != \(low)", { $0.number(.pageCount) != low }),
          (
            "InRange(pageCount, \(min(low, high)), \(max(low, high)))",
            { $0.number(.pageCount).map { $0 >= min(low, high) && $0 <= max(low, high) } ?? false }
          ),
          (
            #"title == "note*"cd && pageCount < \#(low)"#,
            { $0.number(.pageCount).map { $0 < low } ?? false }
          ),
          (
            #"textContent == "\#(low)"cdw || pageCount == \#(high)"#,
            { $0.uniqueIdentifier == "\(low)" || $0.number(.pageCount) == high }
          ),
          (
            "!(pageCount >= \(low) && contentCreationDate < $time.now(\(high)))",
            {
              !(($0.number(.pageCount) ?? -1) >= low
                && ($0.number(.contentCreationDate) ?? 900) < high)
            }
          ),
          (
            "expirationDate < $time.now(\(high))",
            { $0.expiration.map { Int($0.secondsSinceReferenceDate) < high } ?? false }
          ),
        ]
        for (query, isMatch) in queries {
          let expected = model.filter(isMatch).map(\.uniqueIdentifier).sorted()
          #expect(try snapshot.matches(query) == expected, "\(query)")
        }
      }
    }
    #expect(Self.counts(store).patched > 50)
    store.close()
  }

  @Test("a snapshot and a reader see what was there when they looked")
  func snapshots() async throws {
    let store = try open()
    try await store.put((0..<9).map(Self.item))
    await Self.settle(store)
    let reader = try open(mode: .readOnly)
    let before = store.snapshot()
    try await store.put([Self.pages("1", 50)])
    #expect(try before.matches("pageCount == 50") == [])
    #expect(try store.snapshot().matches("pageCount == 50") == ["1"])
    #expect(try reader.snapshot().matches("pageCount == 50") == [])
    try reader.refresh()
    #expect(try reader.snapshot().matches("pageCount == 50") == ["1"])
    reader.close()
    store.close()
  }

  @Test("rows and attributes of patched items are those of the item")
  func rows() async throws {
    let store = try open()
    try await store.put((0..<9).map(Self.item))
    await Self.settle(store)
    try await store.put([
      Self.update("4") {
        $0.attributes[.pageCount] = .integer(44)
        $0.expiration = Timestamp(secondsSinceReferenceDate: 99)
      }
    ])
    let expiration = Timestamp(secondsSinceReferenceDate: 99)
    let snapshot = store.snapshot()
    for detail in [
      SearchRequest.Detail.items, .rows, .attributes([.builtIn(.title)]),
      .attributes([.builtIn(.pageCount)]),
    ] {
      let results = try snapshot.search(
        SearchRequest(
          query: try parseQuery(#"title == "note 4"cd"#), context: .init(now: clock.now),
          detail: detail))
      #expect(results.hits.map(\.item.uniqueIdentifier) == ["4"])
      #expect(results.hits.first?.item.expiration == expiration)
      let pages = try results.hits.first?.item.decodedValue(for: .builtIn(.pageCount))
      let isWhole = detail != .rows && detail != .attributes([.builtIn(.title)])
      #expect(pages == (isWhole ? .integer(44) : nil))
    }
    store.close()
  }

  @Test("a batch whose patches are longer than its items is taken, and stays")
  func longPatches() async throws {
    func openSmall() throws -> Store {
      try Store.open(
        at: "/store", storage: storage,
        options: StoreOptions(
          clock: { [clock] in clock.now }, mergesInBackground: false, imageByteCount: 1,
          largestBatchByteCount: 3000))
    }
    func items(_ letter: String) -> [Item] {
      (0..<10).map { number in
        var item = Item(uniqueIdentifier: "\(number)")
        let name = String(repeating: letter, count: 200)
        item.attributes[.custom(CustomAttributeKey(name: name))] = .boolean(true)
        return item
      }
    }
    let store = try openSmall()
    try await store.put(items("a"))
    await Self.settle(store)
    try await store.put(items("b"))
    #expect(Set(try Self.items(store)) == Set(items("b")))
    store.close()
    let again = try openSmall()
    #expect(Set(try Self.items(again)) == Set(items("b")))
    again.close()
  }

  @Test(
    "renewals of a quarter of the items do not slow down a disjunction", .timeLimit(.minutes(10)))
  func disjunction() async throws {
    let store = try open()
    try await store.put((0..<8000).map(Self.item))
    await Self.settle(store)
    try await store.put(
      (0..<2000).map { number in
        Self.update("\(number)") { $0.expiration = Timestamp(secondsSinceReferenceDate: 1e6) }
      })
    #expect(Self.counts(store).patched == 2000)
    let query = #"title == "note*"cd || pageCount == -1"#
    #expect(try store.snapshot().matches(query).count == 8000)
    store.close()
  }

  @Test("a renewed item is sorted by columns")
  func sortedRenewals() async throws {
    let store = try open()
    try await store.put((0..<50).map(Self.item))
    await Self.settle(store)
    try await store.put(
      (0..<40).map { number in
        Self.update("\(number)") { $0.expiration = Timestamp(secondsSinceReferenceDate: 1e6) }
      })
    let snapshot = store.snapshot()
    func results(by name: String) throws -> SearchResults {
      try snapshot.search(
        SearchRequest(
          query: try parseQuery("pageCount >= 0"), order: .descending(name),
          context: EvaluationContext(now: snapshot.time)))
    }
    #expect(try results(by: "pageCount").work.evaluatedItemCount == 0)
    #expect(try results(by: "pageCount").hits.map(\.item.uniqueIdentifier).first == "49")
    #expect(try results(by: "expirationDate").work.evaluatedItemCount == 40)
    store.close()
  }
}

extension Item {
  fileprivate func number(_ key: AttributeID) -> Int? {
    switch attributes[key] {
    case .integer(let integer)?: Int(integer)
    case .date(let date)?: Int(date.secondsSinceReferenceDate)
    default: nil
    }
  }
}
