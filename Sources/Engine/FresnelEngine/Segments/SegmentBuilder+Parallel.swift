import Dispatch
import FresnelModel
import Synchronization

extension SegmentBuilder {
  /// Below this many bytes of items a second thread costs more than it saves.
  private static let smallestShare = 1 << 20

  /// Builds segments from items, in order: one for each share, side by side.
  static func build(
    _ items: [PendingDocuments.Survivor], shares: [Range<Int>]
  ) -> [MemorySegment] {
    if shares.count <= 1 { return shares.map { build(items[$0]) } }
    let built = Mutex([MemorySegment?](repeating: nil, count: shares.count))
    DispatchQueue.concurrentPerform(iterations: shares.count) { share in
      let segment = build(items[shares[share]])
      built.withLock { $0[share] = segment }
    }
    return built.withLock { $0 }.compactMap { $0 }
  }

  private static func build(_ items: ArraySlice<PendingDocuments.Survivor>) -> MemorySegment {
    var builder = SegmentBuilder()
    for item in items { builder.add(item.item, scope: item.scope) }
    return builder.finish()
  }

  /// Ranges of about equally many bytes, one for each thread that is worth having; none of nothing.
  static func shares(
    of items: [PendingDocuments.Survivor], threadCount: Int
  ) -> [Range<Int>] {
    if items.isEmpty { return [] }
    let byteCount = items.reduce(0) { $0 + $1.item.byteCount }
    let shareCount = max(1, min(threadCount, byteCount / smallestShare))
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
