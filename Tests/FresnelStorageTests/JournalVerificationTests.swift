import FresnelStorage
import FresnelTestSupport
import Synchronization
import Testing

/// A file system that counts the bytes read.
private final class MeteredStorage: Storage {
  let base: FaultyStorage
  private let count = Mutex(0)
  var byteCount: Int { count.withLock { $0 } }

  init(_ base: FaultyStorage) {
    self.base = base
  }

  func open(
    _ path: String, for access: StorageAccess
  ) throws(StorageError) -> any StorageFile {
    MeteredFile(storage: self, file: try base.open(path, for: access))
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

  private final class MeteredFile: StorageFile {
    let storage: MeteredStorage
    let file: any StorageFile

    init(storage: MeteredStorage, file: any StorageFile) {
      self.storage = storage
      self.file = file
    }

    var path: String { file.path }
    func byteCount() throws(StorageError) -> UInt64 { try file.byteCount() }
    func read(
      into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64
    ) throws(StorageError) -> Int {
      let read = try file.read(into: buffer, at: offset)
      storage.count.withLock { $0 += read }
      return read
    }
    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(StorageError) {
      try file.write(bytes, at: offset)
    }
    func truncate(to byteCount: UInt64) throws(StorageError) { try file.truncate(to: byteCount) }
    func sync() throws(StorageError) { try file.sync() }
  }
}

@Suite("Verifying a journal")
struct JournalVerificationTests {
  @Test("Much damage costs little more to find than none")
  func manyDamagedFrames() throws {
    let storage = FaultyStorage()
    let store = try KeyStore(storage)
    let frameCount = 3000
    for number in 0..<frameCount {
      try store.journal.append(
        KeyStore.set, records: [KeyStore.record(1, UInt64(number), padding: 200)])
      if number % 10 == 9 { try store.journal.commit() }
    }
    try store.journal.commit()
    let path = KeyStore.directory + "/journal-0000000000000001"
    var bytes = try #require(storage.contents(of: path))
    let end = Int(store.journal.byteCount)
    let frameByteCount = (end - 4096 - 40) / frameCount
    // One byte in the payload of every second frame.
    for number in stride(from: 0, to: frameCount - 20, by: 2) {
      bytes[4096 + 40 + number * frameByteCount + 100] ^= 1
    }
    let copy = storage.afterKill()
    copy.setContents(bytes, of: path)
    let metered = MeteredStorage(copy)
    let report = try JournalStore.verify(directory: KeyStore.directory, storage: metered)
    #expect(report.damages.count == (frameCount - 20) / 2)
    #expect(report.frameCount == 1 + frameCount - report.damages.count)
    #expect(metered.byteCount < 30 * bytes.count)
  }
}
