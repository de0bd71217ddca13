import FresnelEngine
import FresnelModel
import FresnelTestSupport
import Testing

@Suite("Putting only what is not stored")
struct StoreKeepingTests {
  private func keeping(_ items: [Item]) throws -> Batch {
    Batch(
      scope: .notes, operations: [.put(try items.map { try ItemCodec.encode($0) })],
      keepsStoredItems: true)
  }

  @Test("an item of a batch before stays, whether it is durable yet, indexed or in a file")
  func stored() async throws {
    for compacts in [false, true] {
      let store = try Store.open(at: "/store", storage: FaultyStorage())
      defer { store.close() }
      if compacts {
        try await store.put([Item("1", title: "stored")], into: .notes)
        try store.compact()
      } else {
        // Nobody waits for it.
        let bytes = try ItemCodec.encode(Item("1", title: "stored"))
        store.submit(Batch(scope: .notes, operations: [.put([bytes])])) { _ in }
      }
      let batch = try keeping([Item("1", title: "late"), Item("2", title: "late")])
      #expect(await store.apply(batch) == nil)
      let snapshot = store.snapshot()
      let titles = ["1", "2"].map { snapshot.item(scope: .notes, identifier: $0) }.map {
        try? $0?.item().attributes[.title]
      }
      #expect(titles == [.string("stored"), .string("late")])
    }
  }

  @Test("an item that has expired, or was deleted before, is put")
  func gone() async throws {
    let store = try Store.open(at: "/store", storage: FaultyStorage())
    defer { store.close() }
    let past = Timestamp(secondsSinceReferenceDate: 0)
    try await store.put(
      [Item(uniqueIdentifier: "1", expiration: past), Item("2", title: "stored")], into: .notes)
    #expect(await store.apply(Batch(scope: .notes, operations: [.deleteIdentifiers(["2"])])) == nil)
    #expect(await store.apply(try keeping([Item("1", title: "b"), Item("2", title: "b")])) == nil)
    #expect(store.snapshot().identifiers() == ["1", "2"])
  }
}
