import FresnelEngine
import FresnelModel
import FresnelStorage
import Synchronization
import Testing

/// Tells the readers when the writer is done.
private final class Progress: Sendable {
  private let finished = Mutex(false)
  var isFinished: Bool { finished.withLock { $0 } }

  func finish() {
    finished.withLock { $0 = true }
  }
}

@Suite("Store used by many threads")
struct StoreConcurrencyTests {
  /// In each round all items get one and the same title, and their number and the client state tell
  /// the round too.
  private static func batch(_ round: Int) throws -> Batch {
    let items = (0..<itemCount(round)).map { Item("\($0)", title: "round\(round)") }
    return Batch(
      scope: .notes,
      operations: [.deleteAll, .put(try items.map { try ItemCodec.encode($0) })],
      clientState: Array("\(round)".utf8))
  }

  private static func itemCount(_ round: Int) -> Int { 5 + round % 7 }

  /// The round of a snapshot, of which everything in it must be.
  private static func round(of snapshot: Snapshot) throws -> Int? {
    guard let state = snapshot.clientState(of: .notes) else {
      #expect(snapshot.identifiers().isEmpty)
      return nil
    }
    let round = try #require(Int(String(decoding: state, as: UTF8.self)))
    var titles: Set<AttributeValue?> = []
    try snapshot.forEachItem { _, item in
      titles.insert(try item.decodedValue(for: .builtIn(.title)))
      return true
    }
    #expect(titles == [.string("round\(round)")])
    #expect(snapshot.identifiers().count == itemCount(round))
    #expect(try snapshot.matches("title == \"round\(round)\"").count == itemCount(round))
    #expect(try snapshot.matches("title == \"round*\"").count == itemCount(round))
    #expect(try snapshot.typed("roun", limit: 20).count == itemCount(round))
    return round
  }

  @Test(
    "readers see whole batches only, in the order of their commits, and what they see stays",
    arguments: [1, 3000, 12 << 20], [0, 7] as [UInt8])
  func consistentSnapshots(flushByteCount: Int, key: UInt8) async throws {
    try await withTemporaryStore { directory in
      let store = try Store.open(
        at: directory,
        options: StoreOptions(
          flushByteCount: flushByteCount, garbageByteCount: 20_000, cacheByteCount: 1 << 17,
          encryptionKey: WriterProgram.key(key)))
      let writing = Progress()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          defer { writing.finish() }
          for round in 0..<60 { try await store.expectSuccess(of: try Self.batch(round)) }
        }
        for _ in 0..<3 {
          group.addTask {
            var last = -1
            var held: (snapshot: Snapshot, round: Int?)?
            while !writing.isFinished, !Task.isCancelled {
              // The writer's task needs a thread of the pool now and then.
              await Task.yield()
              let snapshot = store.snapshot()
              let round = try Self.round(of: snapshot)
              #expect(round ?? -1 >= last)
              last = round ?? -1
              // One from before, of which files may have been replaced meanwhile.
              if let held { #expect(try Self.round(of: held.snapshot) == held.round) }
              if held == nil || last % 8 == 7 { held = (snapshot, round) }
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try Self.round(of: store.snapshot()) == 59)
      store.close()
    }
  }

  @Test("many writers to many indexes lose nothing, and merges keep the segments few")
  func manyWriters() async throws {
    try await withTemporaryStore { directory in
      let store = try Store.open(at: directory)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in 0..<6 {
          group.addTask {
            for number in 0..<60 {
              let item = Item("\(writer)-\(number)", title: "item \(number)")
              try await store.put([item], into: IndexScope(app: "app\(writer)"))
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(store.snapshot().identifiers().count == 360)
      #expect(store.statistics().scopes.map(\.itemCount) == Array(repeating: 60, count: 6))
      #expect(store.statistics().segmentCount <= 24)
      for writer in 0..<6 {
        let found = try store.snapshot().matches(#"** == "item"cdwt"#, in: .app("app\(writer)"))
        #expect(found.count == 60)
      }
      store.close()
      let reopened = try Store.open(at: directory)
      #expect(reopened.snapshot().identifiers().count == 360)
      reopened.close()
    }
  }
}
