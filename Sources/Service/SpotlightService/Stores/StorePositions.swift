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
    /// Whether it was told that the file cannot be read.
    var isToldUnread = false
    /// Whether the file was written on this machine.
    var isOfMachine = false
    var positions: [[UInt8]: JournalPosition] = [:]
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

  /// Whether a store goes on from where it was: it is known here, was on this machine, and has passed the
  /// position that was noted.
  func isGoingOn(_ identifier: [UInt8], from position: JournalPosition) -> Bool {
    content.withLock { content in
      read(&content)
      guard content.isOfMachine, let noted = content.positions[identifier] else { return false }
      return position.hasPassed(noted)
    }
  }

  /// Notes how far a store has come. Where that fails, as on a full disk, what was noted before holds on: a
  /// rollback to a moment since then goes unnoticed. So it does where the file cannot be read: it has the positions
  /// of all stores.
  func note(_ identifier: [UInt8], _ position: JournalPosition) {
    content.withLock { content in
      read(&content)
      guard content.isRead else { return }
      if !content.isOfMachine { content.positions = [:] }
      content.isOfMachine = true
      guard content.positions.updateValue(position, forKey: identifier) != position else { return }
      try? write(content.positions)
    }
  }

  // MARK: - The file

  private static let magic = Array("FRSNPOSN".utf8)
  private static let version: UInt32 = 1
  private static let headerByteCount = 16
  private static let machineByteCount = 32
  static let identifierByteCount = 16
  private static let entryByteCount = identifierByteCount + 24
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
    } catch {
      if !content.isToldUnread {
        log(
          LogEvent(
            .stateUnreadable,
            message:
              "How far the stores had come cannot be read from \(path), so they are taken to be older than they were. "
              + error.message))
      }
      content.isToldUnread = true
    }
  }

  private func decode(_ bytes: [UInt8], into content: inout Content) {
    let start = Self.headerByteCount + Self.machineByteCount
    guard bytes.count >= start + 4, bytes.starts(with: Self.magic),
      bytes.number(at: 8, UInt32.self) == Self.version,
      bytes.number(at: bytes.count - 4, UInt32.self)
        == CRC32C.checksum(of: Array(bytes.dropLast(4))),
      let count = bytes.number(at: 12, UInt32.self),
      start + Int(count) * Self.entryByteCount + 4 == bytes.count
    else { return }
    content.isOfMachine = bytes[Self.headerByteCount..<start].elementsEqual(machine)
    for index in 0..<Int(count) {
      let entry = start + index * Self.entryByteCount
      let numbers = entry + Self.identifierByteCount
      guard let generation = bytes.number(at: numbers, UInt64.self),
        let salt = bytes.number(at: numbers + 8, UInt64.self),
        let sequence = bytes.number(at: numbers + 16, UInt64.self)
      else { return }
      content.positions[Array(bytes[entry..<numbers])] = JournalPosition(
        generation: generation, salt: salt, sequence: sequence)
    }
  }

  private func write(_ positions: [[UInt8]: JournalPosition]) throws(StorageError) {
    var bytes = Self.magic
    bytes.append(number: Self.version)
    bytes.append(number: UInt32(positions.count))
    bytes += machine
    for (identifier, position) in positions.sorted(by: {
      $0.key.lexicographicallyPrecedes($1.key)
    }) {
      bytes += identifier
      bytes.append(number: position.generation)
      bytes.append(number: position.salt)
      bytes.append(number: position.sequence)
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
