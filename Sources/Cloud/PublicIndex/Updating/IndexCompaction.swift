package import FresnelEngine

/// Decides whether the index is worth rewriting as one segment, and does it.
///
/// Every question looks its words up in each segment. Rewriting takes time in proportion to the whole index, however
/// little was added. So small changes wait until they are worth it: for each page that an update changes, fifty are
/// rewritten at most.
package struct IndexCompaction: Sendable {
  /// With this share of the items outside the largest segment, or deleted, rewriting pays.
  static let sufficientShare = 0.1
  /// With more segments than these, a smaller share is enough. The engine merges eight of about one size by itself.
  static let toleratedSegmentCount = 8
  /// The share that is enough then.
  static let sufficientShareOfMany = 0.02
  /// What has to be left on the disk for others, such as the crawl itself.
  static let sparedByteCount: UInt64 = 64 << 20

  /// How rewriting ended, unless it failed.
  package enum Outcome: Hashable, Sendable {
    /// The index is one segment.
    case rewritten
    /// It was cancelled; the index is as before.
    case cancelled
    /// The disk became full; the index still has several segments.
    case diskFull
  }

  private let store: Store
  /// The segments of the index.
  package let segmentCount: Int
  /// The pages of the index.
  package let pageCount: Int
  /// The bytes of the segments.
  package let byteCount: Int
  /// Whether rewriting the index pays.
  package let isWorthwhile: Bool

  /// Looks at the segments of an index.
  ///
  /// - Parameter store: The index, open for writing.
  /// - Complexity: O(*n*) in the pages.
  package init(of store: Store) {
    self.store = store
    let segments = store.statistics().segments
    segmentCount = segments.count
    pageCount = segments.reduce(0) { $0 + $1.documentCount - $1.deletedCount }
    byteCount = segments.reduce(0) { $0 + $1.byteCount }
    isWorthwhile = Self.isWorthwhile(
      segments.map { ($0.documentCount - $0.deletedCount, $0.deletedCount) })
  }

  /// Whether rewriting segments of so many items pays.
  static func isWorthwhile(_ segments: [(live: Int, deleted: Int)]) -> Bool {
    let live = segments.reduce(0) { $0 + $1.live }
    let deleted = segments.reduce(0) { $0 + $1.deleted }
    let largest = segments.map(\.live).max() ?? 0
    guard segments.count > 1 || deleted > 0 else { return false }
    let share = segments.count > toleratedSegmentCount ? sufficientShareOfMany : sufficientShare
    return Double(live - largest + deleted) >= share * Double(live + deleted)
  }

  /// Whether the index fits on the disk twice.
  ///
  /// - Parameter availableByteCount: The bytes that are free on the disk; `nil` where that is not known.
  /// - Returns: Whether there is room; true where that is not known.
  package func fits(in availableByteCount: UInt64?) -> Bool {
    guard let availableByteCount else { return true }
    return availableByteCount >= UInt64(byteCount) + Self.sparedByteCount
  }

  /// Rewrites the index as one segment. Searches go on meanwhile, writing waits. A program that is killed leaves the
  /// index as it was, and the next one that looks finds it worth rewriting again.
  ///
  /// - Parameter isCancelled: Asked on another thread every now and then; once it returns true, rewriting ends.
  /// - Returns: How it ended.
  /// - Throws: `StoreError`; the index holds what it held.
  /// - Complexity: O(*n*) in the bytes of the index.
  package func run(
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(StoreError) -> Outcome {
    try store.compact(isCancelled: isCancelled)
    // Where the disk is full, the store rewrites segments one by one, and reports no error.
    let segments = store.statistics().segments
    if segments.count <= 1, segments.allSatisfy({ $0.deletedCount == 0 }) { return .rewritten }
    return isCancelled() ? .cancelled : .diskFull
  }
}
