import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("JournalStore")
struct JournalStoreTests {
  @Test("Frames come back in order with their kinds, numbers and records")
  func replay() throws {
    let storage = FaultyStorage()
    let first = try KeyStore(storage)
    let kind = FrameKind(rawValue: 300)
    let sequence = try first.journal.append(kind, records: [[1, 2, 3], [], [4]])
    try first.journal.append(KeyStore.set, records: [])
    try first.journal.commit()
    try first.journal.close()
    var frames: [Frame] = []
    let second = try JournalStore.open(
      directory: KeyStore.directory, storage: storage, mode: .readWrite
    ) { event in
      if case .frame(let frame) = event { frames.append(frame) }
    }
    #expect(frames.map(\.kind) == [kind, KeyStore.set])
    #expect(frames.map(\.sequence) == [sequence, sequence + 1])
    #expect(frames.first?.records.map { Array($0.bytes) } == [[1, 2, 3], [], [4]])
    #expect(second.loss == LossReport())
  }

  @Test("A commit of many frames costs one write and one sync, and none costs nothing")
  func groupCommit() throws {
    let storage = FaultyStorage()
    let store = try KeyStore(storage)
    for _ in 0..<5 {
      for key in 0..<20 as Range<UInt8> {
        try store.journal.append(KeyStore.set, records: [KeyStore.record(key, 1)])
      }
      let (writes, syncs) = (storage.writeCount, storage.fileSyncCount)
      try store.journal.commit()
      // The file grows now and then, which takes a write more.
      #expect(storage.writeCount - writes <= 2)
      #expect(storage.fileSyncCount - syncs == 1)
      try store.journal.commit()
      #expect(storage.fileSyncCount - syncs == 1)
    }
    let writes = storage.writeCount
    try store.journal.append(KeyStore.set, records: [KeyStore.record(1, 1)])
    try store.journal.commit()
    #expect(storage.writeCount - writes == 1)
  }

  @Test("Nothing is written before the commit, and what was not committed is forgotten")
  func uncommitted() throws {
    let storage = FaultyStorage()
    let store = try KeyStore(storage)
    let writes = storage.writeCount
    try store.journal.append(KeyStore.set, records: [KeyStore.record(1, 1)])
    #expect(storage.writeCount == writes)
    #expect(try KeyStore(storage.afterKill()).content == [:])
  }

  @Test("A rotation keeps what its body writes, drops the old file and carries the content on")
  func rotation() throws {
    let storage = FaultyStorage()
    var store = try KeyStore(storage)
    var candidates: [KeyStore.Content] = []
    for value in 1...50 as ClosedRange<UInt64> {
      try store.perform(.commit([[(1, value, 100)]]), candidates: &candidates)
    }
    let before = store.journal.byteCount
    try store.journal.rotate(content: [1, 2]) { checkpoint in
      try checkpoint.append(KeyStore.set) { $0.append(KeyStore.record(1, 50)) }
    }
    #expect(store.journal.byteCount < before)
    #expect(storage.paths.filter { $0.contains("journal-0") }.count == 1)
    try store.perform(.commit([[(2, 51, 0)]]), candidates: &candidates)
    try store.journal.rotate { checkpoint in
      for (key, value) in [(1, 50), (2, 51)] as [(UInt8, UInt64)] {
        try checkpoint.append(KeyStore.set) { $0.append(KeyStore.record(key, value)) }
      }
    }
    let found = try KeyStore(storage.afterPowerLoss())
    #expect(found.content == [1: 50, 2: 51])
    #expect(found.journal.content == [1, 2])
  }

  @Test("A rotation whose body fails leaves the store as it was")
  func failedRotation() throws {
    struct Refusal: Error {}
    let storage = FaultyStorage()
    var store = try KeyStore(storage)
    var candidates: [KeyStore.Content] = []
    try store.perform(.commit([[(1, 1, 0)]]), candidates: &candidates)
    #expect(throws: Refusal.self) {
      try store.journal.rotate { checkpoint in
        try checkpoint.append(KeyStore.set) { $0.append([1]) }
        throw Refusal()
      }
    }
    try store.perform(.commit([[(2, 2, 0)]]), candidates: &candidates)
    #expect(try KeyStore(storage.afterPowerLoss()).content == [1: 1, 2: 2])
    #expect(storage.paths.filter { $0.contains("journal-") }.count == 1)
  }

  @Test("A second writer is refused until the first closes")
  func secondWriter() throws {
    let storage = FaultyStorage()
    let first = try KeyStore(storage)
    #expect { try KeyStore(storage) } throws: { ($0 as? StorageError)?.code == .busy }
    try first.journal.close()
    let second = try KeyStore(storage)
    #expect { try first.journal.commit() } throws: { ($0 as? StorageError)?.code == .closed }
    try second.journal.close()
    try second.journal.close()
  }

  @Test("A frame that is too large is refused and the others stay")
  func tooLarge() throws {
    let storage = FaultyStorage()
    let store = try KeyStore(storage)
    try store.journal.append(KeyStore.set, records: [KeyStore.record(1, 1)])
    let quarter = [UInt8](repeating: 0, count: 1 << 28)
    #expect {
      try store.journal.append(KeyStore.set, records: [quarter, quarter, quarter, quarter])
    } throws: {
      ($0 as? StorageError)?.code == .tooLarge
    }
    try store.journal.commit()
    #expect(try KeyStore(storage.afterPowerLoss()).content == [1: 1])
  }

  @Test("A journal closed in order keeps little of the room that it had")
  func roomAfterClosing() throws {
    let storage = FaultyStorage()
    let path = KeyStore.directory + "/journal-0000000000000001"
    let options = JournalOptions(firstAllocationByteCount: 1 << 14)
    func open(_ body: (JournalStore) throws -> Void) throws {
      let store = try JournalStore.open(
        directory: KeyStore.directory, storage: storage, mode: .readWrite, options: options
      ) { _ in }
      #expect(store.loss == LossReport())
      try body(store)
      try store.close()
    }
    try open { store in
      for value in 0..<20 as Range<UInt64> {
        try store.append(KeyStore.set, records: [KeyStore.record(1, value, padding: 5000)])
        try store.commit()
      }
      let allocated = try #require(storage.contents(of: path)).count
      try store.close()
      let kept = try #require(storage.contents(of: path)).count
      #expect(kept < allocated)
      #expect(kept % (1 << 14) == 0)
      #expect(kept - Int(store.byteCount) < 2 << 14)
    }
    // What follows goes to the room that was kept, and closing again does not cut frames off.
    let kept = try #require(storage.contents(of: path)).count
    try open { try $0.append(KeyStore.set, records: [KeyStore.record(2, 7)]) }
    #expect(storage.contents(of: path)?.count == kept)
    for disk in [storage, storage.afterPowerLoss()] {
      #expect(try KeyStore(disk).content == [1: 19, 2: 7])
    }
  }

  @Test("Closing may fail at any call or lose the power after it: what was committed is there")
  func interruptedClosing() throws {
    for call in 1..<6 as Range<Int> {
      for seed in 0..<8 as Range<UInt64> {
        let storage = FaultyStorage()
        var store = try KeyStore(storage)
        var candidates: [KeyStore.Content] = []
        for value in 0..<10 as Range<UInt64> {
          try store.perform(.commit([[(1, value, 9000)]]), candidates: &candidates)
        }
        storage.setFault(.init(call: call, isPersistent: true))
        try? store.journal.close()
        for disk in [storage.afterPowerLoss(.keepsRandomSectors(seed: seed)), storage.afterKill()] {
          var found = try KeyStore(disk)
          try #require(found.content == [1: 9], "call \(call), seed \(seed)")
          try #require(found.journal.loss == LossReport(), "call \(call), seed \(seed)")
          try found.perform(.commit([[(2, 1, 9000)]]), candidates: &candidates)
          try #require(try KeyStore(disk.afterPowerLoss()).content == [1: 9, 2: 1])
        }
      }
    }
  }

  @Test("A journal closed in order is opened without a write")
  func cleanOpening() throws {
    let storage = FaultyStorage()
    var store = try KeyStore(storage)
    var candidates: [KeyStore.Content] = []
    try store.perform(.commit([[(1, 1, 0)]]), candidates: &candidates)
    try store.journal.close()
    let writes = storage.writeCount
    let again = try KeyStore(storage)
    #expect(storage.writeCount == writes)
    #expect(again.content == [1: 1])
  }
}
