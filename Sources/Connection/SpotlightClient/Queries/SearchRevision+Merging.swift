internal import FresnelModel
package import SpotlightWire

extension SearchRevision {
  /// Joins lists in the order that was asked for; equal hits stand by their scores, then by unique
  /// identifier. What several lists have of one entity becomes one row.
  ///
  /// Each process tried a reading as it knew its own rows alone. Rows of a reading that all better rows together
  /// would have kept from being tried are left out.
  ///
  /// - Complexity: O(*n* log *n*) in the hits of all lists, O(1) with one list.
  init(
    number: Int, merging parts: [AskAnswer], limit: Int, order: ResultOrder, isFinished: Bool
  ) {
    self.number = number
    isPartial = parts.contains { $0.isPartial }
    let counts = parts.compactMap(\.matchCount)
    matchCount = counts.count == parts.count ? counts.reduce(0, +) : nil
    if parts.count == 1 {
      hits = parts[0].hits
      snippets = parts[0].snippets
      understandings = parts[0].understandingOfHit.map { parts[0].understandings[$0] }
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
    snippets = []
    understandings = []
    if parts.contains(where: { !$0.understandings.isEmpty }) {
      var known: [Place: Understanding] = [:]
      for part in parts {
        for (hit, place) in zip(part.hits, part.understandingOfHit) {
          known[Place(hit)] = part.understandings[place]
        }
      }
      keepWorthwhile(known, isFinished: isFinished)
    }
    if parts.contains(where: { !$0.snippets.isEmpty }) {
      var lines: [Place: String] = [:]
      for part in parts {
        for (hit, line) in zip(part.hits, part.snippets) { lines[Place(hit)] = line }
      }
      snippets = hits.map { lines[Place($0)] ?? "" }
    }
  }

  /// Leaves out the rows of readings that were not worth trying, and notes how the others were understood.
  private mutating func keepWorthwhile(_ known: [Place: Understanding], isFinished: Bool) {
    // What an older service found is as it was typed.
    let asTyped = Understanding(reading: .asTyped)
    let found = hits.map { ($0, known[Place($0)] ?? asTyped) }
    var kept: [(WireHit, Understanding)] = []
    for reading in Reading.allCases {
      if let enough = reading.sufficientRows(isFinished: isFinished), kept.count >= enough {
        continue
      }
      kept += found.filter { $0.1.reading == reading }
    }
    if kept.count < found.count {
      if let count = matchCount {
        matchCount = max(count - min(count, UInt64(found.count - kept.count)), UInt64(kept.count))
      }
      let readings = Set(kept.map(\.1.reading))
      kept = found.filter { readings.contains($0.1.reading) }
    } else {
      kept = found
    }
    hits = kept.map(\.0)
    understandings = kept.map(\.1)
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
