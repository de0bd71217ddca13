internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

/// The best hits of several stores. Scores do not depend on what else a store holds, so those of different
/// stores compare.
struct MergedHits {
  private let limit: Int
  private let order: SearchOrder
  private var hits: [HitGrouping.Found] = []
  /// How many items match.
  private(set) var matchCount = 0
  /// Whether something may be missing.
  var isPartial = false
  /// Whether some store may have more.
  private(set) var isFull = false

  init(limit: Int, order: SearchOrder) {
    self.limit = limit
    self.order = order
  }

  /// Adds what one store has found.
  mutating func add(_ results: FresnelEngine.SearchResults, of store: VisibleStore) {
    hits += results.hits.map { ($0, store) }
    matchCount += results.matchCount ?? 0
    if results.isPartial { isPartial = true }
    if results.hits.count >= limit { isFull = true }
  }

  /// The hits, the best first.
  var best: [HitGrouping.Found] {
    Array(hits.sorted { precedes($0.hit, $1.hit) }.prefix(limit))
  }

  private func precedes(_ left: Hit, _ right: Hit) -> Bool {
    if let isFirst = order.puts(left, before: right) { return isFirst }
    if left.score != right.score { return left.score > right.score }
    return left.item.uniqueIdentifierBytes.lexicographicallyPrecedes(
      right.item.uniqueIdentifierBytes)
  }
}
