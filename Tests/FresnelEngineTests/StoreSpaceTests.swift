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

  @Test("what has expired goes from the disk when files are joined")
  func expiry() async throws {
    let clock = ManualClock()
    let options = StoreOptions(
      clock: { clock.now }, mergesInBackground: false, imageByteCount: 1)
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
