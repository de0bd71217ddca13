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

  /// Writes zeros after the file's end until it is at least `end` bytes long; they become durable
  /// with the next sync.
  mutating func makeRoom(for end: UInt64, in file: any StorageFile) throws(StorageError) {
    if end <= byteCount { return }
    let first = options.firstAllocationByteCount
    let step = min(max(byteCount, first), options.largestAllocationByteCount)
    // Whole steps, so that files have few different lengths.
    let wanted = max(first, (end + step - 1) / step * step)
    var offset = byteCount
    while offset < wanted {
      let count = Int(min(wanted - offset, UInt64(Self.zeros.count)))
      try file.write(
        count == Self.zeros.count ? Self.zeros : Array(Self.zeros[..<count]), at: offset)
      offset += UInt64(count)
    }
    byteCount = wanted
  }

  /// Cuts the file off where the first step would have ended, so that the next commits of a few
  /// bytes need no room.
  mutating func giveUpRoom(after end: UInt64, in file: any StorageFile) throws(StorageError) {
    let first = options.firstAllocationByteCount
    let wanted = (end + first - 1) / first * first
    guard wanted < byteCount else { return }
    try file.truncate(to: wanted)
    byteCount = wanted
  }
}
