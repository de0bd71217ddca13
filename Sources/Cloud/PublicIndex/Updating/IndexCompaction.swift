package import FresnelEngine

/// Decides whether the index is worth rewriting as one segment, and does it.
///
/// Every question looks its words up in each segment, so an index of one segment answers soonest. Rewriting takes time
/// in proportion to the whole index, however little was added. So small changes wait until they are worth it, and what
/// an update adds is rewritten a bounded number of times.
package struct IndexCompaction: Sendable {
  /// With this share of the items outside the largest segment, or deleted, rewriting pays: an index that only grows is
  /// rewritten once for each such growth.
  static let sufficientShare = 0.1
  /// With more segments than these, a smaller share is enough.
  static let toleratedSegmentCount = 4
  /// The share that is enough then.
  static let sufficientShareOfMany = 0.02

  private let store: Store
  /// The segments of the index.
  package let segmentCount: Int
  /// The pages of the index.
  package let pageCount: Int
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

  /// Rewrites the index as one segment. Searches go on meanwhile, writing waits. A program that is killed leaves the
  /// index as it was, and the next one that looks finds it worth rewriting again.
  ///
  /// - Throws: `StoreError`, also where the disk has no room for the index twice; the index holds what it held.
  /// - Complexity: O(*n*) in the bytes of the index.
  package func run() throws(StoreError) { try store.compact() }
}
