internal import FresnelEngine
internal import FresnelQuery
internal import FresnelRanking
internal import SpotlightWire

/// What a request has found in all stores: rows, the plans that they name, and what is to be said of the list.
struct FoundRows {
  /// The rows, best first.
  let rows: [HitGrouping.Row]
  /// The plans that rows name by their places.
  let plans: [ReadingPlan]
  /// The number of matches, where what is one row counts once.
  let matchCount: Int
  /// Whether there may be more rows.
  let isFull: Bool
  /// Whether something may be missing.
  let isPartial: Bool
  /// Whether readings were left out that would have taken too much.
  var isLimited = false
  /// What it took to find them.
  let work: SearchWork

  /// Runs a query.
  ///
  /// - Parameters:
  ///   - request: The query, for any store.
  ///   - stores: What the searcher sees.
  ///   - grouping: Joins hits of one entity; `nil` where each hit is a row.
  ///   - memory: What else orders hits; `nil` where the text alone does.
  ///   - marks: What the person pinned for the text, or gave it as a name; `nil` for nothing.
  /// - Throws: `QueryError` for a query that is no valid tree.
  init(
    of request: FresnelEngine.SearchRequest, in stores: [VisibleStore], _ grouping: HitGrouping?,
    _ memory: MemoryOrder? = nil, _ marks: SearchMarks? = nil
  ) throws(QueryError) {
    var request = request
    var work = SearchWork()
    var merged = MergedHits(limit: request.limit, order: request.order)
    var known = memory.map { KnownMatches($0, in: stores) }
    var marked: [(hits: [Hit], store: VisibleStore)] = []
    for store in stores {
      request.filter = store.filter
      request.excluded = store.excluded
      if let marks {
        var excluded = request.excluded
        let found = try marks.hits(for: request, inTier: 0, of: store, &excluded, &known)
        request.excluded = excluded
        marked.append((found, store))
      }
      let results = try store.snapshot.search(request)
      work.add(results.work)
      merged.add(results, of: store)
      known?.note(results.hits, in: store)
      // Where there are fewer, all matches are there.
      if results.hits.count >= request.limit, request.limit > 0 {
        var found = FoundItems()
        let lookup = KnownMatches.Lookup(request: request, excluded: request.excluded)
        let more = try known?.missingHits(of: lookup, in: store, &found)
        merged.addExtra(more ?? [], of: store)
      }
    }
    if let memory, let known {
      merged.rank { hit, store, _ in
        RankScore.score(
          hit.score, known.level(of: hit, in: store), isName: memory.isNamed(hit.item))
      }
    }
    for (hits, store) in marked { merged.addRanked(hits, of: store) }
    self.work = work
    let hits = merged.best
    rows = grouping?.rows(of: hits, limit: request.limit) ?? hits.map(HitGrouping.Row.init)
    plans = [ReadingPlan(request.query, .asTyped)]
    // What is one row counts once, as far as that was looked at.
    matchCount = max(0, merged.matchCount - (hits.count - rows.count))
    isFull = merged.isFull
    isPartial = merged.isPartial
  }

  /// Takes what the readings of typed text have found.
  ///
  /// - Parameters:
  ///   - climb: The run of the readings.
  ///   - tellsLimits: Whether the searcher may know that readings were left out: it sees all that there is.
  init(_ climb: inout LadderClimb, tellsLimits: Bool) {
    rows = climb.rows()
    plans = climb.plans
    matchCount = climb.matchCount()
    isFull = climb.isFull
    isPartial = climb.isPartial
    isLimited = climb.isLimited && tellsLimits
    work = climb.work
  }

  /// What chooses the second lines of rows, for each plan; `nil` where none are wanted.
  ///
  /// - Parameters:
  ///   - request: What was asked for.
  ///   - context: What queries are understood in.
  /// - Returns: One for each plan.
  /// - Throws: `QueryError` for a query that is no valid tree.
  func lines(
    for request: SpotlightWire.SearchRequest, _ context: EvaluationContext
  ) throws(QueryError) -> [RowSnippets]? {
    if rows.isEmpty { return nil }
    var lines: [RowSnippets] = []
    for plan in plans {
      guard let ofPlan = try RowSnippets(for: request, plan.query, context) else { return nil }
      lines.append(ofPlan)
    }
    return lines
  }
}
