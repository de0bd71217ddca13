import FresnelEngine
import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Synchronization
import Testing

@Suite("A store whose room for deletions cannot be kept")
struct StoreReserveFailureTests {
  /// A file system on which one file cannot be opened.
  private final class Storage: FresnelStorage.Storage {
    let base = FaultyStorage()
    /// How often the file was to be opened, and whether that fails.
    private let reserve = Mutex((openings: 0, fails: true))

    var openingCount: Int { reserve.withLock(\.openings) }

    func repair() { reserve.withLock { $0.fails = false } }

    func open(_ path: String, for access: StorageAccess) throws(StorageError) -> any StorageFile {
      let fails = reserve.withLock { reserve in
        guard path.hasSuffix("/reserve") else { return false }
        reserve.openings += 1
        return reserve.fails
      }
      guard !fails else { throw StorageError(.inputOutput, "The device failed.", path: path) }
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

  @Test("takes items all the same, and doesn't try again with each of them, but does as it grows")
  func device() async throws {
    let storage = Storage()
    let store = try Store.open(
      at: "/store", storage: storage,
      options: StoreOptions(mergesInBackground: false, flushByteCount: 16 << 20))
    defer { store.close() }
    let text = String(repeating: "words ", count: 1000)
    for number in 0..<300 {
      try await store.put([.init("\(number)", title: "Note \(number)", text: text)])
    }
    // The journal has grown by 1.8 MB.
    #expect((4...60).contains(storage.openingCount))
    storage.repair()
    for number in 300..<500 {
      try await store.put([.init("\(number)", title: "Note \(number)", text: text)])
    }
    #expect(storage.base.contents(of: "/store/reserve")?.isEmpty == false)
    #expect(store.snapshot().identifiers().count == 500)
  }
}
