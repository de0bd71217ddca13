import FresnelEngine
import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("Making good what was lost")
struct StoreReindexTests {
  /// Damages the journal as it is on the disk: what is behind its first item, the note of an earlier
  /// loss among it.
  private static func damage(_ storage: FaultyStorage) throws {
    let path = try #require(storage.paths.last { $0.contains("/journal-") })
    var bytes = try #require(storage.contents(of: path))
    bytes[4096 + 200] ^= 1
    storage.setContents(bytes, of: path)
  }

  @Test("what is lost after an app was asked is asked for again, also when it acknowledges late")
  func lossAfterRequest() async throws {
    let storage = FaultyStorage()
    let first = try Store.open(at: "/store", storage: storage)
    for identifier in ["a", "b"] { try await first.put([Item(identifier, title: "A")]) }
    first.close()
    try Self.damage(storage)

    let store = try Store.open(at: "/store", storage: storage)
    let asked = store.snapshot().lossCount
    try #require(store.snapshot().needsReindex(.notes))
    for identifier in ["a", "b"] { try await store.put([Item(identifier, title: "A")]) }
    // A failed sync makes the store read its journal again, which is damaged by now.
    try Self.damage(storage)
    storage.setFault(.init(call: 1, isPersistent: false))
    await #expect(throws: StoreError.self) { try await store.put([Item("c", title: "A")]) }
    storage.setFault(nil)
    #expect(store.snapshot().lossCount > asked)

    let error: StoreError? = await withCheckedContinuation { continuation in
      store.acknowledgeReindex(of: .notes, upTo: asked) { continuation.resume(returning: $0) }
    }
    #expect(error == nil)
    #expect(store.snapshot().needsReindex(.notes))
    store.close()
  }
}
