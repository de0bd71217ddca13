import FresnelStorage
import FresnelTestSupport
import Synchronization
import Testing

/// A file system that notes what is announced.
private final class NotingStorage: Storage {
  let base = FaultyStorage()
  private let noted = Mutex<[Range<UInt64>]>([])

  /// What was announced since the last call.
  func takeNoted() -> [Range<UInt64>] {
    noted.withLock { noted in
      defer { noted = [] }
      return noted
    }
  }

  func open(_ path: String, for access: StorageAccess) throws(StorageError) -> any StorageFile {
    NotingFile(storage: self, file: try base.open(path, for: access))
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

  private final class NotingFile: StorageFile {
    let storage: NotingStorage
    let file: any StorageFile

    init(storage: NotingStorage, file: any StorageFile) {
      self.storage = storage
      self.file = file
    }

    var path: String { file.path }
    func byteCount() throws(StorageError) -> UInt64 { try file.byteCount() }
    func read(
      into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64
    ) throws(StorageError) -> Int { try file.read(into: buffer, at: offset) }
    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(StorageError) {
      try file.write(bytes, at: offset)
    }
    func truncate(to byteCount: UInt64) throws(StorageError) { try file.truncate(to: byteCount) }
    func prefetch(_ range: Range<UInt64>) { storage.noted.withLock { $0.append(range) } }
    func sync() throws(StorageError) { try file.sync() }
  }
}

@Suite("Announcing blocks")
struct BlockPrefetchTests {
  private static let path = "/store/segment"

  @Test("Opening announces the end of a file, table and tail and the last blocks")
  func opening() throws {
    for key in [nil, KeyStore.key] {
      let storage = NotingStorage()
      let source = try Self.file(blockCount: 200, storage, key: key)
      let noted = storage.takeNoted()
      let fileByteCount = UInt64(try #require(storage.base.contents(of: Self.path)).count)
      let announced = try #require(noted.first)
      #expect(noted.count == 1)
      #expect(announced.upperBound == fileByteCount)
      #expect(announced.lowerBound <= source.byteCount - 3 * 4096)
      #expect(announced.lowerBound > source.byteCount - 8 * 4096)
    }
  }

  @Test("Only what the cache does not have is announced, and nothing outside the file")
  func missingBlocks() throws {
    let storage = NotingStorage()
    let source = try Self.file(blockCount: 20, storage)
    _ = storage.takeNoted()
    source.prefetch(5 * 4096 + 100, 4096)
    #expect(storage.takeNoted() == [(5 * 4096)..<(7 * 4096)])
    _ = try source.pin(5 * 4096, 10)
    #expect(source.isAtHand(5 * 4096 + 4095))
    #expect(!source.isAtHand(6 * 4096))
    source.prefetch(5 * 4096 + 100, 3000)
    #expect(storage.takeNoted() == [])
    source.prefetch(5 * 4096 + 100, 4096)
    #expect(storage.takeNoted() == [(6 * 4096)..<(7 * 4096)])
    source.prefetch(19 * 4096, 4097)
    source.prefetch(.max, 1)
    source.prefetch(0, 0)
    #expect(storage.takeNoted() == [])
    let image = ByteSource(memory: [1, 2, 3])
    image.prefetch(0, 3)
    #expect(image.isAtHand(2))
  }

  private static func file(
    blockCount: Int, _ storage: NotingStorage, key: EncryptionKey? = nil
  ) throws -> ByteSource {
    try storage.createDirectory("/store")
    var sink = try ByteSink.file(path, storage: storage, key: key)
    try sink.append(Array(repeating: 1, count: blockCount * 4096))
    _ = try sink.finish()
    _ = storage.takeNoted()
    return try ByteSource.open(
      path, storage: storage, cache: BlockCache(byteCount: 1 << 20), key: key)
  }
}
