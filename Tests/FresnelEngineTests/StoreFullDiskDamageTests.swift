import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelEngine

@Suite("Damage on a full disk")
struct StoreFullDiskDamageTests {
  private static let options = StoreOptions(
    clock: { Timestamp(secondsSinceReferenceDate: 0) }, mergesInBackground: false,
    imageByteCount: 1)

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
    var bytes = try #require(storage.contents(of: path))
    bytes[bytes.count - 1] ^= 1
    storage.setContents(bytes, of: path)
    return (storage, path)
  }

  @Test("a store opens, keeps the damaged file, and notes the loss when there is room")
  func opens() async throws {
    let (storage, damaged) = try await Self.fixture()
    storage.setFault(.init(call: 1, isPersistent: true, code: .full, onlyNeedsRoom: true))
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

  @Test("however much room there is, the file is kept until its loss is noted")
  func everyCall() async throws {
    for call in 1..<60 {
      let (storage, damaged) = try await Self.fixture()
      storage.setFault(
        .init(call: call, isPersistent: true, code: .full, onlyNeedsRoom: true))
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
}
