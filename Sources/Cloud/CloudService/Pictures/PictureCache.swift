/// What came of fetching pictures lately: pictures, and that there was none. Bounded in bytes and in number.
struct PictureCache {
  /// What came.
  struct Entry {
    /// The picture; `nil` where none came.
    let picture: ResultPicture?
    /// Until when it is kept, in nanoseconds of the clock.
    let end: UInt64

    fileprivate var byteCount: Int { picture?.bytes.count ?? 0 }
  }

  /// What an entry takes besides its picture, at least.
  private static let entryByteCount = 256

  private let byteLimit: Int
  private let countLimit: Int
  /// What was asked for since the older ones were put aside, and those. Where the younger ones fill half of the room,
  /// the older ones go.
  private var young: [String: Entry] = [:]
  private var old: [String: Entry] = [:]
  private var youngByteCount = 0
  private var oldByteCount = 0

  /// Makes an empty cache.
  ///
  /// - Parameters:
  ///   - byteCount: About how much memory it takes at most.
  ///   - count: The most entries.
  init(byteCount: Int, count: Int) {
    byteLimit = byteCount / 2
    countLimit = max(1, count / 2)
  }

  /// About how much memory it takes.
  var byteCount: Int { youngByteCount + oldByteCount }

  /// How many entries there are.
  var count: Int { young.count + old.count }

  /// What came of an address; `nil` where that isn't known, or not any more.
  mutating func entry(of address: String, at now: UInt64) -> Entry? {
    guard let entry = young[address] ?? old[address], entry.end > now else { return nil }
    if young[address] == nil { add(entry, for: address) }
    return entry
  }

  /// Notes what came of an address.
  mutating func add(_ entry: Entry, for address: String) {
    remove(address)
    let size = Self.size(entry, address)
    guard size <= byteLimit else { return }
    if youngByteCount + size > byteLimit || young.count >= countLimit {
      (old, oldByteCount) = (young, youngByteCount)
      (young, youngByteCount) = ([:], 0)
    }
    young[address] = entry
    youngByteCount += size
  }

  private mutating func remove(_ address: String) {
    if let entry = young.removeValue(forKey: address) {
      youngByteCount -= Self.size(entry, address)
    }
    if let entry = old.removeValue(forKey: address) { oldByteCount -= Self.size(entry, address) }
  }

  private static func size(_ entry: Entry, _ address: String) -> Int {
    entry.byteCount + address.utf8.count + entryByteCount
  }
}
