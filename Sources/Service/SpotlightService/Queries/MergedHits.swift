internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

/// The best hits of several stores. Scores do not depend on what else a store holds, so those of different
/// stores compare.
struct MergedHits {
  private let limit: Int
  private let order: SearchOrder
  private var hits: [(hit: Hit, store: VisibleStore)] = []
  private var matchCount = 0
  /// Whether something may be missing.
  var isPartial = false

  init(limit: Int, order: SearchOrder) {
    self.limit = limit
    self.order = order
  }

  /// Adds what one store has found.
  mutating func add(_ results: FresnelEngine.SearchResults, of store: VisibleStore) {
    hits += results.hits.map { ($0, store) }
    matchCount += results.matchCount ?? 0
    if results.isPartial { isPartial = true }
  }

  /// The answer.
  func results(counting: Bool) -> SpotlightWire.SearchResults {
    let best = hits.sorted { precedes($0.hit, $1.hit) }.prefix(limit)
    return SpotlightWire.SearchResults(
      isPartial: isPartial, matchCount: counting ? UInt64(matchCount) : nil,
      hits: best.map { (hit, store) in
        WireHit(
          scope: store.scope(hit.scope), protection: store.protection(of: hit.scope),
          score: hit.score,
          item: hit.item)
      },
      orderKeys: order == .relevance
        ? [] : best.map { OrderKey(bytes: $0.hit.sortValue?.orderKey) })
  }

  private func precedes(_ left: Hit, _ right: Hit) -> Bool {
    if let isFirst = order.puts(left, before: right) { return isFirst }
    if left.score != right.score { return left.score > right.score }
    return left.item.uniqueIdentifierBytes.lexicographicallyPrecedes(
      right.item.uniqueIdentifierBytes)
  }
}
