import FresnelEngine
import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("A store on a disk with no byte free")
struct StoreFullDiskTests {
  @Test(
    "deletions are durable, what is killed or loses power opens, and the room comes back",
    arguments: (0..<Torture.count(12, 2000)).map(UInt64.init))
  func deletions(seed: UInt64) async throws {
    var history = FullDiskHistory(seed: seed)
    try await history.run()
  }

  private static let options = StoreOptions(mergesInBackground: false, flushByteCount: 1)

  /// A store whose items are in files of so few documents that no merge is due, on a disk that is full.
  private static func fullDisk(fileCount: Int) async throws -> (FaultyStorage, Store) {
    let storage = FaultyStorage()
    let store = try Store.open(at: "/store", storage: storage, options: options)
    for file in 0..<fileCount {
      var generator = SeededGenerator(seed: UInt64(file))
      try await store.put(
        (0..<50).map { number in
          var item = Item("\(file) \(number)", title: "Title \(number)", domain: "d\(file)")
          item.attributes[.thumbnailData] = .data(
            (0..<300).flatMap { _ in withUnsafeBytes(of: generator.next()) { Array($0) } })
          return item
        })
      await PatchFixture.settle(store)
    }
    storage.setCapacity(storage.usedByteCount)
    return (storage, store)
  }

  @Test("files without an item left are dropped, and new items find their room")
  func files() async throws {
    let (storage, store) = try await Self.fullDisk(fileCount: 3)
    let before = storage.usedByteCount
    let deletion = Operation.deleteDomains(["d1"])
    #expect(await store.apply(Batch(scope: .notes, operations: [deletion])) == nil)
    await PatchFixture.settle(store)
    #expect(storage.usedByteCount < before - 100_000)
    try await store.put([Item("new", title: "New")])
    #expect(store.snapshot().identifiers().count == 101)
    store.close()
  }

  @Test("what has some deleted items is compacted file by file, the smallest first")
  func compacting() async throws {
    let (storage, store) = try await Self.fullDisk(fileCount: 3)
    let before = storage.usedByteCount
    let gone = (0..<3).flatMap { file in (0..<20).map { "\(file) \($0)" } }
    let deletion = Operation.deleteIdentifiers(gone)
    #expect(await store.apply(Batch(scope: .notes, operations: [deletion])) == nil)
    try store.compact()
    #expect(storage.usedByteCount < before)
    #expect(store.statistics().segments.allSatisfy { $0.deletedCount == 0 })
    #expect(store.snapshot().identifiers().count == 90)
    store.close()
  }

  @Test("a store without items gives back its journal")
  func journal() async throws {
    let storage = FaultyStorage()
    let options = StoreOptions(mergesInBackground: false)
    let store = try Store.open(at: "/store", storage: storage, options: options)
    var item = Item("new", title: "Long")
    item.attributes[.thumbnailData] = .data([UInt8](repeating: 7, count: 100_000))
    for number in 0..<40 {
      item.uniqueIdentifier = "\(number)"
      try await store.put([item])
    }
    storage.setCapacity(storage.usedByteCount)
    let before = storage.usedByteCount
    #expect(await store.apply(Batch(scope: .notes, operations: [.deleteAll])) == nil)
    await PatchFixture.settle(store)
    #expect(storage.usedByteCount < before / 4)
    try await store.put([item])
    store.close()
  }
}
