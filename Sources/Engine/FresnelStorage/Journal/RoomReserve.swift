/// Room on the disk that a store keeps for what has to go on when there is no other: deletions, and whatever gives
/// back more room than it takes.
///
/// It is a file that is removed when it is needed, and made again when there is room. It grows with what would have
/// to be written anew once much is deleted. What it holds is without meaning.
struct RoomReserve {
  /// The name of the file in a store's directory.
  static let fileName = "reserve"
  private let directory: String
  private let storage: any Storage
  /// The least that it has.
  private let leastByteCount: UInt64
  private static let largestWrite: UInt64 = 1 << 20

  /// The reserve of a store's directory.
  init(of directory: String, storage: any Storage, options: JournalOptions) {
    self.directory = directory
    self.storage = storage
    leastByteCount = options.reserveByteCount
  }

  private var path: String { directory + "/" + Self.fileName }

  /// Whether a store of these sizes keeps one.
  var isWanted: Bool { leastByteCount > 0 }

  /// The bytes that are there, 0 when they are too few to be of use.
  var byteCount: UInt64 { opened()?.byteCount ?? 0 }

  /// The file, unless it is too short to be of use: a crash may have left a part of it.
  ///
  /// What is no file, as a link, is none: nothing may be written where it leads.
  private func opened() -> (file: any StorageFile, byteCount: UInt64)? {
    guard isWanted, let file = try? storage.open(path, for: .updating),
      let found = try? file.byteCount(), found >= leastByteCount
    else { return nil }
    return (file, found)
  }

  /// Makes the file, or makes it longer; where there is no room for all of that, it is as long as before.
  ///
  /// Its bytes are random, as a file system that compresses would keep no room for zeros. A new file is synced, since
  /// a file system may look for blocks only then, as one in the network does. What makes it longer is not: most file
  /// systems set room aside when something is written, and the next commit would wait for some megabytes. Nothing of
  /// it need last: after a power loss the file is made again, or made longer.
  func take(_ wanted: UInt64) throws(StorageError) {
    let held = opened()
    // What else has that name, as a pipe, is in the way.
    if held == nil { try? storage.remove(path) }
    do throws(StorageError) {
      let file = if let held { held.file } else { try storage.open(path, for: .creating) }
      var offset = held?.byteCount ?? 0
      while offset < wanted {
        let count = min(wanted - offset, Self.largestWrite)
        try file.write(Self.incompressibleBytes(count: Int(count)), at: offset)
        offset += count
      }
      if held == nil { try file.sync() }
    } catch {
      if let held { try? held.file.truncate(to: held.byteCount) } else { try? storage.remove(path) }
      guard error.code == .full else { throw error }
      throw StorageError(
        .full,
        "The disk is full: \(directory) has no room for the \(wanted >> 10) KiB that are kept so that items can be "
          + "deleted; free some space, or delete items, as a rule at least half of them.",
        path: path, cause: error.cause)
    }
  }

  /// Bytes in which no file system finds a pattern: SplitMix64, from Steele, Lea and Flood, "Fast splittable
  /// pseudorandom number generators", OOPSLA 2014. To ask the system for them takes as long as a hundred commits.
  private static func incompressibleBytes(count: Int) -> [UInt8] {
    var state = UInt64.random(in: .min ... .max)
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      for start in stride(from: 0, to: count, by: 8) {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        let bytes = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[start...])
        withUnsafeBytes(of: word ^ (word >> 31)) { word in
          bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: word.prefix(bytes.count)))
        }
      }
      initialized = count
    }
  }

  /// Gives up what is there beyond a length.
  func trim(to byteCount: UInt64) {
    guard let held = opened(), held.byteCount > byteCount else { return }
    try? held.file.truncate(to: byteCount)
  }

  /// Removes the file.
  ///
  /// - Returns: Whether there was one.
  func giveUp() -> Bool {
    guard isWanted, (try? storage.remove(path)) != nil else { return false }
    // Some file systems do not use blocks again before the removal is durable.
    try? storage.syncDirectory(directory)
    return true
  }
}
