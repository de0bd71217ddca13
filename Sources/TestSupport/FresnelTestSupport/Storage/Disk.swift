import FresnelStorage

/// The state of a ``FaultyStorage``: what programs see, and what is durable.
struct Disk: Sendable {
  var fault: FaultyStorage.Fault?
  var callCount = 0
  var fileSyncCount = 0
  var writeCount = 0
  var directories: Set<String> = []
  /// The lock files, by path, and which of them are held. A path whose directory was removed and made again
  /// gets another number.
  private(set) var lockNumbers: [String: Int] = [:]
  private var lastLockNumber = 0
  var locks: Set<Int> = []
  /// How many bytes all files together may have; `nil` for any number.
  var capacity: Int?
  /// Ranges of files, by number, that the device can't read.
  var unreadable: [Int: Range<Int>] = [:]
  /// All files that ever were, by number; a file without a name stays for those who have it open.
  var files: [StoredFile] = []
  var names: [String: Int] = [:]
  var durableNames: [String: Int] = [:]
  /// Changes of names that were not synced, in order.
  var nameChanges: [NameChange] = []

  enum NameChange: Sendable {
    case made(String, Int)
    case renamed(String, String, Int)
    case removed(String)

    var directory: String {
      switch self {
      case .made(let path, _), .renamed(let path, _, _), .removed(let path):
        String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
      }
    }
  }

  init(fault: FaultyStorage.Fault?) {
    self.fault = fault
  }

  static func missing(_ path: String) -> StorageError {
    StorageError(.notFound, "There is no \(path).", path: path)
  }

  /// Counts a call and fails it if its time has come.
  mutating func count(_ path: String, needsRoom: Bool = false) throws(StorageError) {
    callCount += 1
    if let fault, fault.onlyNeedsRoom, !needsRoom { return }
    guard let fault, fault.isPersistent ? callCount >= fault.call : callCount == fault.call else {
      return
    }
    throw StorageError(fault.code, "Call \(callCount), on \(path), fails as planned.", path: path)
  }

  /// Takes the lock of a path; `nil` when it is held.
  mutating func lock(_ path: String) -> Int? {
    let number = lockNumbers[path] ?? lastLockNumber + 1
    guard locks.insert(number).inserted else { return nil }
    lockNumbers[path] = number
    lastLockNumber = max(lastLockNumber, number)
    return number
  }

  mutating func removeTree(_ path: String) {
    func isInside(_ other: String) -> Bool { other == path || other.hasPrefix(path + "/") }
    directories = directories.filter { !isInside($0) }
    names = names.filter { !isInside($0.key) }
    durableNames = durableNames.filter { !isInside($0.key) }
    nameChanges.removeAll { isInside($0.directory) }
    lockNumbers = lockNumbers.filter { !isInside($0.key) }
  }

  mutating func moveTree(_ path: String, to destination: String) {
    func moved(_ other: String) -> String {
      guard other == path || other.hasPrefix(path + "/") else { return other }
      return destination + other.dropFirst(path.count)
    }
    // For simplicity what was not synced in it has its new name durably.
    for change in nameChanges where moved(change.directory) != change.directory { apply(change) }
    directories = Set(directories.map(moved))
    names = Dictionary(uniqueKeysWithValues: names.map { (moved($0.key), $0.value) })
    durableNames = Dictionary(uniqueKeysWithValues: durableNames.map { (moved($0.key), $0.value) })
    nameChanges.removeAll { moved($0.directory) != $0.directory }
    lockNumbers = Dictionary(uniqueKeysWithValues: lockNumbers.map { (moved($0.key), $0.value) })
  }

  /// How many of the bytes of a write there is room for.
  func room(forWriteOf count: Int, at offset: Int, to number: Int) -> Int {
    guard let capacity else { return count }
    let free = max(0, capacity - usedByteCount)
    return max(0, min(count, files[number].cached.count + free - offset))
  }

  var usedByteCount: Int { Set(names.values).reduce(0) { $0 + files[$1].cached.count } }

  var unsyncedByteCount: Int {
    names.values.reduce(0) { sum, number in
      sum + (files[number].doubtful + files[number].unsynced).reduce(0) { $0 + $1.bytes.count }
    }
  }

  mutating func open(_ path: String, for access: StorageAccess) throws(StorageError) -> Int {
    if let number = names[path] {
      if access == .creating { files[number].empty() }
      return number
    }
    guard access == .creating else { throw Self.missing(path) }
    let directory = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    guard directories.contains(directory) else { throw Self.missing(directory) }
    files.append(StoredFile())
    names[path] = files.count - 1
    nameChanges.append(.made(path, files.count - 1))
    return files.count - 1
  }

  mutating func write(_ bytes: [UInt8], at offset: Int, to number: Int) {
    files[number].write(bytes, at: offset)
  }

  /// Writes what arrives of a write that fails.
  mutating func writePart(of bytes: [UInt8], at offset: Int, to number: Int) {
    guard let seed = fault?.tornWriteSeed else {
      return write(Array(bytes.prefix(fault?.shortWriteByteCount ?? 0)), at: offset, to: number)
    }
    var random = SeededGenerator(seed: seed)
    for sector in StoredFile.Write(offset: offset, bytes: bytes).sectors
    where Bool.random(using: &random) {
      write(sector.bytes, at: sector.offset, to: number)
    }
  }

  mutating func place(_ bytes: [UInt8], at path: String) {
    var file = StoredFile()
    file.write(bytes, at: 0)
    file.sync()
    files.append(file)
    names[path] = files.count - 1
    durableNames[path] = files.count - 1
  }

  mutating func syncNames(in directory: String) {
    for change in nameChanges where change.directory == directory { apply(change) }
    nameChanges.removeAll { $0.directory == directory }
  }

  private mutating func apply(_ change: NameChange) {
    switch change {
    case .made(let path, let number): durableNames[path] = number
    case .renamed(let path, let destination, let number):
      if durableNames[path] == number { durableNames[path] = nil }
      durableNames[destination] = number
    case .removed(let path): durableNames[path] = nil
    }
  }

  func withoutLocks() -> Disk {
    var disk = self
    disk.locks = []
    disk.fault = nil
    disk.callCount = 0
    return disk
  }

  func afterPowerLoss(_ loss: FaultyStorage.PowerLoss) -> Disk {
    var before = self
    var random = SeededGenerator(seed: 0)
    var byteBudget = 0
    var isRandom = false
    switch loss {
    case .dropsEverything: break
    case .keeps(let byteCount, let nameChangeCount):
      byteBudget = byteCount
      nameChanges.prefix(nameChangeCount).forEach { before.apply($0) }
    case .keepsRandomSectors(let seed):
      isRandom = true
      random = SeededGenerator(seed: seed)
      let count = Int.random(in: 0...nameChanges.count, using: &random)
      nameChanges.prefix(count).forEach { before.apply($0) }
    }
    var disk = Disk(fault: nil)
    disk.directories = directories
    for (path, number) in before.durableNames.sorted(by: { $0.key < $1.key }) {
      let bytes =
        isRandom
        ? files[number].contentKeepingRandomSectors(&random)
        : files[number].content(keeping: &byteBudget)
      disk.place(bytes, at: path)
    }
    return disk
  }
}
