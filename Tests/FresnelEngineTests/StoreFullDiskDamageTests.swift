import FresnelModel
import FresnelPlatform
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelEngine

@Suite("Damage on a full disk")
struct StoreFullDiskDamageTests {
  private static let options = StoreOptions(
    clock: { Timestamp(secondsSinceReferenceDate: 0) }, mergesInBackground: false,
    flushByteCount: 1)

  private static func open(_ storage: FaultyStorage) throws -> Store {
    try Store.open(at: "/store", storage: storage, options: options)
  }

  /// A store with a sound file of one index, and a damaged one of another.
  private static func fixture() async throws -> (FaultyStorage, damaged: String) {
    let storage = FaultyStorage()
    let store = try open(storage)
    try await store.put((0..<9).map { Item("\($0)", title: "Note \($0)") })
    _ = await store.apply(Batch(scope: .notes, operations: []))
    let before = Set(storage.paths)
    try await store.put((0..<9).map { Item("\($0)", title: "Mail \($0)") }, into: .mail)
    _ = await store.apply(Batch(scope: .notes, operations: []))
    store.close()
    let added = storage.paths.filter { $0.contains("/segment-") && !before.contains($0) }
    let path = try #require(added.first)
    // Both ends, without which nothing can be read.
    let bytes = try #require(storage.contents(of: path))
    storage.setContents(BlockFileParts.flip(bytes.count - 1, of: bytes), of: path)
    return (storage, path)
  }

  @Test(
    "a store opens, keeps the damaged file, and notes the loss when it can write",
    arguments: [StorageError.Code.full, .denied, .inputOutput])
  func opens(code: StorageError.Code) async throws {
    let (storage, damaged) = try await Self.fixture()
    storage.setFault(.init(call: 1, isPersistent: true, code: code, onlyNeedsRoom: true))
    for _ in 0..<2 {
      let store = try Self.open(storage)
      #expect(store.loss.extent == .partial)
      #expect(store.lossScopes == .named([.mail]))
      #expect(store.snapshot().identifiers() == (0..<9).map { "\($0)" })
      #expect(storage.contents(of: damaged) != nil)
      let error = await store.apply(
        Batch(scope: .mail, operations: [.put([try ItemCodec.encode(Item("x", title: "x"))])]))
      #expect(error?.code == .writeFailed)
      #expect(throws: StoreError.self) { try store.compact() }
      store.close()
      #expect(storage.contents(of: damaged) != nil)
    }
    let store = try Self.open(storage)
    storage.setFault(nil)
    try await store.put([Item("x", title: "x")], into: .mail)
    let snapshot = store.snapshot()
    #expect(snapshot.needsReindex(.mail))
    #expect(!snapshot.needsReindex(.notes))
    #expect(storage.contents(of: damaged) == nil)
    #expect(storage.paths.contains { $0.hasPrefix("/store/damaged/") })
    store.close()
    let again = try Self.open(storage.afterPowerLoss())
    #expect(again.loss.extent == .none)
    #expect(again.snapshot().needsReindex(.mail))
    #expect(again.snapshot().identifiers().count == 10)
    again.close()
  }

  @Test(
    "whatever can be written, the file is kept until its loss is noted",
    arguments: [StorageError.Code.full, .denied])
  func everyCall(code: StorageError.Code) async throws {
    for call in 1..<60 {
      let (storage, damaged) = try await Self.fixture()
      storage.setFault(
        .init(call: call, isPersistent: true, code: code, onlyNeedsRoom: true))
      let store = try Self.open(storage)
      #expect(store.snapshot().identifiers().count == 9, "call \(call)")
      store.close()
      storage.setFault(nil)
      // Either it is noted, or the next opening finds it again.
      let again = try Self.open(storage)
      #expect(again.snapshot().needsReindex(.mail), "call \(call)")
      #expect(!again.snapshot().needsReindex(.notes), "call \(call)")
      #expect(storage.contents(of: damaged) == nil, "call \(call)")
      #expect(storage.paths.contains { $0.hasPrefix("/store/damaged/") }, "call \(call)")
      again.close()
    }
  }

  /// Whether a file has these bytes, wherever it is now.
  private static func keeps(_ bytes: [UInt8], _ storage: FaultyStorage) -> Bool {
    storage.paths.contains { storage.contents(of: $0) == bytes }
  }

  @Test("a damaged file is kept, whatever fails when it is set aside", arguments: [false, true])
  func keptAfterFailure(isFull: Bool) async throws {
    let (base, damaged) = try await Self.fixture()
    let bytes = try #require(base.contents(of: damaged))
    let whole = base.afterKill()
    try Self.open(whole).close()
    for call in 1...whole.callCount {
      let storage = base.afterKill()
      storage.setFault(.init(call: call, isPersistent: false, code: isFull ? .full : .inputOutput))
      let store = try? Self.open(storage)
      #expect(Self.keeps(bytes, storage), "call \(call)")
      storage.setFault(nil)
      store?.close()
      let again = try Self.open(storage)
      #expect(again.snapshot().needsReindex(.mail), "call \(call)")
      #expect(Self.keeps(bytes, storage), "call \(call)")
      again.close()
    }
  }

  /// Makes a store on the real file system whose one segment is damaged, and a file where the
  /// directory of damaged ones would be.
  private static func obstructedStore(at directory: String) async throws -> (
    name: String, bytes: [UInt8]
  ) {
    let store = try Store.open(at: directory, options: options)
    try await store.put((0..<9).map { Item("\($0)", title: "Note \($0)") })
    await PatchFixture.settle(store)
    store.close()
    let files = try FileSystem.entries(of: directory)
    let name = try #require(files.first { $0.hasPrefix("segment-") })
    var bytes = try FileSystem.contents(of: directory + "/" + name)
    bytes = BlockFileParts.flip(bytes.count - 1, of: bytes)
    try FileSystem.write(bytes, to: directory + "/" + name)
    try FileSystem.write([], to: directory + "/damaged")
    return (name, bytes)
  }

  private static func openObstructed(_ directory: String, _ extent: LossReport.Extent) throws {
    let store = try Store.open(at: directory, options: options)
    #expect(store.loss.extent == extent)
    #expect(store.snapshot().needsReindex(.notes))
    store.close()
  }

  @Test("a damaged file stays beside when the directory for such files cannot be made")
  func noDirectory() async throws {
    try await withTemporaryStore { directory in
      let (name, bytes) = try await Self.obstructedStore(at: directory)
      for extent in [LossReport.Extent.complete, .none] {
        try Self.openObstructed(directory, extent)
        let kept = try FileSystem.contents(of: directory + "/damaged-" + name)
        #expect(kept == bytes)
      }
      // It joins the others when there is a place for them.
      try FileSystem.removeFile(directory + "/damaged")
      DamagedFiles(directory: directory, storage: FileStorage()).prune()
      let kept = try FileSystem.contents(of: directory + "/damaged/" + name)
      #expect(kept == bytes)
    }
  }
}
