internal import FresnelModel
package import SpotlightWire

extension SearchRevision {
  /// Joins lists in the order that was asked for; equal hits stand by their scores, then by unique
  /// identifier. What several lists have of one entity becomes one row.
  ///
  /// - Complexity: O(*n* log *n*) in the hits of all lists, O(1) with one list.
  init(number: Int, merging parts: [SearchResults], limit: Int, order: ResultOrder) {
    self.number = number
    isPartial = parts.contains { $0.isPartial }
    let counts = parts.compactMap(\.matchCount)
    matchCount = counts.count == parts.count ? counts.reduce(0, +) : nil
    if parts.count == 1 {
      hits = parts[0].hits
      snippets = parts[0].snippets
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
    guard parts.contains(where: { !$0.snippets.isEmpty }) else {
      snippets = []
      return
    }
    var lines: [Place: String] = [:]
    for part in parts {
      for (hit, line) in zip(part.hits, part.snippets) { lines[Place(hit)] = line }
    }
    snippets = hits.map { lines[Place($0)] ?? "" }
  }
}

/// What tells a hit from all others.
private struct Place: Hashable {
  let scope: IndexScope
  let identifier: String

  init(_ hit: WireHit) {
    scope = hit.scope
    identifier = hit.item.uniqueIdentifier
  }
}

/// A hit and where it stands in an order by an attribute.
package struct PlacedHit: Sendable {
  fileprivate let hit: WireHit
  private let key: [UInt8]?

  /// Puts the parts together.
  ///
  /// - Parameters:
  ///   - hit: The hit.
  ///   - key: Its order key; `nil` where the order is another, or the item has no value.
  package init(hit: WireHit, key: [UInt8]?) {
    self.hit = hit
    self.key = key
  }

  /// Whether it comes before another hit: by what the order says, then by score, then by identifier.
  package func precedes(_ other: PlacedHit, in order: ResultOrder) -> Bool {
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
