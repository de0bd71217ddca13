import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelEngine

@Suite("Batches that make losses good")
struct LossAcknowledgementTests {
  private let other = IndexScope(app: "com.example.other", index: "a")

  private func submit(
    _ scope: IndexScope, _ acknowledgement: LossAcknowledgement,
    _ operations: [FresnelEngine.Operation] = [], to store: Store
  ) async -> StoreError? {
    var batch = Batch(scope: scope, operations: operations)
    batch.lossAcknowledgement = acknowledgement
    return await withCheckedContinuation { continuation in
      store.submit(batch) { continuation.resume(returning: $0) }
    }
  }

  private func recordLoss(of store: Store) async {
    let error: StoreError? = await withCheckedContinuation { continuation in
      store.recordLoss { continuation.resume(returning: $0) }
    }
    #expect(error == nil)
  }

  @Test(
    "an index that is made after a loss lacks nothing by it, one that was there does, also when opened again"
  )
  func newIndex() async throws {
    let storage = FaultyStorage()
    let store = try Store.open(at: "/store", storage: storage)
    #expect(await submit(.notes, .none, to: store) == nil)
    await recordLoss(of: store)
    let count = store.snapshot().lossCount
    #expect(await submit(.notes, .ofNewIndex(count), to: store) == nil)
    // Something was lost since it was said to be new.
    #expect(await submit(other, .ofNewIndex(count - 1), to: store) == nil)
    #expect(store.snapshot().needsReindex(.notes))
    #expect(store.snapshot().needsReindex(other))
    let third = IndexScope(app: "com.example.third", index: "a")
    #expect(await submit(third, .ofNewIndex(count), to: store) == nil)
    #expect(!store.snapshot().needsReindex(third))
    let later = storage.afterPowerLoss()
    store.close()
    let again = try Store.open(at: "/store", storage: later)
    defer { again.close() }
    #expect(again.snapshot().needsReindex(.notes))
    #expect(!again.snapshot().needsReindex(third))
    await recordLoss(of: again)
    #expect(again.snapshot().needsReindex(third))
  }

  @Test(
    "an index that is emptied lacks nothing, and an earlier answer of its owner takes nothing of that back"
  )
  func emptied() async throws {
    let storage = FaultyStorage()
    let store = try Store.open(at: "/store", storage: storage)
    #expect(await submit(.notes, .none, to: store) == nil)
    await recordLoss(of: store)
    let asked = store.snapshot().lossCount
    await recordLoss(of: store)
    #expect(await submit(.notes, .all, [.deleteAll], to: store) == nil)
    #expect(!store.snapshot().needsReindex(.notes))
    for count in [asked, asked + 7] {
      let error: StoreError? = await withCheckedContinuation { continuation in
        store.acknowledgeReindex(of: .notes, upTo: count) { continuation.resume(returning: $0) }
      }
      #expect(error == nil)
      #expect(!store.snapshot().needsReindex(.notes))
    }
    await recordLoss(of: store)
    #expect(store.snapshot().needsReindex(.notes))
    let later = storage.afterPowerLoss()
    store.close()
    let again = try Store.open(at: "/store", storage: later)
    #expect(again.snapshot().needsReindex(.notes))
    again.close()
  }

  @Test("a store in the place of one that was deleted knows which indexes lack something")
  func deletedDirectory() async throws {
    let storage = FaultyStorage()
    let store = try Store.open(at: "/store", storage: storage)
    defer { store.close() }
    for scope in [.notes, other] { #expect(await submit(scope, .none, to: store) == nil) }
    storage.removeTree("/store")
    #expect(await submit(.notes, .none, to: store)?.code == .directoryReplaced)
    #expect(await submit(.notes, .none, to: store) == nil)
    #expect(store.snapshot().knows(other))
    #expect(store.snapshot().needsReindex(other))
    #expect(store.snapshot().needsReindex(.notes))
  }

  @Test("what was said of losses of a deleted store says nothing of the one in its place")
  func numbersOfAnotherStore() async throws {
    let storage = FaultyStorage()
    let store = try Store.open(at: "/store", storage: storage)
    defer { store.close() }
    #expect(await submit(.notes, .none, to: store) == nil)
    for _ in 0..<3 {
      storage.removeTree("/store")
      let asked = store.snapshot().lossCount
      #expect(await submit(.notes, .none, to: store)?.code == .directoryReplaced)
      #expect(await submit(.notes, .none, to: store) == nil)
      #expect(store.snapshot().lossCount > asked)
      // The answer to what was asked for the loss before.
      #expect(await acknowledge(.notes, asked, in: store) == nil)
      #expect(store.snapshot().needsReindex(.notes))
      #expect(await acknowledge(.notes, store.snapshot().lossCount, in: store) == nil)
      #expect(!store.snapshot().needsReindex(.notes))
    }
  }

  @Test("a loss gets a number that nothing is noted of, whatever the store remembers")
  func numbersNotedElsewhere() async throws {
    let storage = FaultyStorage()
    var options = StoreOptions()
    options.notedLossCount = 7
    let store = try Store.open(at: "/store", storage: storage, options: options)
    #expect(store.snapshot().lossCount == 0)
    #expect(await submit(.notes, .none, to: store) == nil)
    for count: UInt64 in 8...9 {
      await recordLoss(of: store)
      #expect(store.snapshot().lossCount == count)
    }
    let later = storage.afterPowerLoss()
    store.close()
    let again = try Store.open(at: "/store", storage: later)
    #expect(again.snapshot().lossCount == 9 && again.snapshot().needsReindex(.notes))
    again.close()
  }

  private func acknowledge(
    _ scope: IndexScope, _ count: UInt64, in store: Store
  ) async -> StoreError? {
    await withCheckedContinuation { continuation in
      store.acknowledgeReindex(of: scope, upTo: count) { continuation.resume(returning: $0) }
    }
  }
}
