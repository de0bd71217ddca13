internal import FresnelModel
internal import SpotlightWire

extension SearchRevision {
  /// Joins lists in the order that was asked for; equal hits stand by their scores, then by unique
  /// identifier. What several lists have of one thing becomes one row.
  ///
  /// - Complexity: O(*n* log *n*) in the hits of all lists, O(1) with one list.
  init(number: Int, merging parts: [SearchResults], limit: Int, order: ResultOrder) {
    self.number = number
    isPartial = parts.contains { $0.isPartial }
    let counts = parts.compactMap(\.matchCount)
    matchCount = counts.count == parts.count ? counts.reduce(0, +) : nil
    if parts.count == 1 {
      hits = parts[0].hits
      return
    }
    let all = parts.flatMap { part in
      part.hits.enumerated().map { index, hit in
        PlacedHit(
          hit: hit, key: index < part.orderKeys.count ? part.orderKeys[index].bytes : nil)
      }
    }
    let ordered = all.sorted { $0.precedes($1, in: order) }.map(\.hit)
    // Each process has joined what it knows itself.
    hits = ResultGrouping.group(
      ordered.map { GroupedHit(carriedBy: $0) }, limit: limit,
      placing: order == .relevance ? .best : .shown
    ).map(\.carrying)
  }
}

/// A hit and where it stands in an order by an attribute.
private struct PlacedHit {
  let hit: WireHit
  /// `nil` where the order is another, or the item has no value.
  let key: [UInt8]?

  func precedes(_ other: PlacedHit, in order: ResultOrder) -> Bool {
    switch (key, other.key) {
    case (let key?, let otherKey?) where key != otherKey:
      if case .descending = order { return otherKey.lexicographicallyPrecedes(key) }
      return key.lexicographicallyPrecedes(otherKey)
    case (_?, nil): return true
    case (nil, _?): return false
    default: break
    }
    if hit.score != other.hit.score { return hit.score > other.hit.score }
    return hit.item.uniqueIdentifierBytes.lexicographicallyPrecedes(
      other.hit.item.uniqueIdentifierBytes)
  }
}
