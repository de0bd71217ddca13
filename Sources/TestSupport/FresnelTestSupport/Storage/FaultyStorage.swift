public import FresnelStorage
import Synchronization

/// A file system in memory that fails on demand and knows what a power loss would leave.
///
/// It is stricter than a disk: what was not synced is gone after a power loss, names included, and
/// what was written before a failed sync can be read but never becomes durable by a later one.
public final class FaultyStorage: Storage {
  let disk: Mutex<Disk>

  /// Makes an empty file system.
  public init(fault: Fault? = nil) {
    disk = Mutex(Disk(fault: fault))
  }

  private init(_ disk: sending Disk) {
    self.disk = Mutex(disk)
  }

  /// A failure to come.
  public struct Fault: Sendable {
    /// The storage call that fails, counted from 1.
    public var call: Int
    /// Whether all calls after it fail too.
    public var isPersistent: Bool
    /// The code of the error.
    public var code: StorageError.Code
    /// How many bytes of the write that fails arrive all the same.
    public var shortWriteByteCount: Int
    /// Chooses which 512-byte sectors of the write that fails arrive, if the write is torn: any of them
    /// instead of the first bytes.
    public var tornWriteSeed: UInt64?
    /// Whether only calls fail that need room on the disk: writes past the end, and files that are made.
    public var onlyNeedsRoom: Bool

    /// Describes a failure.
    public init(
      call: Int, isPersistent: Bool, code: StorageError.Code = .inputOutput,
      shortWriteByteCount: Int = 0, tornWriteSeed: UInt64? = nil, onlyNeedsRoom: Bool = false
    ) {
      self.call = call
      self.isPersistent = isPersistent
      self.code = code
      self.shortWriteByteCount = shortWriteByteCount
      self.tornWriteSeed = tornWriteSeed
      self.onlyNeedsRoom = onlyNeedsRoom
    }

    /// The ways in which a call fails: an error of the device or for want of room; a write of which
    /// nothing, a first part or any sectors arrive all the same. (A sync that fails is one of the calls.)
    public static func ways(call: Int, isPersistent: Bool) -> [Fault] {
      [
        Fault(call: call, isPersistent: isPersistent),
        Fault(call: call, isPersistent: isPersistent, code: .full),
        Fault(call: call, isPersistent: isPersistent, shortWriteByteCount: 1 + call * 37 % 300),
        Fault(
          call: call, isPersistent: isPersistent, code: .full,
          shortWriteByteCount: 1 + call * 61 % 5000),
        Fault(call: call, isPersistent: isPersistent, tornWriteSeed: UInt64(call)),
      ]
    }

    /// The ways that a test tries: one, which differs with call and seed, or all in `make torture`.
    public static func sample(call: Int, isPersistent: Bool, seed: UInt64) -> [Fault] {
      let ways = ways(call: call, isPersistent: isPersistent)
      return Torture.isOn ? ways : [ways[(call + Int(seed % 5)) % ways.count]]
    }
  }

  /// Which of the changes that were not synced a power loss leaves on the disk.
  public enum PowerLoss: Sendable {
    /// None.
    case dropsEverything
    /// The first bytes of those written, in order of writing; names as many as given.
    case keeps(byteCount: Int, nameChangeCount: Int = 0)
    /// A random choice of the 512-byte sectors written, and of the first changes of names.
    case keepsRandomSectors(seed: UInt64)
  }

  /// The number of calls so far.
  public var callCount: Int { disk.withLock(\.callCount) }
  /// The number of successful calls of ``StorageFile/sync()`` so far.
  public var fileSyncCount: Int { disk.withLock(\.fileSyncCount) }
  /// The number of writes to files so far.
  public var writeCount: Int { disk.withLock(\.writeCount) }
  /// The number of bytes written that are not durable.
  public var unsyncedByteCount: Int { disk.withLock { $0.unsyncedByteCount } }

  /// Sets the failure to come, or none, counting calls from the next one.
  public func setFault(_ fault: Fault?) {
    disk.withLock {
      $0.fault = fault
      $0.callCount = 0
    }
  }

  /// What is on the disk after the power went off now.
  public func afterPowerLoss(_ loss: PowerLoss = .dropsEverything) -> FaultyStorage {
    FaultyStorage(disk.withLock { $0.afterPowerLoss(loss) })
  }

  /// The file system as another process finds it after this one was killed: nothing is lost but the
  /// locks, and nothing more is durable.
  public func afterKill() -> FaultyStorage {
    FaultyStorage(disk.withLock { $0.withoutLocks() })
  }

  /// The paths of all files.
  public var paths: [String] { disk.withLock { $0.names.keys.sorted() } }

  /// The content of a file, or `nil` when there is none.
  public func contents(of path: String) -> [UInt8]? {
    disk.withLock { disk in disk.names[path].map { disk.files[$0].cached } }
  }

  /// Puts a file on the disk durably, as if it had always been there.
  public func setContents(_ bytes: [UInt8], of path: String) {
    disk.withLock { $0.place(bytes, at: path) }
  }

  /// Makes every read fail that touches a range of a file, whatever its name becomes.
  public func makeUnreadable(_ range: Range<Int>, of path: String) {
    disk.withLock { disk in
      if let number = disk.names[path] { disk.unreadable[number] = range }
    }
  }

  /// Removes a file durably.
  public func removeContents(of path: String) {
    disk.withLock {
      $0.names[path] = nil
      $0.durableNames[path] = nil
    }
  }
}

extension FaultyStorage {
  /// Makes a directory, durably.
  public func createDirectory(_ path: String) throws(StorageError) {
    try disk.withLock { (disk) throws(StorageError) in
      try disk.count(path)
      var rest = path[...]
      while let slash = rest.lastIndex(of: "/"), !rest.isEmpty {
        disk.directories.insert(String(rest))
        rest = rest[..<slash]
      }
      disk.directories.insert(path)
    }
  }

  /// The names in a directory, sorted.
  public func entries(of directory: String) throws(StorageError) -> [String] {
    try disk.withLock { (disk) throws(StorageError) in
      try disk.count(directory)
      guard disk.directories.contains(directory) else { throw Disk.missing(directory) }
      let prefix = directory + "/"
      return disk.names.keys.filter { $0.hasPrefix(prefix) }
        .map { String($0.dropFirst(prefix.count)) }.filter { !$0.contains("/") }.sorted()
    }
  }

  /// Opens a file.
  public func open(
    _ path: String, for access: StorageAccess
  ) throws(StorageError) -> any StorageFile {
    let number = try disk.withLock { (disk) throws(StorageError) in
      try disk.count(path, needsRoom: access == .creating)
      return try disk.open(path, for: access)
    }
    return FaultyFile(storage: self, number: number, path: path, isWritable: access != .reading)
  }

  /// Renames a file; durable only after the directory was synced.
  public func rename(_ path: String, to destination: String) throws(StorageError) {
    try disk.withLock { (disk) throws(StorageError) in
      try disk.count(path)
      guard let number = disk.names[path] else { throw Disk.missing(path) }
      disk.names[path] = nil
      disk.names[destination] = number
      disk.nameChanges.append(.renamed(path, destination, number))
    }
  }

  /// Removes a file; durable only after the directory was synced.
  public func remove(_ path: String) throws(StorageError) {
    try disk.withLock { (disk) throws(StorageError) in
      try disk.count(path)
      guard disk.names.removeValue(forKey: path) != nil else { throw Disk.missing(path) }
      disk.nameChanges.append(.removed(path))
    }
  }

  /// Makes the names in a directory durable.
  public func syncDirectory(_ path: String) throws(StorageError) {
    try disk.withLock { (disk) throws(StorageError) in
      try disk.count(path)
      guard disk.directories.contains(path) else { throw Disk.missing(path) }
      disk.syncNames(in: path)
    }
  }

  /// Takes a lock; it is free again when the object goes away.
  public func lock(_ path: String) throws(StorageError) -> any StorageLock {
    let number = try disk.withLock { (disk) throws(StorageError) in
      try disk.count(path)
      guard let number = disk.lock(path) else {
        throw StorageError(.busy, "Another holder has the lock \(path).", path: path)
      }
      return number
    }
    return FaultyLock(storage: self, path: path, number: number)
  }

  /// Removes a directory with all that is in it, as another program may do at any time.
  public func removeTree(_ path: String) {
    disk.withLock { $0.removeTree(path) }
  }

  /// Gives a directory another name, as another program may do at any time.
  public func moveTree(_ path: String, to destination: String) {
    disk.withLock { $0.moveTree(path, to: destination) }
  }

  /// Sets how many bytes all files together may have; `nil` for any number.
  ///
  /// A write beyond fails with ``StorageError/Code/full`` after what there is room for.
  public func setCapacity(_ byteCount: Int?) {
    disk.withLock { $0.capacity = byteCount }
  }

  /// The bytes of all files that have names.
  public var usedByteCount: Int { disk.withLock(\.usedByteCount) }
}

private final class FaultyLock: StorageLock {
  private let storage: FaultyStorage
  private let path: String
  private let number: Int

  init(storage: FaultyStorage, path: String, number: Int) {
    self.storage = storage
    self.path = path
    self.number = number
  }

  var isInPlace: Bool { storage.disk.withLock { $0.lockNumbers[path] == number } }

  deinit {
    storage.disk.withLock { _ = $0.locks.remove(number) }
  }
}
