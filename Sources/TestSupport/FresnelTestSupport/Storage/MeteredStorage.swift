public import FresnelStorage
import Synchronization

/// A file system in memory that counts the bytes read, and notes what is announced to be read.
public final class MeteredStorage: Storage {
  /// The files.
  public let base: FaultyStorage
  private let count = Mutex(0)
  private let announced = Mutex<[Range<UInt64>]>([])

  /// Meters what is done with a file system.
  public init(_ base: FaultyStorage = FaultyStorage()) {
    self.base = base
  }

  /// The bytes read so far.
  public var readByteCount: Int { count.withLock { $0 } }

  /// The ranges announced since the last call.
  public func takeAnnounced() -> [Range<UInt64>] {
    announced.withLock { announced in
      defer { announced = [] }
      return announced
    }
  }

  /// Opens a file whose reads are metered.
  public func open(
    _ path: String, for access: StorageAccess
  ) throws(StorageError) -> any StorageFile {
    MeteredFile(storage: self, file: try base.open(path, for: access))
  }

  /// As the base does.
  public func createDirectory(_ path: String) throws(StorageError) {
    try base.createDirectory(path)
  }

  /// As the base does.
  public func entries(of directory: String) throws(StorageError) -> [String] {
    try base.entries(of: directory)
  }

  /// As the base does.
  public func rename(_ path: String, to destination: String) throws(StorageError) {
    try base.rename(path, to: destination)
  }

  /// As the base does.
  public func remove(_ path: String) throws(StorageError) { try base.remove(path) }

  /// As the base does.
  public func syncDirectory(_ path: String) throws(StorageError) { try base.syncDirectory(path) }

  /// As the base does.
  public func lock(_ path: String) throws(StorageError) -> any StorageLock { try base.lock(path) }

  private final class MeteredFile: StorageFile {
    let storage: MeteredStorage
    let file: any StorageFile

    init(storage: MeteredStorage, file: any StorageFile) {
      self.storage = storage
      self.file = file
    }

    var path: String { file.path }
    var isInPlace: Bool { get throws(StorageError) { try file.isInPlace } }
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
    func prefetch(_ range: Range<UInt64>) { storage.announced.withLock { $0.append(range) } }
    func sync() throws(StorageError) { try file.sync() }
  }
}
