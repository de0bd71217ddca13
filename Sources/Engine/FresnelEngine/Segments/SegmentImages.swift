import Dispatch
import FresnelModel
import FresnelSegments
import FresnelStorage
import Synchronization

/// Builds images in memory from items that were applied.
enum SegmentImages {
  /// Below this many bytes of items a second thread costs more than it saves.
  private static let smallestShare = 1 << 20

  /// Builds images from items, in order: one for each share, side by side.
  static func build(
    _ items: [PendingDocuments.Survivor], shares: [Range<Int>], scopes: ScopeTable
  ) throws(StorageError) -> [IndexSegment] {
    if shares.isEmpty { return [] }
    if shares.count == 1 { return [try build(items[shares[0]], scopes: scopes)] }
    let built = Mutex([Result<IndexSegment, StorageError>?](repeating: nil, count: shares.count))
    DispatchQueue.concurrentPerform(iterations: shares.count) { share in
      let result = Result { () throws(StorageError) in
        try build(items[shares[share]], scopes: scopes)
      }
      built.withLock { $0[share] = result }
    }
    var images: [IndexSegment] = []
    for case let result? in built.withLock({ $0 }) { images.append(try result.get()) }
    return images
  }

  private static func build(
    _ items: ArraySlice<PendingDocuments.Survivor>, scopes: ScopeTable
  ) throws(StorageError) -> IndexSegment {
    var builder = ImageBuilder()
    for item in items { builder.add(item.item, scope: item.scope, of: scopes) }
    return try builder.finish()
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
