import Dispatch
import FresnelEngine
import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("Closing a store")
struct StoreClosingTests {
  private static let soon = DispatchTimeInterval.seconds(600)

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

  private static func options(closingFlushByteCount: Int) -> StoreOptions {
    StoreOptions(closingFlushByteCount: closingFlushByteCount)
  }

  @Test(
    "large in-memory segments are in files once the store is closed, small ones stay in the journal"
  )
  func flushing() async throws {
    for (limit, isFlushed) in [(0, true), (1 << 20, false)] {
      let storage = FaultyStorage()
      let options = Self.options(closingFlushByteCount: limit)
      let store = try Store.open(at: "/store", storage: storage, options: options)
      try await store.put((0..<50).map { Item("\($0)", title: "Title \($0)") })
      try await store.put([Item("7", title: "Another")])
      let expected = store.snapshot().identifiers()
      store.close()
      #expect(storage.paths.contains { $0.contains("/segment-") } == isFlushed)
      let again = try Store.open(at: "/store", storage: storage.afterPowerLoss(), options: options)
      #expect(again.statistics().segments.allSatisfy { $0.isInMemory != isFlushed })
      #expect(again.snapshot().identifiers() == expected)
      again.close()
    }
  }

  @Test("closing from a completion flushes in-memory segments too")
  func flushingFromCompletion() throws {
    let storage = FaultyStorage()
    let store = try Store.open(
      at: "/store", storage: storage, options: Self.options(closingFlushByteCount: 0))
    let isClosed = DispatchSemaphore(value: 0)
    store.submit(try Self.batch("a")) { _ in
      store.close()
      isClosed.signal()
    }
    try #require(isClosed.wait(timeout: .now() + Self.soon) == .success)
    store.close()
    #expect(storage.paths.contains { $0.contains("/segment-") })
  }

  @Test("a store that has no room for a file is closed all the same, and loses nothing")
  func closingOnFullDisk() async throws {
    let storage = FaultyStorage()
    let options = Self.options(closingFlushByteCount: 0)
    let store = try Store.open(at: "/store", storage: storage, options: options)
    try await store.put((0..<50).map { Item("\($0)", title: "Title \($0)") })
    storage.setFault(.init(call: 1, isPersistent: true, code: .full, onlyNeedsRoom: true))
    store.close()
    storage.setFault(nil)
    let again = try Store.open(at: "/store", storage: storage, options: options)
    #expect(again.snapshot().identifiers().count == 50)
    #expect(again.loss == LossReport())
    again.close()
  }

  @Test("wherever closing fails or the power goes off, everything acknowledged is there")
  func interruptedFlush() async throws {
    let options = Self.options(closingFlushByteCount: 0)
    for call in 1...60 {
      let storage = FaultyStorage()
      let store = try Store.open(at: "/store", storage: storage, options: options)
      try await store.put((0..<20).map { Item("\($0)", title: "Title \($0)") })
      try await store.put([Item("7", title: "Another")])
      let expected = try Set(Self.items(store.snapshot()))
      storage.setFault(.init(call: call, isPersistent: true))
      store.close()
      let isOver = storage.callCount < call
      for disk in [
        storage.afterKill(), storage.afterPowerLoss(),
        storage.afterPowerLoss(.keepsRandomSectors(seed: UInt64(call))),
      ] {
        let again = try Store.open(at: "/store", storage: disk, options: options)
        try #require(try Set(Self.items(again.snapshot())) == expected, "call \(call)")
        try #require(again.loss == LossReport(), "call \(call)")
        again.close()
      }
      if isOver { return }
    }
    Issue.record("Closing takes more than 60 calls.")
  }

  private static func items(_ snapshot: Snapshot) throws -> [Item] {
    var items: [Item] = []
    try snapshot.forEachItem { _, item in
      items.append(try item.item())
      return true
    }
    return items
  }
}
