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
  ///   - listed: Its words, with the weights of the list.
  ///   - state: What the words weigh for all lists of the ask.
  /// - Throws: `QueryError` for a filter that is no valid tree.
  mutating func addHits(
    of plan: ReadingPlan, leavingOut listed: LeftOutWords, _ state: inout LadderState
  ) throws(QueryError) {
    var search = FresnelEngine.SearchRequest(
      query: plan.query, limit: room, order: request.order,
      context: request.context, countsMatches: false, detail: request.detail,
      isCancelled: isOver)
    let words = try weighed(listed, for: search, &state)
    let reading = try LeftOutReading.planned(
      words.pieces.map { ($0.forms.map(\.clause), $0.weight) },
      filter: words.conditions.isEmpty ? nil : .all(of: words.conditions), tiers: words.tiers,
      areInTitles: plan.understanding.reading == .leftOutInNames, for: search)
    guard let reading else {
      isPartial = true
      return
    }
    var merged = MergedHits(limit: room, order: request.order)
    var ways = WaysToHaveWords()
    for lead in 0..<reading.leadCount {
      if let least = merged.leastScore, least >= reading.scoreBound(lead: lead) { break }
      if isOver() {
        isPartial = true
        break
      }
      let (before, seen, knew) = (merged, found, known)
      var hasMetCeiling = false
      for (place, store) in stores.enumerated() {
        search.filter = store.filter
        hasMetCeiling = !allowance.takeLookup()
        if hasMetCeiling { break }
        let results = store.snapshot.read(
          reading, lead: lead, search, leastScore: merged.leastScore, besides: found[place],
          &allowance)
        work.add(results.work)
        hasMetCeiling = results.hasMetCeiling
        if hasMetCeiling { break }
        found[place] = results.found
        known?.note(results.hits, in: store)
        merged.add(results, of: store, plans: results.forms.map { ways.place(of: $0) })
      }
      if hasMetCeiling {
        isLimited = true
        (merged, found, known) = (before, seen, knew)
        break
      }
    }
    add(merged, of: plan, leavingOut: words, ways)
  }

  /// Words with what they weigh in this ask, a live one in all its lists. All readings have the same words.
  private mutating func weighed(
    _ words: LeftOutWords, for search: FresnelEngine.SearchRequest, _ state: inout LadderState
  ) throws(QueryError) -> LeftOutWords {
    guard request.countsWords else { return words }
    if state.weights == nil { state.weights = try counted(words, for: search) }
    return state.weights.map(words.weighing) ?? words
  }

  /// What words weigh by how many items of all stores have them, in the order of the text; `nil` where the time was over
  /// before that was known, so that the list has to do.
  private mutating func counted(
    _ words: LeftOutWords, for search: FresnelEngine.SearchRequest
  ) throws(QueryError) -> [Int]? {
    var search = search
    let reading = try LeftOutReading.planned(
      words.pieces.map { ($0.forms.map(\.clause), $0.weight) }, filter: nil, tiers: words.tiers,
      areInTitles: false, for: search)
    guard let reading else { return nil }
    var counts = LeftOutCounts(of: reading)
    for store in stores {
      search.filter = store.filter
      guard !isOver(), store.snapshot.count(reading, search, into: &counts, &work) else {
        return nil
      }
    }
    if counts.isPartial { isPartial = true }
    let weights = WordWeights.weights(counts, listed: words.pieces.map(\.weight))
    return words.inOrderOfText(weights)
  }

  private mutating func add(
    _ merged: MergedHits, of plan: ReadingPlan, leavingOut words: LeftOutWords,
    _ ways: WaysToHaveWords
  ) {
    if merged.isPartial { isPartial = true }
    // Each understanding is that of a hit.
    var places: [Int: Int] = [:]
    for hit in merged.best {
      if places[hit.plan] == nil {
        places[hit.plan] = plans.count
        plans.append(words.plan(having: ways.all[hit.plan], of: plan))
      }
      hits.append((hit.hit, hit.store, places[hit.plan] ?? 0))
    }
    grouped = nil
    isFull = merged.isFull || hits.count >= limit
  }
}

/// What hits have of the words, each way by its place.
private struct WaysToHaveWords {
  /// The ways: by word, the place of its form that is there; `nil` where none is.
  private(set) var all: [[Int?]] = []
  private var places: [[Int?]: Int] = [:]

  mutating func place(of forms: [Int?]) -> Int {
    if let place = places[forms] { return place }
    places[forms] = all.count
    all.append(forms)
    return all.count - 1
  }
}
