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
  @Test("readers see whole batches only, in the order of their commits")
  func consistentSnapshots() async throws {
    try await withTemporaryStore { directory in
      let store = try Store.open(at: directory)
      let writing = Progress()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          // Each round gives all items one and the same title.
          for round in 0..<150 {
            try await store.put((0..<8).map { Item("\($0)", title: "round\(round)") })
          }
          writing.finish()
        }
        for _ in 0..<3 {
          group.addTask {
            var last = -1
            while !writing.isFinished, !Task.isCancelled {
              // The writer's task needs a thread of the pool now and then.
              await Task.yield()
              let snapshot = store.snapshot()
              var titles: Set<String> = []
              var count = 0
              try snapshot.forEachItem { _, item in
                if case .string(let title)? = try item.decodedValue(for: .builtIn(.title)) {
                  titles.insert(title)
                }
                count += 1
                return true
              }
              guard let title = titles.first else { continue }
              #expect(titles.count == 1 && count == 8)
              let round = try #require(Int(title.dropFirst(5)))
              #expect(round >= last)
              last = round
              #expect(try snapshot.matches("title == \"\(title)\"").count == 8)
            }
          }
        }
        try await group.waitForAll()
      }
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
