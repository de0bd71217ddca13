internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

/// The best hits of several stores. Scores do not depend on what else a store holds, so those of different
/// stores compare.
struct MergedHits {
  private let limit: Int
  private let order: SearchOrder
  private var hits: [HitGrouping.Found] = []
  /// Hits that belong into the list though others are better by the text, whatever room there is.
  private(set) var extra: [HitGrouping.Found] = []
  /// How many items match.
  private(set) var matchCount = 0
  /// Whether something may be missing.
  var isPartial = false
  private var isAnyStoreFull = false

  /// Begins without hits.
  ///
  /// - Parameters:
  ///   - limit: The most hits.
  ///   - order: Their order.
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
    add(results.hits, results.matchCount, isPartial: results.isPartial, of: store, plan: plan)
  }

  /// Adds what a plan has found in one store.
  mutating func add(_ results: ReadingResults, of store: VisibleStore, plan: Int) {
    add(results.hits, results.matchCount, isPartial: results.isPartial, of: store, plan: plan)
  }

  /// Adds what a plan has found in one store of which each hit has a plan of its own.
  mutating func add(_ results: ReadingResults, of store: VisibleStore, plans: [Int]) {
    let current = zip(results.hits, plans).filter { !store.isOutdated($0.0.scope, $0.0.item) }
    hits += current.map { ($0, store, $1) }
    note(results.hits.count, leavingOut: results.hits.count - current.count, results.isPartial)
  }

  private mutating func add(
    _ found: [Hit], _ matchCount: Int?, isPartial: Bool, of store: VisibleStore, plan: Int
  ) {
    let current =
      store.newer == nil ? found : found.filter { !store.isOutdated($0.scope, $0.item) }
    hits += current.map { ($0, store, plan) }
    let leftOutCount = found.count - current.count
    self.matchCount += max(0, (matchCount ?? 0) - leftOutCount)
    note(found.count, leavingOut: leftOutCount, isPartial)
  }

  /// Notes how many hits a store has given. Others may have their places where some of a full list are left out.
  private mutating func note(_ count: Int, leavingOut leftOutCount: Int, _ isPartial: Bool) {
    if count >= limit { isAnyStoreFull = true }
    if isPartial || (leftOutCount > 0 && count >= limit) { self.isPartial = true }
  }

  /// Adds hits besides what their store has found. They are among its matches, so that they count for nothing else.
  mutating func addExtra(_ found: [Hit], of store: VisibleStore, plan: Int = 0) {
    extra += found.map { ($0, store, plan) }
  }

  /// Gives all hits other scores; those that were added besides are like others then.
  ///
  /// - Parameter score: The score of a hit.
  mutating func rank(_ score: (HitGrouping.Found) -> Double) {
    hits = all.map { found in
      (found.hit.scored(score(found)), found.store, found.plan)
    }
    extra = []
  }

  /// Adds hits that have the scores of ``rank(_:)``, and are among the matches.
  mutating func addRanked(_ found: [Hit], of store: VisibleStore) {
    hits += found.map { ($0, store, 0) }
    matchCount += found.count
  }

  /// Whether there may be more than ``best`` has: in some store, or in all together.
  var isFull: Bool { isAnyStoreFull || hits.count > limit }

  /// The hits, the best first.
  var best: [HitGrouping.Found] {
    let sorted = Self.sorted(hits, by: order)
    return sorted.count > limit ? Array(sorted.prefix(limit)) : sorted
  }

  /// All hits at hand, in no particular order.
  var all: [HitGrouping.Found] { hits + extra }

  /// Whether there is none.
  var isEmpty: Bool { hits.isEmpty && extra.isEmpty }

  /// The least score among ``best``, when there is no place for more.
  var leastScore: Double? {
    hits.count < limit ? nil : best.last?.hit.score
  }

  /// Puts hits in order.
  static func sorted(_ hits: [HitGrouping.Found], by order: SearchOrder) -> [HitGrouping.Found] {
    // Those of one store come in order. A hit has many parts, which sorting copies.
    let isSorted = hits.indices.dropFirst().allSatisfy {
      !precedes(hits[$0].hit, hits[$0 - 1].hit, by: order)
    }
    return isSorted ? hits : hits.sorted { precedes($0.hit, $1.hit, by: order) }
  }

  private static func precedes(_ left: Hit, _ right: Hit, by order: SearchOrder) -> Bool {
    if let isFirst = order.puts(left, before: right) { return isFirst }
    if left.score != right.score { return left.score > right.score }
    return left.item.uniqueIdentifierBytes.lexicographicallyPrecedes(
      right.item.uniqueIdentifierBytes)
  }
}

extension Hit {
  /// The hit of a list by relevance with another score.
  func scored(_ score: Double) -> Hit { Hit(scope: scope, item: item, score: score) }
}
