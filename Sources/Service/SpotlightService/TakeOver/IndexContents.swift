internal import FresnelEngine
internal import FresnelModel

/// Tells what an index of an app's own store holds from what it held at another time. It resists nobody who wants to
/// fool it: an app could only fool itself.
struct IndexContents {
  /// The number of its items.
  private(set) var itemCount = 0
  /// A sum over the items, which does not depend on their order, and the client state.
  private var sum: UInt64 = 0

  /// Reads an index.
  ///
  /// - Complexity: O(*n*) in the bytes of its items.
  init(of index: IndexScope, in snapshot: Snapshot) {
    var (count, sum) = (0, Self.hash(snapshot.clientState(of: index) ?? []))
    snapshot.forEachItem(in: .scope(index)) { _, item in
      count += 1
      sum &+= Self.hash(item.bytes)
      return true
    }
    (itemCount, self.sum) = (count, sum)
  }

  /// Count and sum, as the metadata log keeps them.
  var bytes: [UInt8] {
    [UInt64(itemCount), sum].flatMap { number in
      (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
  }

  /// FNV-1a.
  private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }
}
