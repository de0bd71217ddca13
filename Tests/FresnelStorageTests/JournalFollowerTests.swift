import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("Following a journal read-only")
struct JournalFollowerTests {
  @Test("There is nothing to read where no store is")
  func missingStore() {
    #expect { try KeyStore(FaultyStorage(), mode: .readOnly) } throws: {
      ($0 as? StorageError)?.code == .notFound
    }
  }

  @Test("A reader writes nothing and is told so when it tries")
  func readOnly() throws {
    let storage = FaultyStorage()
    let writer = try KeyStore(storage)
    let writes = storage.writeCount
    let reader = try KeyStore(storage, mode: .readOnly)
    #expect { try reader.journal.append(KeyStore.set, records: []) } throws: {
      ($0 as? StorageError)?.code == .readOnly
    }
    try reader.journal.close()
    #expect(storage.writeCount == writes)
    try writer.journal.close()
  }

  @Test(
    "A refresh shows what the writer did since: commits, rotations, closing and reopening",
    arguments: 0..<50 as Range<UInt64>)
  func refresh(seed: UInt64) throws {
    let storage = FaultyStorage()
    var writer = try KeyStore(storage)
    var reader = try KeyStore(storage, mode: .readOnly)
    var random = SeededGenerator(seed: seed)
    var candidates: [KeyStore.Content] = []
    for operation in KeyStore.operations(seed: seed, count: 30) {
      try writer.perform(operation, candidates: &candidates)
      if case .reopen = operation { writer = try KeyStore(storage) }
      if Bool.random(using: &random) { continue }
      try reader.refresh()
      try #require(reader.content == writer.content, "seed \(seed)")
      try #require(reader.journal.byteCount == writer.journal.byteCount, "seed \(seed)")
    }
  }

  @Test("A reader that runs beside the writer sees only states that were, in their order")
  func concurrentReading() async throws {
    let storage = FaultyStorage()
    var first = try KeyStore(storage)
    var candidates: [KeyStore.Content] = []
    try first.perform(.commit([[(0, 1, 0)]]), candidates: &candidates)
    try first.journal.close()
    let count: UInt64 = 400
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        var writer = try KeyStore(storage)
        var candidates: [KeyStore.Content] = []
        for value in 2...count {
          try writer.perform(
            .commit([[(0, value, Int(value % 700))], [(1, value, 0)]]), candidates: &candidates)
          if value % 50 == 0 { try writer.perform(.rotate, candidates: &candidates) }
        }
        try writer.journal.close()
      }
      group.addTask {
        var reader = try KeyStore(storage, mode: .readOnly)
        #expect(reader.journal.loss == LossReport())
        var last: UInt64 = 0
        while last < count {
          try reader.refresh()
          let (ahead, behind) = (reader.content[0] ?? 0, reader.content[1] ?? 0)
          #expect(ahead >= last)
          #expect(ahead == behind || ahead == behind + 1 || behind == 0)
          last = max(ahead, behind)
          if behind < last { last -= 1 }
          await Task.yield()
        }
      }
      try await group.waitForAll()
    }
  }
}
