import Dispatch
import FresnelEngine
import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("Closing a store")
struct StoreClosingTests {
  private static let soon = DispatchTimeInterval.seconds(20)

  private static func batch(_ identifier: String) throws -> Batch {
    Batch(
      scope: .notes, operations: [.put([try ItemCodec.encode(Item(identifier, title: "A"))])])
  }

  @Test("a completion may close the store, and what was submitted before is kept")
  func closingFromCompletion() throws {
    let storage = FaultyStorage()
    let store = try Store.open(at: "/store", storage: storage)
    let isClosed = DispatchSemaphore(value: 0)
    store.submit(try Self.batch("a")) { _ in
      store.close()
      isClosed.signal()
    }
    store.submit(try Self.batch("b")) { _ in }
    try #require(isClosed.wait(timeout: .now() + Self.soon) == .success)
    store.close()
    let again = try Store.open(at: "/store", storage: storage)
    #expect(again.snapshot().identifiers().first == "a")
    again.close()
  }

  @Test("a completion may compact the store")
  func compactingFromCompletion() throws {
    let store = try Store.open(at: "/store", storage: FaultyStorage())
    let isCompacted = DispatchSemaphore(value: 0)
    store.submit(try Self.batch("a")) { _ in
      #expect(throws: Never.self) { try store.compact() }
      isCompacted.signal()
    }
    try #require(isCompacted.wait(timeout: .now() + Self.soon) == .success)
    #expect(store.snapshot().identifiers() == ["a"])
    store.close()
  }

  @Test("whoever closes a store finds it closed afterwards, also while another closes it")
  func closingTwiceAtOnce() throws {
    let store = try Store.open(at: "/store", storage: FaultyStorage())
    let gate = DispatchSemaphore(value: 0)
    store.submit(try Self.batch("a")) { _ in gate.wait() }
    let closers = DispatchGroup()
    let returned = DispatchSemaphore(value: 0)
    for _ in 0..<2 {
      DispatchQueue.global().async(group: closers) {
        store.close()
        returned.signal()
      }
    }
    // The writer is held up, so nobody can be told that the store is closed.
    #expect(returned.wait(timeout: .now() + .milliseconds(100)) == .timedOut)
    gate.signal()
    try #require(closers.wait(timeout: .now() + Self.soon) == .success)
  }
}
