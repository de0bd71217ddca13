import FresnelEngine
import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("A store on a device that fails to read")
struct StoreDeviceFailureTests {
  private static let options = StoreOptions(
    mergesInBackground: false, flushByteCount: 1, closingFlushByteCount: 0,
    cacheByteCount: 1 << 17)

  private static func open(
    _ storage: FaultyStorage, mode: Store.Mode = .readWrite
  ) throws -> Store {
    try Store.open(at: "/store", mode: mode, storage: storage, options: options)
  }

  /// Two files: one of notes, one of mails.
  private static func fixture() async throws -> FaultyStorage {
    let storage = FaultyStorage()
    let store = try open(storage)
    try await store.put(
      (0..<120).map { Item("n\($0)", title: "Note \($0)", text: "Words of it, \($0)") })
    try await store.put((0..<20).map { Item("m\($0)", title: "Mail \($0)") }, into: .mail)
    store.close()
    return storage
  }

  private static func segments(_ storage: FaultyStorage) -> [String] {
    storage.paths.filter { $0.hasPrefix("/store/segment-") }
  }

  @Test("a failure that passes loses nothing, wherever it comes")
  func passingFailure() async throws {
    let base = try await Self.fixture()
    let count = base.afterKill()
    let clean = try Self.open(count)
    let expected = Set(clean.snapshot().identifiers())
    #expect(expected.count == 140)
    clean.close()
    for call in 1...count.callCount {
      let storage = base.afterKill()
      storage.setFault(.init(call: call, isPersistent: false))
      if let store = try? Self.open(storage) {
        _ = store.snapshot().identifiers()
        _ = await store.apply(Batch(scope: .notes, operations: []))
        store.close()
      }
      storage.setFault(nil)
      let store = try Self.open(storage)
      try #require(Set(store.snapshot().identifiers()) == expected, "call \(call)")
      try #require(store.loss == LossReport(), "call \(call)")
      try #require(!store.snapshot().isPartial, "call \(call)")
      store.close()
    }
  }

  @Test("a place that can't be read costs its items; the file is kept, and it is told whose it was")
  func badPlace() async throws {
    let base = try await Self.fixture()
    let path = try #require(Self.segments(base).first)
    let byteCount = try #require(base.contents(of: path)).count
    for start in stride(from: 0, to: byteCount, by: 4096) {
      let storage = base.afterPowerLoss()
      storage.makeUnreadable(start..<start + 512, of: path)
      let store = try Self.open(storage)
      let before = store.snapshot()
      _ = before.identifiers()
      _ = await store.apply(Batch(scope: .mail, operations: [.deleteIdentifiers(["m1"])]))
      let found = store.snapshot()
      let isLost = store.loss.extent != .none
      try #require(found.identifiers(in: .scope(.mail)).count == 19, "byte \(start)")
      try #require(
        (found.identifiers(in: .scope(.notes)).count < 120) == isLost, "byte \(start)")
      if isLost {
        try #require(store.loss.extent == .partial, "byte \(start)")
        try #require(store.lossScopes == .named([.notes]), "byte \(start)")
        try #require(found.needsReindex(.notes) && !found.needsReindex(.mail), "byte \(start)")
        let kept = try #require(store.loss.damages.first?.setAsidePath)
        try #require(storage.contents(of: kept)?.count == byteCount)
      }
      try #require(!found.isPartial, "byte \(start)")
      store.close()
    }
  }

  @Test("a reader tells of the place and changes nothing")
  func badPlaceForReaders() async throws {
    let storage = try await Self.fixture()
    let path = try #require(Self.segments(storage).first)
    let whole = try Self.open(storage, mode: .readOnly)
    #expect(!whole.snapshot().isPartial)
    // Both tails, without which nothing can be read.
    let parts = BlockFileParts(try #require(storage.contents(of: path)))
    storage.makeUnreadable(parts.firstEnd.lowerBound..<parts.lastEnd.upperBound, of: path)
    let late = try Self.open(storage, mode: .readOnly)
    #expect(late.snapshot().isPartial)
    #expect(late.lossScopes == .named([.notes]))
    #expect(late.snapshot().identifiers().count == 20)
    #expect(Self.segments(storage).contains(path))
  }

  @Test("a damaged file is not lost by a crash while it is set aside")
  func crashWhileSettingAside() async throws {
    let base = try await Self.fixture()
    let path = try #require(Self.segments(base).first)
    var bytes = try #require(base.contents(of: path))
    bytes = BlockFileParts.flip(10, of: bytes)
    base.setContents(bytes, of: path)
    let keptPath = path.replacing("/store/", with: "/store/damaged/")
    for call in 1...200 {
      let storage = base.afterPowerLoss()
      let store = try Self.open(storage)
      storage.setFault(.init(call: call, isPersistent: true))
      _ = store.snapshot().identifiers()
      _ = await store.apply(Batch(scope: .mail, operations: []))
      let isOver = storage.callCount < call
      for disk in [
        storage.afterKill(), storage.afterPowerLoss(),
        storage.afterPowerLoss(.keepsRandomSectors(seed: UInt64(call))),
      ] {
        let again = try Self.open(disk)
        _ = again.snapshot().identifiers()
        _ = await again.apply(Batch(scope: .mail, operations: []))
        try #require(disk.contents(of: keptPath) == bytes, "call \(call)")
        try #require(again.snapshot().needsReindex(.notes), "call \(call)")
        again.close()
      }
      store.close()
      if isOver { return }
    }
    Issue.record("Setting a file aside takes more than 200 calls.")
  }

  @Test("of damaged files the newest few are kept")
  func pruning() throws {
    let storage = FaultyStorage()
    try storage.createDirectory("/store/damaged")
    let names = (1...20).map { "/store/damaged/segment-00000000000000\($0 + 10)" }
    for name in names { storage.setContents([1, 2, 3], of: name) }
    storage.setContents([1], of: "/store/damaged/manifest-2")
    storage.setContents([1], of: "/store/damaged/manifest-10")
    DamagedFiles(directory: "/store", storage: storage).prune()
    #expect(
      storage.paths.sorted()
        == (["/store/damaged/manifest-10", "/store/damaged/manifest-2"] + names.suffix(8)).sorted())
  }
}
