internal import FresnelEngine
internal import FresnelQuery
internal import SpotlightWire

extension LadderClimb {
  /// Runs a plan in which words may be missing.
  ///
  /// Items are found by the first of the words that they have, one word after the other, until no other item can be as
  /// good as those found. A word whose items are too many is left out in all stores, as are those behind it.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - words: Its words.
  /// - Throws: `QueryError` for a filter that is no valid tree.
  mutating func addHits(
    of plan: ReadingPlan, leavingOut words: LeftOutWords
  ) throws(QueryError) {
    var search = FresnelEngine.SearchRequest(
      query: plan.query, limit: limit - hits.count, order: request.order,
      context: request.context, countsMatches: false, detail: request.detail,
      isCancelled: isOver)
    let reading = try LeftOutReading.planned(
      words.pieces.map { ($0.clause, $0.weight) },
      filter: words.conditions.isEmpty ? nil : .all(of: words.conditions), tiers: words.tiers,
      areInTitles: plan.understanding.reading == .leftOutInNames, for: search)
    guard let reading else {
      isPartial = true
      return
    }
    var merged = MergedHits(limit: limit - hits.count, order: request.order)
    var ways = WaysToLackWords()
    for lead in 0..<reading.leadCount {
      if let least = merged.leastScore, least >= reading.scoreBound(lead: lead) { break }
      if isOver() {
        isPartial = true
        break
      }
      let (before, seen) = (merged, found)
      var hasMetCeiling = false
      for (place, store) in stores.enumerated() {
        search.filter = store.filter
        hasMetCeiling = !allowance.takeLookup()
        if hasMetCeiling { break }
        let results = store.snapshot.read(
          reading, lead: lead, search, besides: found[place], &allowance)
        work.add(results.work)
        hasMetCeiling = results.hasMetCeiling
        if hasMetCeiling { break }
        found[place] = results.found
        merged.add(results, of: store, plans: results.lacking.map { ways.place(of: $0) })
      }
      if hasMetCeiling {
        isLimited = true
        (merged, found) = (before, seen)
        break
      }
    }
    add(merged, of: plan, leavingOut: words, ways)
  }

  private mutating func add(
    _ merged: MergedHits, of plan: ReadingPlan, leavingOut words: LeftOutWords,
    _ ways: WaysToLackWords
  ) {
    if merged.isPartial { isPartial = true }
    // Each understanding is that of a hit.
    var places: [Int: Int] = [:]
    for hit in merged.best {
      if places[hit.plan] == nil {
        places[hit.plan] = plans.count
        plans.append(words.plan(lacking: ways.all[hit.plan], of: plan))
      }
      hits.append((hit.hit, hit.store, places[hit.plan] ?? 0))
    }
    grouped = nil
    isFull = merged.isFull || hits.count >= limit
  }
}

/// The sets of words that hits lack, each by its place.
private struct WaysToLackWords {
  /// The sets, a bit for each word.
  private(set) var all: [UInt32] = []
  private var places: [UInt32: Int] = [:]

  mutating func place(of lacking: UInt32) -> Int {
    if let place = places[lacking] { return place }
    places[lacking] = all.count
    all.append(lacking)
    return all.count - 1
  }
}
