import FresnelEngine
import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Synchronization
import Testing

/// A file system that has no room for another journal.
private struct CrampedStorage: Storage {
  let base = FaultyStorage()
  let refusals = Counter()

  final class Counter: Sendable {
    private let value = Mutex(0)
    var count: Int { value.withLock { $0 } }
    func add() { value.withLock { $0 += 1 } }
  }

  func open(
    _ path: String, for access: StorageAccess
  ) throws(StorageError) -> any StorageFile {
    if access == .creating, path.contains("/journal-"), !base.paths.isEmpty {
      refusals.add()
      throw StorageError(.full, "There is no room for \(path).", path: path)
    }
    return try base.open(path, for: access)
  }

  func createDirectory(_ path: String) throws(StorageError) { try base.createDirectory(path) }
  func entries(of directory: String) throws(StorageError) -> [String] {
    try base.entries(of: directory)
  }
  func rename(_ path: String, to destination: String) throws(StorageError) {
    try base.rename(path, to: destination)
  }
  func remove(_ path: String) throws(StorageError) { try base.remove(path) }
  func syncDirectory(_ path: String) throws(StorageError) { try base.syncDirectory(path) }
  func lock(_ path: String) throws(StorageError) -> any StorageLock { try base.lock(path) }
}

@Suite("Compacting a store")
struct StoreCompactionTests {
  @Test("a compaction that failed is not tried again at every commit")
  func failedCompaction() async throws {
    let storage = CrampedStorage()
    let store = try Store.open(
      at: "/store", storage: storage, options: StoreOptions(garbageByteCount: 2000))
    for number in 0..<100 { try await store.put([Item("a", title: "Number \(number)")]) }
    let byteCount = store.statistics().journalByteCount
    #expect(storage.refusals.count > 0)
    // Each attempt is made once more with the room that is kept for deletions.
    #expect(storage.refusals.count <= 2 * byteCount / 2000)
    store.close()
  }

  @Test("the size of a store that cannot be looked at is an error, and not nothing")
  func unknownSize() async throws {
    let storage = FaultyStorage()
    let store = try Store.open(at: "/store", storage: storage)
    try await store.put([Item("a", title: "A")])
    try store.compact()
    storage.setContents([1, 2, 3], of: "/store/damaged-segment-0000000000000009")
    let byteCount = storage.paths.filter { !$0.contains("damaged") }.reduce(0) {
      $0 + (storage.contents(of: $1)?.count ?? 0)
    }
    #expect(try store.diskByteCount() == UInt64(byteCount))
    storage.setFault(nil)
    _ = try store.diskByteCount()
    for call in 1...storage.callCount {
      storage.setFault(.init(call: call, isPersistent: false))
      #expect(throws: StoreError.self, "call \(call)") { try store.diskByteCount() }
    }
    storage.setFault(nil)
    store.close()
  }

  @Test(
    "an item that was patched and has expired is left out of a compaction, whoever still sees it")
  func expiredPatch() async throws {
    let clock = ManualClock()
    let store = try Store.open(
      at: "/store", storage: FaultyStorage(),
      options: StoreOptions(
        clock: { clock.now }, mergesInBackground: false, garbageByteCount: 2000))
    var expiring = PatchFixture.item(1)
    expiring.expiration = Timestamp(secondsSinceReferenceDate: 10)
    try await store.put([expiring, PatchFixture.item(2)])
    try await store.put([PatchFixture.pages("1", 20)])
    clock.advance(by: 20)
    // The journal is begun again without the item, after readers were shown the last of these changes.
    let generation = store.position?.generation
    var number = 0
    repeat {
      number += 1
      try await store.put([Item("3", title: "Number \(number)")])
    } while number < 1000 && store.position?.generation == generation
    #expect(number < 1000)
    try store.compact()
    #expect(try PatchFixture.items(store).map(\.uniqueIdentifier) == ["2", "3"])
    store.close()
  }
}
