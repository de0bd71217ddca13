internal import FresnelModel
internal import FresnelPlatform
internal import FresnelStorage
internal import SpotlightWire
internal import Synchronization

/// How far each store had come when that was last noted, in a file outside of the stores: so a store that was
/// restored from a copy is told from one that goes on.
///
/// `Documentation/formats/store-positions.md` describes the file. Methods may be called from any thread; noting
/// blocks while the disk is waited for.
final class StorePositions: Sendable {
  private let path: String
  private let machine: [UInt8]
  private let storage: any Storage
  private let log: @Sendable (LogEvent) -> Void

  private struct Content {
    var isRead = false
    /// Why it could not be read, which was told then.
    var failure: String?
    /// Whether the file was written on this machine.
    var isOfMachine = false
    /// Whether there was such a file when it was read.
    var wasThere = false
    var stores: [[UInt8]: Entry] = [:]
  }

  /// What was noted of a store.
  private struct Entry: Equatable {
    var position: JournalPosition
    /// The class whose items it has; `nil` where an earlier version noted it.
    var protection: ProtectionClass?
    /// Whether it held nothing, so that nothing is missed of it.
    var isEmpty = false
  }
  private let content = Mutex(Content())

  /// Makes the positions of a file, which need not exist.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - machine: What tells this machine from others; only a hash of it is written.
  ///   - storage: The file system.
  ///   - log: Told when the file cannot be read.
  init(
    path: String, machine: String, storage: any Storage, log: @escaping @Sendable (LogEvent) -> Void
  ) {
    self.path = path
    self.storage = storage
    self.log = log
    var sum = DigestSum()
    Array(machine.utf8).withUnsafeBytes { sum.add($0) }
    self.machine = sum.bytes
  }

  /// How a store compares with what was noted.
  enum Standing {
    /// It goes on from where it was, or is the first one of its class.
    case whole
    /// It was set back, replaced or removed.
    case setBack
    /// Nothing says how far it had come on this machine.
    case unknown
  }

  /// Compares a store with what was noted of it.
  ///
  /// - Parameters:
  ///   - identifier: The store's identifier; `nil` of one that has none, as it is new or its metadata log was lost.
  ///   - position: How far it has come.
  ///   - protection: The class whose items it has.
  ///   - mayBeNew: Whether nothing besides tells that there were stores on this machine.
  ///   - isBlank: Whether it knows no index.
  /// - Returns: How it stands.
  func standing(
    of identifier: [UInt8]?, at position: JournalPosition, _ protection: ProtectionClass,
    mayBeNew: Bool, isBlank: Bool
  ) -> Standing {
    content.withLock { content in
      read(&content)
      // A file that cannot be read was written for stores.
      guard content.isRead else { return identifier == nil ? .setBack : .unknown }
      let ofClass = content.stores.values.first { $0.protection == protection }
      // What held nothing can miss nothing. One that has something now may be a copy from before it was emptied.
      if content.isOfMachine, isBlank, let ofClass, ofClass.isEmpty { return .whole }
      guard let identifier else {
        if content.isOfMachine, let ofClass {
          return position.hasPassed(ofClass.position) ? .unknown : .setBack
        }
        return content.wasThere || mayBeNew ? .whole : .unknown
      }
      guard content.isOfMachine else { return .unknown }
      guard let noted = content.stores[identifier] else {
        return ofClass == nil ? .unknown : .setBack
      }
      return position.hasPassed(noted.position) ? .whole : .setBack
    }
  }

  /// Writes a file without any positions where there is none, before the first metadata log is written: from then on a
  /// missing file means that it was lost. Where that fails, as on a full disk, a store that is opened after the next
  /// start may count as one that was removed.
  func begin() {
    content.withLock { content in
      read(&content)
      guard content.isRead, !content.isOfMachine, content.stores.isEmpty,
        (try? write([:])) != nil
      else { return }
      (content.isOfMachine, content.wasThere) = (true, true)
    }
  }

  /// Forgets the store of a class, which was set aside so that the class begins anew. Where that fails, the next store
  /// of the class counts as one that lacks items.
  func forget(_ protection: ProtectionClass) {
    content.withLock { content in
      read(&content)
      guard content.isRead, content.isOfMachine else { return }
      let left = content.stores.filter { $0.value.protection != protection }
      guard left.count < content.stores.count, (try? write(left)) != nil else { return }
      content.stores = left
    }
  }

  /// Whether the store of a class held nothing when it was last noted.
  func isNotedEmpty(_ protection: ProtectionClass) -> Bool {
    content.withLock { content in
      read(&content)
      return content.isOfMachine
        && content.stores.values.contains { $0.protection == protection && $0.isEmpty }
    }
  }

  /// Records how far the store of a class has come. Where that fails, as on a full disk, what was noted before holds
  /// on: a rollback to a moment since then goes unnoticed. So it does where the file cannot be read: it has the
  /// positions of all stores.
  ///
  /// - Parameters:
  ///   - identifier: The store's identifier.
  ///   - position: How far it has come.
  ///   - protection: The class.
  ///   - isEmpty: Whether it holds nothing and misses nothing.
  /// - Throws: ``StorageError`` when it cannot be written. It is tried again with the next note.
  func note(
    _ identifier: [UInt8], _ position: JournalPosition, of protection: ProtectionClass,
    isEmpty: Bool
  ) throws(StorageError) {
    try content.withLock { (content) throws(StorageError) in
      read(&content)
      guard content.isRead else { return }
      if !content.isOfMachine { content.stores = [:] }
      content.isOfMachine = true
      let entry = Entry(position: position, protection: protection, isEmpty: isEmpty)
      guard content.stores[identifier] != entry else { return }
      // A class has one store.
      var stores = content.stores.filter { $0.value.protection != protection }
      stores[identifier] = entry
      // That a store is empty may be on the disk although writing it failed: what comes next has to be noted first.
      if isEmpty { content.stores = stores }
      try write(stores)
      content.stores = stores
    }
  }

  /// Why the file cannot be read, in two sentences; `nil` where it can, or there is none. The disk is asked again.
  var failure: String? {
    content.withLock { content in
      read(&content)
      return content.isRead ? nil : content.failure
    }
  }

  /// Gives a file that cannot be read another name, so that another one can be written in its place. Nothing is
  /// deleted.
  ///
  /// - Returns: What it is called from now on; `nil` where it can be read.
  /// - Throws: ``StorageError``.
  func setAside() throws(StorageError) -> String? {
    try content.withLock { (content) throws(StorageError) in
      read(&content)
      if content.isRead { return nil }
      let place = try storage.setAside(path)
      content = Content(isRead: true)
      return place
    }
  }

  // MARK: - The file

  private static let magic = Array("FRSNPOSN".utf8)
  private static let version: UInt32 = 3
  private static let headerByteCount = 16
  private static let machineByteCount = 32
  static let identifierByteCount = 16
  /// The bytes of an entry by the version of the file: version 2 added the class, version 3 whether the store was
  /// empty.
  private static let entryByteCounts: [UInt32: Int] = [
    1: identifierByteCount + 24, 2: identifierByteCount + 25, 3: identifierByteCount + 26,
  ]
  /// Stands for a class that is not known.
  private static let unknownClass: UInt8 = 0xFF
  /// A longer file is none of ours.
  private static let largestByteCount: UInt64 = 1 << 16

  /// Reads the file, until that was done once. One that is missing or damaged has no positions; of one that cannot be
  /// read it is not known.
  private func read(_ content: inout Content) {
    if content.isRead { return }
    do throws(StorageError) {
      if let file = try storage.openIfPresent(path, for: .reading) {
        let byteCount = try file.byteCount()
        if byteCount <= Self.largestByteCount {
          decode(try file.read(at: 0, count: Int(byteCount)), into: &content)
        }
      }
      content.isRead = true
      content.wasThere = content.isOfMachine
    } catch {
      let isNews = content.failure == nil
      let failure =
        "How far the stores had come cannot be read from \(path), so they are taken to be older than they were at each "
        + "start: make it readable, or run fresnel doctor --mend, which sets it aside and begins another. "
        + error.message
      content.failure = failure
      if isNews { log(LogEvent(.stateUnreadable, message: failure)) }
    }
  }

  private func decode(_ bytes: [UInt8], into content: inout Content) {
    let start = Self.headerByteCount + Self.machineByteCount
    guard bytes.count >= start + 4, bytes.starts(with: Self.magic),
      let version = bytes.number(at: 8, UInt32.self),
      let size = Self.entryByteCounts[version],
      bytes.number(at: bytes.count - 4, UInt32.self)
        == CRC32C.checksum(of: Array(bytes.dropLast(4))),
      let count = bytes.number(at: 12, UInt32.self)
    else { return }
    guard start + Int(count) * size + 4 == bytes.count else { return }
    content.isOfMachine = bytes[Self.headerByteCount..<start].elementsEqual(machine)
    for index in 0..<Int(count) {
      let entry = start + index * size
      let numbers = entry + Self.identifierByteCount
      guard let generation = bytes.number(at: numbers, UInt64.self),
        let salt = bytes.number(at: numbers + 8, UInt64.self),
        let sequence = bytes.number(at: numbers + 16, UInt64.self)
      else { return }
      content.stores[Array(bytes[entry..<numbers])] = Entry(
        position: JournalPosition(generation: generation, salt: salt, sequence: sequence),
        protection: version >= 2 ? ProtectionClass(rawValue: bytes[numbers + 24]) : nil,
        isEmpty: version >= 3 && bytes[numbers + 25] == 1)
    }
  }

  private func write(_ stores: [[UInt8]: Entry]) throws(StorageError) {
    var bytes = Self.magic
    bytes.append(number: Self.version)
    bytes.append(number: UInt32(stores.count))
    bytes += machine
    for (identifier, entry) in stores.sorted(by: {
      $0.key.lexicographicallyPrecedes($1.key)
    }) {
      bytes += identifier
      bytes.append(number: entry.position.generation)
      bytes.append(number: entry.position.salt)
      bytes.append(number: entry.position.sequence)
      bytes.append(entry.protection?.rawValue ?? Self.unknownClass)
      bytes.append(entry.isEmpty ? 1 : 0)
    }
    bytes.append(number: CRC32C.checksum(of: bytes))
    let directory = FileSystem.parent(of: path)
    try storage.createDirectory(directory)
    let aside = path + ".new"
    let file = try storage.open(aside, for: .creating)
    try file.write(bytes, at: 0)
    try file.sync()
    try storage.rename(aside, to: path)
    try storage.syncDirectory(directory)
  }
}

extension [UInt8] {
  fileprivate mutating func append(number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  /// The little-endian number at a place; `nil` when it does not fit there.
  fileprivate func number<Number: FixedWidthInteger>(at offset: Int, _: Number.Type) -> Number? {
    let size = Number.bitWidth / 8
    guard offset >= 0, offset + size <= count else { return nil }
    return (0..<size).reduce(0) { $0 | Number(truncatingIfNeeded: self[offset + $1]) << (8 * $1) }
  }
}
