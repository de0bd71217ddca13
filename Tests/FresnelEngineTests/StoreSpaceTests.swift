import FresnelEngine
import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("Space of a store")
struct StoreSpaceTests {
  private static func settle(_ store: Store) async {
    for _ in 0..<3 { _ = await store.apply(Batch(scope: .notes, operations: [])) }
  }

  /// Files of a thousand documents or fewer wait until they are merged with others.
  @Test("after deletions the space comes back by itself")
  func deletions() async throws {
    let storage = FaultyStorage()
    let options = StoreOptions(mergesInBackground: false, flushByteCount: 1)
    let store = try Store.open(at: "/store", storage: storage, options: options)
    try await store.put(
      (0..<1200).map { Item("\($0)", title: "Title \($0)", text: "some words of item \($0)") })
    await Self.settle(store)
    let before = store.statistics()
    let deletion = Operation.deleteIdentifiers((0..<900).map(String.init))
    #expect(await store.apply(Batch(scope: .notes, operations: [deletion])) == nil)
    await Self.settle(store)
    let after = store.statistics()
    #expect(after.itemCount == 300)
    #expect(after.segments.reduce(0) { $0 + $1.deletedCount } == 0)
    #expect(after.fileByteCount < before.fileByteCount / 2)
    let segments = storage.paths.filter { $0.hasPrefix("/store/segment-") }
    #expect(segments.count == after.segmentCount)
    store.close()
  }

  @Test("what has expired goes from the disk when files are merged")
  func expiry() async throws {
    let clock = ManualClock()
    let options = StoreOptions(
      clock: { clock.now }, mergesInBackground: false, flushByteCount: 1)
    let store = try Store.open(at: "/store", storage: FaultyStorage(), options: options)
    var items = (0..<20).map { Item("old \($0)", title: "Title \($0)") }
    for index in items.indices {
      items[index].expiration = Timestamp(secondsSinceReferenceDate: 10)
    }
    try await store.put(items)
    await Self.settle(store)
    clock.advance(by: 20)
    #expect(store.snapshot().identifiers().isEmpty)
    #expect(store.statistics().segments.reduce(0) { $0 + $1.documentCount } == 20)
    for batch in 0..<8 {
      try await store.put((0..<5).map { Item("new \(batch) \($0)", title: "Title") })
      await Self.settle(store)
    }
    let statistics = store.statistics()
    #expect(statistics.itemCount == 40)
    #expect(statistics.segments.reduce(0) { $0 + $1.documentCount } == 40)
    store.close()
  }
}
