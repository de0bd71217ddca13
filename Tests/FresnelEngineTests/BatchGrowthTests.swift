import FresnelEngine
import FresnelModel
import FresnelTestSupport
import Testing

/// By how much batches make an index grow, as limits count it.
@Suite("Growth of an index by a batch")
struct BatchGrowthTests {
  private func encoded(_ identifier: String, _ length: Int) throws -> [UInt8] {
    try ItemCodec.encode(Item(identifier, title: String(repeating: "x", count: length)))
  }

  @Test(
    "an identifier that is put twice counts once, with its last item; what is stored is taken off")
  func repeated() async throws {
    let store = try Store.open(at: "/store", storage: FaultyStorage())
    defer { store.close() }
    let stored = try encoded("a", 1000)
    #expect(await store.apply(Batch(scope: .notes, operations: [.put([stored])])) == nil)
    let (short, new) = (try encoded("a", 10), try encoded("b", 100))
    let batch = Batch(
      scope: .notes,
      operations: [
        .put([short, try encoded("b", 500), new]), .putEncoded([try EncodedItem(opening: short)]),
      ])
    let growth = BatchGrowth(of: batch, in: store.snapshot())
    #expect(growth.itemCount == 1)
    #expect(growth.byteCount == short.count + new.count - stored.count)
    #expect(growth.largestByteCount == new.count)
    // What is believed is what is there then.
    #expect(await store.apply(batch) == nil)
    let size = store.snapshot().scopes().first { $0.scope == .notes }
    #expect(size?.itemCount == 2 && size?.itemByteCount == short.count + new.count)
    let unknown = BatchGrowth(of: batch, in: nil)
    #expect(unknown.itemCount == 2 && unknown.byteCount == short.count + new.count)
  }

  @Test("what is put after everything was deleted is new")
  func emptied() async throws {
    let store = try Store.open(at: "/store", storage: FaultyStorage())
    defer { store.close() }
    let items = [try encoded("a", 1000), try encoded("b", 1000)]
    #expect(await store.apply(Batch(scope: .notes, operations: [.put(items)])) == nil)
    let last = try encoded("a", 10)
    let batch = Batch(scope: .notes, operations: [.put(items), .deleteAll, .put([last, last])])
    let growth = BatchGrowth(of: batch, in: store.snapshot())
    #expect(growth.itemCount == -1)
    #expect(growth.byteCount == last.count - items[0].count - items[1].count)
  }
}
