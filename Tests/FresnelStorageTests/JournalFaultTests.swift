import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("Journal under failing storage")
struct JournalFaultTests {
  private static let seeds = 0..<20 as Range<UInt64>

  /// Every fourth store is encrypted.
  private static func key(_ seed: UInt64) -> EncryptionKey? { seed % 4 == 3 ? KeyStore.key : nil }

  /// Does operations, reopening where they ask for it, until one fails.
  ///
  /// Returns the states that may be found afterwards.
  private static func run(
    _ operations: [KeyStore.Operation], on storage: FaultyStorage, key: EncryptionKey?
  ) -> (candidates: [KeyStore.Content], isFailed: Bool) {
    var candidates: [KeyStore.Content] = [[:]]
    do {
      var store = try KeyStore(storage, key: key)
      for operation in operations {
        try store.perform(operation, candidates: &candidates)
        if case .reopen = operation { store = try KeyStore(storage, key: key) }
      }
    } catch {
      return (candidates, true)
    }
    return (candidates, false)
  }

  private static func losses(_ storage: FaultyStorage, _ seed: UInt64) -> [FaultyStorage.PowerLoss]
  {
    let unsynced = storage.unsyncedByteCount
    return [
      .dropsEverything, .keeps(byteCount: unsynced / 2),
      .keeps(byteCount: unsynced, nameChangeCount: 2), .keepsRandomSectors(seed: seed),
    ]
  }

  @Test(
    "After a fault that lasts and a power loss, the last acknowledged state is found",
    arguments: seeds)
  func lastingFault(seed: UInt64) throws {
    let operations = KeyStore.operations(seed: seed)
    let key = Self.key(seed)
    let clean = FaultyStorage()
    try #require(!Self.run(operations, on: clean, key: key).isFailed)
    for fault in (1...clean.callCount).flatMap({
      FaultyStorage.Fault.sample(call: $0, isPersistent: true, seed: seed)
    }) {
      let storage = FaultyStorage(fault: fault)
      let candidates = Self.run(operations, on: storage, key: key).candidates
      for loss in Self.losses(storage, seed &+ UInt64(fault.call)) {
        let disk = storage.afterPowerLoss(loss)
        let found = try KeyStore(disk, key: key)
        let place = "seed \(seed), \(fault), \(loss)"
        try #require(candidates.contains(found.content), "\(place)")
        try #require(found.journal.loss.damages == [], "\(place)")
        // Opening again, after yet another power loss, finds the same.
        let again = try KeyStore(disk.afterPowerLoss(), key: key)
        try #require(again.content == found.content, "\(place), opened twice")
      }
    }
  }

  @Test(
    "After a fault that passes, work goes on and everything acknowledged then is durable",
    arguments: seeds)
  func passingFault(seed: UInt64) throws {
    let operations = KeyStore.operations(seed: seed)
    let key = Self.key(seed)
    let clean = FaultyStorage()
    _ = Self.run(operations, on: clean, key: key)
    for fault in (1...clean.callCount).flatMap({
      FaultyStorage.Fault.sample(call: $0, isPersistent: false, seed: seed)
    }) {
      let storage = FaultyStorage(fault: fault)
      let place = "seed \(seed), \(fault)"
      var candidates: [KeyStore.Content] = [[:]]
      var store: KeyStore?
      var expected: KeyStore.Content = [:]
      for operation in operations {
        do {
          if store == nil {
            store = try KeyStore(storage, key: key)
            let found = store?.content ?? [:]
            try #require(candidates.contains(found), "\(place)")
            expected = found
          }
          try store?.perform(operation, candidates: &candidates)
          expected = store?.content ?? expected
          if case .reopen = operation { store = nil }
        } catch is StorageError {
          // What a program does then: open again, and go on with what is found.
          store = nil
        }
      }
      if store == nil {
        storage.setFault(nil)
        expected = try KeyStore(storage, key: key).content
      }
      store = nil
      let found = try KeyStore(storage.afterPowerLoss(), key: key)
      try #require(found.content == expected, "\(place), at the end")
      try #require(found.journal.loss.damages == [], "\(place), at the end")
    }
  }

  @Test("A full disk refuses the commit that needs room, and nothing else", arguments: seeds)
  func fullDisk(seed: UInt64) throws {
    let storage = FaultyStorage()
    var store = try KeyStore(storage)
    var candidates: [KeyStore.Content] = []
    try store.perform(.commit([[(1, 1, 0)]]), candidates: &candidates)
    let expected = store.content
    storage.setFault(.init(call: 1, isPersistent: false, code: .full, shortWriteByteCount: 700))
    #expect {
      try store.perform(.commit([[(2, 2, 1 << 14)]]), candidates: &candidates)
    } throws: {
      ($0 as? StorageError)?.code == .full
    }
    try store.perform(.commit([[(3, 3, 1 << 14)]]), candidates: &candidates)
    #expect(store.content == expected.merging([3: 3]) { $1 })
    let found = try KeyStore(storage.afterPowerLoss())
    #expect(found.content == store.content)
  }

  @Test("After a failed sync the journal asks to be reopened")
  func failedSync() throws {
    let storage = FaultyStorage()
    let store = try KeyStore(storage)
    try store.journal.append(KeyStore.set, records: [KeyStore.record(1, 1)])
    // The write is the first call of the commit and the sync the second.
    storage.setFault(.init(call: 2, isPersistent: false))
    #expect { try store.journal.commit() } throws: { ($0 as? StorageError)?.code == .untrusted }
    #expect {
      try store.journal.append(KeyStore.set, records: [])
    } throws: {
      ($0 as? StorageError)?.code == .untrusted
    }
    #expect { try store.journal.commit() } throws: { ($0 as? StorageError)?.code == .untrusted }
  }

  @Test("A frame left of a torn commit does not come back behind a retry of the one before it")
  func retryAfterTornCommit() throws {
    let path = KeyStore.directory + "/journal-0000000000000001"
    let storage = FaultyStorage()
    let first = try KeyStore(storage)
    let start = Int(first.journal.byteCount)
    try first.journal.append(KeyStore.set, records: [KeyStore.record(1, 1)])
    try first.journal.append(KeyStore.set, records: [KeyStore.record(2, 2)])
    try first.journal.commit()
    // The power fails during the commit: the second frame reached the disk, the first did not.
    var bytes = try #require(storage.contents(of: path))
    bytes.replaceSubrange(start..<start + 32, with: repeatElement(0, count: 32))
    let disk = storage.afterKill()
    disk.setContents(bytes, of: path)
    do {
      let second = try KeyStore(disk)
      #expect(second.content == [:])
      #expect(second.journal.loss == LossReport())
      // The same frame again, number and all, so that the old second frame would fit behind it.
      try second.journal.append(KeyStore.set, records: [KeyStore.record(1, 1)])
      try second.journal.commit()
    }
    #expect(try KeyStore(disk).content == [1: 1])
  }
}
