import Dispatch
import FresnelModel
import Synchronization

extension SegmentBuilder {
  /// Below this many bytes of items a second thread costs more than it saves.
  private static let smallestShare = 1 << 20

  /// Builds segments from items, in order: one for each thread, or one if the items are few.
  static func build(
    _ items: [(scope: UInt32, item: EncodedItem)], threadCount: Int
  ) -> [MemorySegment] {
    let byteCount = items.reduce(0) { $0 + $1.item.byteCount }
    let shareCount = max(1, min(threadCount, byteCount / smallestShare))
    let shares = split(items, byteCount: byteCount, shareCount: shareCount)
    if shares.count == 1 { return [build(items[...])] }
    let built = Mutex([MemorySegment?](repeating: nil, count: shares.count))
    DispatchQueue.concurrentPerform(iterations: shares.count) { share in
      let segment = build(items[shares[share]])
      built.withLock { $0[share] = segment }
    }
    return built.withLock { $0 }.compactMap { $0 }
  }

  private static func build(
    _ items: ArraySlice<(scope: UInt32, item: EncodedItem)>
  ) -> MemorySegment {
    var builder = SegmentBuilder()
    for (scope, item) in items { builder.add(item, scope: scope) }
    return builder.finish()
  }

  /// Ranges of about equally many bytes.
  private static func split(
    _ items: [(scope: UInt32, item: EncodedItem)], byteCount: Int, shareCount: Int
  ) -> [Range<Int>] {
    guard shareCount > 1 else { return [items.indices] }
    var shares: [Range<Int>] = []
    var start = 0
    var sum = 0
    for (index, entry) in items.enumerated() {
      sum += entry.item.byteCount
      if sum * shareCount >= byteCount * (shares.count + 1) {
        shares.append(start..<index + 1)
        start = index + 1
      }
    }
    if start < items.count { shares.append(start..<items.count) }
    return shares
  }
}
