public import FresnelModel
import FresnelStorage

/// A short value by which two copies of an index can be compared: the same items give the same digest,
/// in whichever order they came and in however many segments they are.
///
/// `Documentation/formats/digest.md` defines it.
public struct IndexDigest: Hashable, Sendable {
  /// The number of items.
  public private(set) var itemCount = 0
  private var sum = DigestSum()

  /// The digest of no items.
  public init() {}

  /// Adds an item.
  public mutating func add(_ item: EncodedItem) {
    itemCount += 1
    item.bytes.withUnsafeBytes { sum.add($0) }
  }

  /// The sum of the items' hashes: 32 bytes in 64 hexadecimal digits, the lowest byte first.
  public var hexadecimal: String {
    sum.bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}

extension Snapshot {
  /// The digests of the indexes that a filter shows and that have items.
  ///
  /// Items that have expired do not count. Whether some could not be read is told by ``isPartial``.
  ///
  /// - Complexity: O(*n*) in the bytes of the items, all of which are read and hashed.
  public func digests(in filter: ScopeFilter = .everything) -> [IndexScope: IndexDigest] {
    var digests: [IndexScope: IndexDigest] = [:]
    forEachItem(in: filter) { scope, item in
      digests[scope, default: IndexDigest()].add(item)
      return true
    }
    return digests
  }
}
