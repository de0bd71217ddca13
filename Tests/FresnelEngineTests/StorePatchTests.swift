import FresnelModel
import FresnelQuery
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelEngine

@Suite("Changing numbers and dates of stored items")
struct StorePatchTests {
  private let fixture = PatchFixture()

  @Test(
    "a changed number costs some bytes of the journal, lasts, and is in the item once the store is compact",
    arguments: [1, 1 << 24], [0, 7] as [UInt8])
  func number(flushByteCount: Int, key: UInt8) async throws {
    let key = WriterProgram.key(key)
    var store = try fixture.open(flushByteCount: flushByteCount, key: key)
    try await store.put((0..<20).map(PatchFixture.item))
    await PatchFixture.settle(store)
    let byteCount = store.statistics().journalByteCount
    try await store.put([PatchFixture.pages("3", 70)])
    #expect(store.statistics().journalByteCount - byteCount < 200)
    #expect(PatchFixture.counts(store) == (0, 1))
    var expected = (0..<20).map(PatchFixture.item)
    expected[3].attributes[.pageCount] = .integer(70)
    // The item keeps its place in the order.
    #expect(try PatchFixture.items(store) == expected)
    for _ in 0..<2 {
      store.close()
      store = try fixture.open(flushByteCount: flushByteCount, key: key)
      #expect(try PatchFixture.items(store) == expected)
      #expect(try store.snapshot().matches("pageCount == 70") == ["3"])
      #expect(try store.snapshot().matches("pageCount == 3") == [])
      #expect(store.check().isSound)
    }
    // The next file is a checkpoint, after which the journal does not tell of the change.
    try await store.put([PatchFixture.item(20)])
    await PatchFixture.settle(store)
    store.close()
    store = try fixture.open(flushByteCount: flushByteCount, key: key)
    expected.append(PatchFixture.item(20))
    #expect(try PatchFixture.items(store) == expected)
    let digest = store.snapshot().digests()
    try store.compact()
    #expect(PatchFixture.counts(store) == (0, 0))
    #expect(try PatchFixture.items(store) == expected)
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
    let store = try fixture.open(flushByteCount: 1 << 24)
    try await store.put(changes.indices.map(PatchFixture.item))
    // The in-memory segments of single items, which later batches make, are left out of the count.
    var patchedCount = 0
    for (number, (what, isPatched, change)) in changes.enumerated() {
      let update = PatchFixture.update("\(number)", change)
      try await store.put([update])
      patchedCount += isPatched ? 1 : 0
      #expect(PatchFixture.counts(store).patched == patchedCount, "\(what)")
      let found = store.snapshot().item(scope: .notes, identifier: "\(number)")
      #expect(try found?.item() == PatchFixture.item(number).merged(with: update), "\(what)")
    }
    store.close()
  }

  @Test("an item that is put whole and differs in a number only is patched too")
  func wholeItem() async throws {
    let store = try fixture.open()
    try await store.put((0..<9).map(PatchFixture.item))
    await PatchFixture.settle(store)
    var changed = PatchFixture.item(5)
    changed.attributes[.pageCount] = .integer(6)
    try await store.put([changed])
    #expect(PatchFixture.counts(store) == (0, 1))
    #expect(try store.snapshot().matches("pageCount == 6") == ["5", "6"])
    try await store.put([PatchFixture.item(5)])
    #expect(try PatchFixture.items(store) == (0..<9).map(PatchFixture.item))
    store.close()
  }

  @Test("a quarter of a large segment's items are renewed by patches, the others put anew")
  func boundOfRenewals() async throws {
    let store = try fixture.open()
    try await store.put((0..<800).map(PatchFixture.item))
    await PatchFixture.settle(store)
    try await store.put(
      (0..<300).map { number in
        var item = PatchFixture.item(number)
        item.expiration = Timestamp(secondsSinceReferenceDate: 50)
        return item
      })
    #expect(PatchFixture.counts(store) == (100, 200))
    #expect(try store.snapshot().matches("expirationDate == $time.now(50)").count == 300)
    store.close()
  }

  @Test("an eighth of a large segment's items are patched, the others put anew")
  func bound() async throws {
    let store = try fixture.open()
    try await store.put((0..<800).map(PatchFixture.item))
    await PatchFixture.settle(store)
    try await store.put((0..<300).map { PatchFixture.pages("\($0)", 5000) })
    #expect(PatchFixture.counts(store) == (200, 100))
    #expect(try store.snapshot().matches("pageCount == 5000").count == 300)
    store.close()
    let again = try fixture.open()
    #expect(PatchFixture.counts(again).patched == 100)
    #expect(try again.snapshot().matches("pageCount == 5000").count == 300)
    again.close()
  }

  @Test("a batch whose patches are longer than its items is taken, and stays")
  func longPatches() async throws {
    func openSmall() throws -> Store {
      try Store.open(
        at: "/store", storage: fixture.storage,
        options: StoreOptions(
          clock: { [fixture] in fixture.clock.now }, mergesInBackground: false, flushByteCount: 1,
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
    await PatchFixture.settle(store)
    try await store.put(items("b"))
    #expect(Set(try PatchFixture.items(store)) == Set(items("b")))
    store.close()
    let again = try openSmall()
    #expect(Set(try PatchFixture.items(again)) == Set(items("b")))
    again.close()
  }

  @Test("a list shows what was changed of an item that it showed before")
  func shownBefore() async throws {
    let store = try fixture.open()
    defer { store.close() }
    try await store.put((0..<20).map(PatchFixture.item))
    try store.compact()
    func shown(_ snapshot: Snapshot) throws -> [Item?] {
      try (0..<20).map { number in
        try snapshot.shownItem(scope: .notes, identifier: "\(number)")?.item()
      }
    }
    var expected: [Item?] = (0..<20).map(PatchFixture.item)
    #expect(try shown(store.snapshot()) == expected)
    let before = store.snapshot()
    try await store.put([PatchFixture.pages("3", 70)])
    _ = await store.apply(Batch(scope: .notes, operations: [.deleteIdentifiers(["5"])]))
    #expect(try shown(before) == expected)
    expected[3]?.attributes[.pageCount] = .integer(70)
    expected[5] = nil
    #expect(try shown(store.snapshot()) == expected)
  }
}
