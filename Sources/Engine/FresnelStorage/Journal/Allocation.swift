/// Makes a journal file grow in steps, so that most commits write to blocks that exist already.
///
/// New room is filled with zeros that are really written: a file system records blocks that were
/// merely reserved as unwritten, and the first write to them changes metadata that a sync then has
/// to wait for.
struct Allocation {
  /// The length of the file as far as it is known to be allocated.
  private(set) var byteCount: UInt64
  private let options: JournalOptions

  private static let zeros = [UInt8](repeating: 0, count: 1 << 20)

  init(byteCount: UInt64, options: JournalOptions) {
    self.byteCount = byteCount
    self.options = options
  }

  /// Where a file ends that has no room for a whole step: a block of most file systems.
  private static let leastStep: UInt64 = 4096

  /// Writes zeros after the file's end until it is at least `end` bytes long; they become durable
  /// with the next sync.
  ///
  /// A disk without room for a whole step is asked for what is needed. Where there is no room for that either,
  /// the file is as long as before.
  ///
  /// - Parameters:
  ///   - end: The length that is needed.
  ///   - file: The file.
  ///   - isSparing: Whether no more is asked for than is needed.
  /// - Throws: ``StorageError``.
  mutating func makeRoom(
    for end: UInt64, in file: any StorageFile, sparingly isSparing: Bool = false
  ) throws(StorageError) {
    if end <= byteCount { return }
    let needed = (end + Self.leastStep - 1) / Self.leastStep * Self.leastStep
    if isSparing { return try extend(file, to: needed) }
    let first = options.firstAllocationByteCount
    let step = min(max(byteCount, first), options.largestAllocationByteCount)
    // Whole steps, so that files have few different lengths.
    let wanted = max(first, (end + step - 1) / step * step)
    do throws(StorageError) {
      try extend(file, to: wanted)
    } catch {
      guard error.code == .full, needed < wanted else { throw error }
      try extend(file, to: needed)
    }
  }

  /// Writes zeros up to a length; when there is no room, gives back what was taken.
  private mutating func extend(
    _ file: any StorageFile, to wanted: UInt64
  ) throws(StorageError) {
    do throws(StorageError) {
      try writeZeros(to: wanted, in: file)
    } catch {
      // Where the file can't be cut off it stays longer than is known here, which does no harm.
      if error.code == .full { try? file.truncate(to: byteCount) }
      throw error
    }
    byteCount = wanted
  }

  private func writeZeros(to wanted: UInt64, in file: any StorageFile) throws(StorageError) {
    var offset = byteCount
    while offset < wanted {
      let count = Int(min(wanted - offset, UInt64(Self.zeros.count)))
      try file.write(
        count == Self.zeros.count ? Self.zeros : Array(Self.zeros[..<count]), at: offset)
      offset += UInt64(count)
    }
  }

  /// Cuts the file off where the first step would have ended, so that the next commits of a few
  /// bytes need no room.
  ///
  /// - Parameters:
  ///   - end: Where the frames end.
  ///   - file: The file.
  ///   - isExact: Whether to cut it off right at the end instead, because what follows is not zeros.
  /// - Throws: ``StorageError``; the file is as it was.
  mutating func giveUpRoom(
    after end: UInt64, in file: any StorageFile, exactly isExact: Bool
  ) throws(StorageError) {
    let first = options.firstAllocationByteCount
    let wanted = isExact ? end : (end + first - 1) / first * first
    guard wanted < byteCount else { return }
    try file.truncate(to: wanted)
    byteCount = wanted
  }
}
