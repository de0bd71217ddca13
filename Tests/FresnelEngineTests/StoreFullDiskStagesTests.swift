import FresnelEngine
import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("A full disk from which items are deleted in stages")
struct StoreFullDiskStagesTests {
  @Test(
    "once half of what was stored is deleted, compacting frees the room, whatever failed before",
    arguments: (0..<Torture.count(9, 300)).map(UInt64.init))
  func half(seed: UInt64) async throws {
    var stages = FullDiskStages(seed: seed)
    try await stages.fill()
    try await stages.deleteHalf()
    try await stages.expectRoom()
  }

  @Test("more room is kept as items come, and no commit waits for that to reach the disk")
  func fewWaits() async throws {
    let storage = FaultyStorage()
    let store = try Store.open(
      at: "/store", storage: storage,
      options: StoreOptions(mergesInBackground: false, flushByteCount: 16 << 20))
    defer { store.close() }
    let text = String(repeating: "words ", count: 1000)
    try await store.put([.init("first", title: "First")])
    let syncCount = storage.fileSyncCount
    for number in 0..<800 {
      try await store.put([.init("\(number % 500)", title: "Note \(number)", text: text)])
    }
    // Three megabytes of what is left have it.
    #expect((1_500_000...4_000_000).contains(storage.contents(of: "/store/reserve")?.count ?? 0))
    #expect(storage.fileSyncCount - syncCount == 800)
  }

  @Test("as the journal grows, room is kept to begin it anew with half of its items")
  func longJournal() async throws {
    var stages = FullDiskStages(seed: 0)
    try await stages.fill()
    let reserve = stages.reserveByteCount
    #expect(reserve > stages.storedByteCount / 2)
    try await stages.deleteHalf()
    try await stages.expectRoom()
    // Of what is left now, less has to be kept.
    #expect((256 << 10..<reserve).contains(stages.reserveByteCount))
  }
}

/// A store that fills a small disk, has items deleted in random stages with puts and compactions between that may
/// fail, and then has room again.
private struct FullDiskStages {
  private let seed: UInt64
  private let clock = ManualClock()
  private var storage = FaultyStorage()
  private var generator: SeededGenerator
  private let capacity: Int
  private var store: Store?
  /// The items that are stored, and their bytes.
  private var live: [String: Int] = [:]
  /// The most bytes of items that were stored at once.
  private(set) var storedByteCount = 0
  private var itemCount = 0

  init(seed: UInt64) {
    self.seed = seed
    generator = SeededGenerator(seed: seed)
    capacity = 2_000_000 + generator.below(2_000_000)
    storage.setCapacity(capacity)
  }

  /// All in the journal, or in files of some size that are joined.
  private var options: StoreOptions {
    StoreOptions(
      clock: { [clock] in clock.now }, mergesInBackground: false,
      flushByteCount: [16 << 20, 300_000, 1_000_000][Int(seed % 3)])
  }

  private func opened() throws -> Store {
    if let store { return store }
    return try Store.open(at: "/store", storage: storage, options: options)
  }

  private var liveByteCount: Int { live.values.reduce(0, +) }

  var reserveByteCount: Int { storage.contents(of: "/store/reserve")?.count ?? 0 }

  // MARK: - Stages

  /// Puts items until the disk is full.
  mutating func fill() async throws {
    store = try opened()
    for _ in 0..<1000 {
      guard let error = try await put(count: 30) else { continue }
      try #require(error.isDiskFull, "seed \(seed)")
      return
    }
    Issue.record("a full disk takes everything, seed \(seed)")
  }

  /// Deletes until half of the bytes are left at most; every deletion has to go through.
  mutating func deleteHalf() async throws {
    while liveByteCount > storedByteCount / 2 {
      try await delete(1 + generator.below(live.count / 3 + 1))
      try await failSomething()
      try compare()
    }
  }

  /// What may fail for want of room, and changes nothing then.
  private mutating func failSomething() async throws {
    for _ in 0..<generator.below(4) {
      switch generator.below(4) {
      case 0, 1:
        let before = storage.usedByteCount - reserveByteCount
        if let error = try await put(count: 1 + generator.below(100)) {
          #expect(error.isDiskFull, "seed \(seed)")
          #expect(storage.usedByteCount - reserveByteCount <= before, "seed \(seed)")
        }
      case 2:
        do throws(StoreError) {
          try store?.compact()
        } catch {
          #expect(error.isDiskFull, "seed \(seed)")
        }
      default:
        if generator.once(in: 2) { store?.close() } else { storage = storage.afterKill() }
        storage.setCapacity(capacity)
        store = nil
        store = try opened()
      }
      if generator.once(in: 2) { clock.advance(by: 11) }
    }
  }

  /// Compacts, which has to go through and to free much, and puts items again.
  mutating func expectRoom() async throws {
    do throws(StoreError) {
      try store?.compact()
    } catch {
      Issue.record("seed \(seed): \(error.message), \(liveByteCount) of \(storedByteCount) left")
    }
    try compare()
    #expect(storage.usedByteCount < capacity - storedByteCount / 5, "seed \(seed), \(fileSizes)")
    let error = try await put(count: 30)
    #expect(error == nil, "seed \(seed), \(fileSizes)")
    #expect(reserveByteCount >= 256 << 10, "seed \(seed)")
    try compare()
    #expect(store?.check().isSound == true, "seed \(seed)")
    store?.close()
  }

  private var fileSizes: [String] {
    storage.paths.map { "\($0): \(storage.contents(of: $0)?.count ?? 0)" }
  }

  // MARK: - Steps

  private mutating func put(count: Int) async throws -> StoreError? {
    let items = (0..<count).map { _ in
      itemCount += 1
      var item = Item("id\(itemCount)", title: "Title \(generator.below(9))")
      let noise = (0..<(40 + generator.below(60))).flatMap { _ in
        withUnsafeBytes(of: generator.next()) { Array($0) }
      }
      item.attributes[.thumbnailData] = .data(noise)
      return item
    }
    let encoded = try items.map { try ItemCodec.encode($0) }
    let error = await store?.apply(Batch(scope: .notes, operations: [.put(encoded)]))
    if error == nil {
      for (item, bytes) in zip(items, encoded) { live[item.uniqueIdentifier] = bytes.count }
      storedByteCount = max(storedByteCount, liveByteCount)
    }
    return error
  }

  private mutating func delete(_ count: Int) async throws {
    let gone = Array(live.keys.sorted().shuffled(using: &generator).prefix(count))
    let batch = Batch(scope: .notes, operations: [.deleteIdentifiers(gone)])
    let error = await store?.apply(batch)
    try #require(error == nil, "seed \(seed), \(fileSizes)")
    for identifier in gone { live[identifier] = nil }
  }

  private func compare() throws {
    let found = try #require(store).snapshot().identifiers()
    #expect(found.count == live.count && Set(found) == Set(live.keys), "seed \(seed)")
  }
}
