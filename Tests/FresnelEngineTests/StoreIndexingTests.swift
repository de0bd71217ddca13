import Dispatch
import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Synchronization
import Testing

@testable import FresnelEngine

/// A value that several threads change.
private final class Shared<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  init(_ value: Value) {
    self.value = Mutex(value)
  }

  var current: Value { value.withLock { $0 } }

  func change(_ body: (inout Value) -> Void) {
    value.withLock { body(&$0) }
  }
}

@Suite("What was acknowledged and is indexed later")
struct StoreIndexingTests {
  private static let soon = DispatchTimeInterval.seconds(600)

  /// Batch after batch adds an item, deletes the one of three batches before and replaces one.
  private static func batch(_ number: Int, text: String? = nil) throws -> Batch {
    Batch(
      scope: .notes,
      operations: [
        .deleteIdentifiers(["\(number - 3)"]),
        .put([
          try ItemCodec.encode(Item("\(number)", title: "batch \(number)")),
          try ItemCodec.encode(Item("latest", title: "batch \(number)", text: text)),
        ]),
      ], clientState: Array("\(number)".utf8))
  }

  /// Checks that a snapshot shows what some batch left; returns its number, -1 before the first.
  private static func lastBatch(_ snapshot: Snapshot) throws -> Int {
    guard let state = snapshot.clientState(of: .notes) else {
      #expect(snapshot.identifiers().isEmpty)
      return -1
    }
    let number = try #require(Int(String(decoding: state, as: UTF8.self)))
    let expected = (max(0, number - 2)...number).map { "\($0)" } + ["latest"]
    #expect(Set(snapshot.identifiers()) == Set(expected), "batch \(number)")
    #expect(
      try snapshot.matches("title == \"batch \(number)\"") == ["\(number)", "latest"].sorted())
    return number
  }

  @Test(
    "snapshots show what one batch after the other left, and nothing in between, while segments are merged",
    arguments: [12 << 20, 1 << 13])
  func prefixes(flushByteCount: Int) throws {
    let store = try Store.open(
      at: "/store", storage: FaultyStorage(),
      options: StoreOptions(flushByteCount: flushByteCount))
    let count = 400
    let isOver = Shared(false)
    let readers = DispatchGroup()
    for freshness in [Freshness.acknowledged, .published] {
      DispatchQueue.global().async(group: readers) {
        var last = -1
        while !isOver.current {
          let number = (try? Self.lastBatch(store.snapshot(freshness))) ?? -2
          #expect(number >= last)
          last = number
        }
      }
    }
    let acknowledged = DispatchGroup()
    for number in 0..<count {
      acknowledged.enter()
      store.submit(try Self.batch(number)) { error in
        #expect(error == nil)
        acknowledged.leave()
      }
    }
    try #require(acknowledged.wait(timeout: .now() + Self.soon) == .success)
    #expect(try Self.lastBatch(store.snapshot()) == count - 1)
    isOver.change { $0 = true }
    try #require(readers.wait(timeout: .now() + Self.soon) == .success)
    store.close()
  }

  @Test("whoever got an acknowledgement sees it, whichever thread looks")
  func readYourWrites() throws {
    let store = try Store.open(at: "/store", storage: FaultyStorage())
    let writers = DispatchGroup()
    for writer in 0..<4 {
      DispatchQueue.global().async(group: writers) {
        for number in 0..<60 {
          let identifier = "\(writer)-\(number)"
          let done = DispatchSemaphore(value: 0)
          guard let item = try? ItemCodec.encode(Item(identifier, title: "A")) else { return }
          store.submit(Batch(scope: .notes, operations: [.put([item])])) { error in
            #expect(error == nil)
            // On the thread that the store calls, where waiting for it would be for ever.
            let snapshot = store.snapshot()
            #expect(snapshot.item(scope: .notes, identifier: identifier) != nil)
            done.signal()
          }
          done.wait()
          #expect(store.snapshot().item(scope: .notes, identifier: identifier) != nil)
        }
      }
    }
    try #require(writers.wait(timeout: .now() + Self.soon) == .success)
    #expect(store.snapshot().identifiers().count == 240)
    store.close()
  }

  @Test(
    "a batch that was acknowledged survives a kill before it is indexed, also when files are made meanwhile",
    arguments: [12 << 20, 1 << 13])
  func killBeforeIndexing(flushByteCount: Int) throws {
    let storage = FaultyStorage()
    let store = try Store.open(
      at: "/store", storage: storage, options: StoreOptions(flushByteCount: flushByteCount))
    let count = 40
    let left = Shared<[(number: Int, storage: FaultyStorage)]>([])
    let unindexed = Shared(0)
    let acknowledged = DispatchGroup()
    // The segments of small items are built while they are written.
    let text = String(repeating: "words ", count: 10_000)
    for number in 0..<count {
      acknowledged.enter()
      store.submit(try Self.batch(number, text: text)) { error in
        #expect(error == nil)
        if (try? Self.lastBatch(store.snapshot(.published))) ?? -1 < number {
          unindexed.change { $0 += 1 }
        }
        left.change { $0.append((number, storage.afterKill())) }
        left.change { $0.append((number, storage.afterPowerLoss())) }
        acknowledged.leave()
      }
    }
    try #require(acknowledged.wait(timeout: .now() + Self.soon) == .success)
    #expect(unindexed.current > 0)
    for (number, storage) in left.current {
      let found = try Store.open(at: "/store", storage: storage)
      #expect(try Self.lastBatch(found.snapshot()) >= number)
      found.close()
    }
    store.close()
  }

  @Test(
    "an item whose sync fails while its segment is built is found if it is durable, or not at all")
  func failedSync() async throws {
    for call in 1...8 {
      let storage = FaultyStorage()
      let store = try Store.open(at: "/store", storage: storage)
      try await store.put([Item("a", title: "A")])
      storage.setFault(.init(call: call, isPersistent: true))
      let error = await store.apply(
        Batch(scope: .notes, operations: [.put([try ItemCodec.encode(Item("b", title: "B"))])]))
      // What fails stays away while the disk cannot be read, and the rest is there.
      let expected = error == nil ? ["a", "b"] : ["a"]
      #expect(store.snapshot().identifiers() == expected, "call \(call)")
      #expect(try store.snapshot().typed("b").isEmpty == (error != nil), "call \(call)")
      storage.setFault(nil)
      try await store.put([Item("c", title: "C")])
      let held = store.snapshot().identifiers()
      #expect(held.first == "a" && held.last == "c")
      let found = try Store.open(at: "/store", storage: storage.afterPowerLoss())
      #expect(found.snapshot().identifiers() == held, "call \(call)")
      found.close()
      store.close()
    }
  }

  @Test("what waits to be indexed is bounded, however much is handed over")
  func backPressure() throws {
    let writer = try IndexWriter(
      directory: "/store", storage: FaultyStorage(), options: StoreOptions(),
      publishingTo: PublishedIndex())
    let text = String(repeating: "some words of a text ", count: 500)
    let greatest = Shared(0)
    let acknowledged = DispatchGroup()
    for number in 0..<60 {
      let items = try (0..<100).map {
        try ItemCodec.encode(Item("\(number)-\($0)", title: "Title", text: text))
      }
      acknowledged.enter()
      writer.submit(Batch(scope: .notes, operations: [.put(items)])) { error in
        #expect(error == nil)
        let waiting = writer.committer.withLock { $0.working.backlog.byteCount }
        greatest.change { $0 = max($0, waiting) }
        acknowledged.leave()
      }
    }
    try #require(acknowledged.wait(timeout: .now() + .seconds(600)) == .success)
    #expect(greatest.current < BacklogPace.greatestByteCount)
    writer.close()
  }

  @Test("who closes the store in a completion keeps what was acknowledged")
  func closingEarly() throws {
    let storage = FaultyStorage()
    let store = try Store.open(at: "/store", storage: storage)
    let isClosed = DispatchSemaphore(value: 0)
    for number in 0..<20 {
      store.submit(try Self.batch(number)) { _ in
        if number == 10 {
          store.close()
          isClosed.signal()
        }
      }
    }
    try #require(isClosed.wait(timeout: .now() + Self.soon) == .success)
    store.close()
    let held = try Self.lastBatch(store.snapshot())
    #expect(held >= 10)
    let again = try Store.open(at: "/store", storage: storage)
    #expect(try Self.lastBatch(again.snapshot()) == held)
    again.close()
  }
}
