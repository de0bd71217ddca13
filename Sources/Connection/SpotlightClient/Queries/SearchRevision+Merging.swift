internal import FresnelModel
package import SpotlightWire

extension SearchRevision {
  /// Joins lists in the order that was asked for; equal hits stand by their scores, then by unique
  /// identifier. What several lists have of one entity becomes one row, which counts as its best hit was understood.
  ///
  /// Each process tried a reading as it knew its own rows alone. Rows of a reading that all better rows together
  /// would have kept from being tried are left out.
  ///
  /// - Parameters:
  ///   - number: The number of the revision.
  ///   - parts: The lists.
  ///   - limit: The most rows.
  ///   - order: Which come first.
  ///   - isFinished: Whether the person seems to be done with the text.
  ///   - shown: The readings of which rows were shown in revisions before, which stay.
  /// - Complexity: O(*n* log *n*) in the hits of all lists, O(1) with one list.
  init(
    number: Int, merging parts: [AskAnswer], limit: Int, order: ResultOrder, isFinished: Bool,
    shown: Set<Reading> = []
  ) {
    self.number = number
    isPartial = parts.contains { $0.isPartial }
    let counts = parts.compactMap(\.matchCount)
    matchCount = counts.count == parts.count ? counts.reduce(0, +) : nil
    suggestions = []
    offeredTokens = QueryToken.united(parts.map(\.offeredTokens))
    if parts.count == 1 {
      hits = parts[0].hits
      snippets = parts[0].snippets
      suggestions = parts[0].suggestions
      understandings = parts[0].understandingOfHit.map { parts[0].understandings[$0] }
      return
    }
    let found = parts.flatMap(FoundHit.all).sorted { $0.place.precedes($1.place, in: order) }
    // Each process has joined what it knows itself.
    var rows = ResultGrouping.rows(
      of: found.map { GroupedHit(carriedBy: $0.place.hit) }, limit: found.count,
      placing: order == .relevance ? .best : .shown)
    let areUnderstood = parts.contains { !$0.understandings.isEmpty }
    if areUnderstood {
      let count = rows.count
      let worthwhile = Reading.worthwhile(
        among: rows.map { found[$0.best].understanding.reading }, limit: limit,
        isFinished: isFinished, shown: shown)
      rows.removeAll { !worthwhile.contains(found[$0.best].understanding.reading) }
      let leftOut = UInt64(count - rows.count)
      matchCount = matchCount.map { $0 - min($0, leftOut) }
    }
    rows = Array(rows.prefix(max(0, limit)))
    hits = rows.map(\.row.carrying)
    understandings = areUnderstood ? rows.map { found[$0.best].understanding } : []
    suggestions = Suggestion.joined(parts.map(\.suggestions).joined())
    // One process may have what was typed where another one corrects it.
    if understandings.first?.reading.isCorrection != true {
      suggestions.removeAll { $0.kind == .correction }
    }
    let haveSnippets = parts.contains { !$0.snippets.isEmpty }
    snippets = haveSnippets ? rows.map { found[$0.shown].snippet } : []
  }
}

/// A hit of one of several lists, with what that says of it.
private struct FoundHit {
  let place: PlacedHit
  /// How the text was understood where it was found.
  let understanding: Understanding
  /// Its second line; empty where none was asked for.
  let snippet: String

  /// The hits of a list.
  static func all(of answer: AskAnswer) -> [FoundHit] {
    // What an older service found is as it was typed.
    let asTyped = Understanding(reading: .asTyped)
    return answer.hits.enumerated().map { index, hit in
      FoundHit(
        place: PlacedHit(
          hit: hit, key: index < answer.orderKeys.count ? answer.orderKeys[index].bytes : nil),
        understanding: index < answer.understandingOfHit.count
          ? answer.understandings[answer.understandingOfHit[index]] : asTyped,
        snippet: index < answer.snippets.count ? answer.snippets[index] : "")
    }
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
