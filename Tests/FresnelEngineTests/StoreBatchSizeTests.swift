import Dispatch
import FresnelEngine
import FresnelModel
import FresnelTestSupport
import Synchronization
import Testing

@Suite("Store given batches that are too large")
struct StoreBatchSizeTests {
  @Test("a batch that is too large fails alone, whatever waits with it")
  func failsAlone() async throws {
    let storage = FaultyStorage()
    let options = StoreOptions(largestBatchByteCount: 1000)
    let store = try Store.open(at: "/store", storage: storage, options: options)
    let item = try ItemCodec.encode(Item("a", title: "A"))
    let batches = [
      Batch(scope: .notes, operations: [.put([item])]),
      Batch(scope: .notes, operations: [], clientState: [UInt8](repeating: 1, count: 1000)),
      Batch(scope: .notes, operations: Array(repeating: .deleteAll, count: 1000)),
      Batch(
        scope: .notes, operations: [.deleteIdentifiers([String(repeating: "x", count: 1000)])]),
      Batch(scope: .notes, operations: [], clientState: [2]),
    ]
    let codes = Mutex<[StoreError.Code?]>([])
    await withCheckedContinuation { continuation in
      for (index, batch) in batches.enumerated() {
        store.submit(batch) { error in
          codes.withLock { $0.append(error?.code) }
          if index == batches.count - 1 { continuation.resume() }
        }
      }
    }
    #expect(codes.withLock { $0 } == [nil, .invalidItem, .invalidItem, .invalidItem, nil])
    store.close()
    let again = try Store.open(at: "/store", storage: storage)
    #expect(again.snapshot().identifiers() == ["a"])
    #expect(again.snapshot().clientState(of: .notes) == [2])
    again.close()
  }
}
