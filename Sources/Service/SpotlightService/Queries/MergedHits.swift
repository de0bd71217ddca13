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
  private var isAnyStoreFull = false

  init(limit: Int, order: SearchOrder) {
    self.limit = limit
    self.order = order
  }

  /// Adds what one store has found.
  ///
  /// - Parameters:
  ///   - results: What was found.
  ///   - store: Where.
  ///   - plan: By which plan of the request.
  mutating func add(
    _ results: FresnelEngine.SearchResults, of store: VisibleStore, plan: Int = 0
  ) {
    hits += results.hits.map { ($0, store, plan) }
    matchCount += results.matchCount ?? 0
    if results.isPartial { isPartial = true }
    if results.hits.count >= limit { isAnyStoreFull = true }
  }

  /// Whether there may be more than ``best`` has: in some store, or in all together.
  var isFull: Bool { isAnyStoreFull || hits.count > limit }

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
