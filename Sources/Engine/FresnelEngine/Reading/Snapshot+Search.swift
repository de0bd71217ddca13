import FresnelModel
import FresnelPlatform
public import FresnelQuery
import FresnelSegments
import FresnelStorage
import FresnelText

extension Snapshot {
  /// Finds the best matches of a query.
  ///
  /// Items with all words in their titles come first. Then the words' places decide: a title counts
  /// more than other names and keywords, these more than descriptions, these more than text; a whole
  /// word more than the beginning of one; the first word of a title more than a later one. Among
  /// equals the items' static scores decide, then their identifiers. A request may ask for another
  /// order, which costs a look at each match.
  ///
  /// - Throws: `QueryError` for a query that is no valid tree.
  public func search(_ request: SearchRequest) throws(QueryError) -> SearchResults {
    // Understanding and planning a query is part of what it may take.
    let deadline = MonotonicClock.deadline(after: request.timeBudget)
    var budget = SearchBudget(deadline: deadline, isCancelled: request.isCancelled)
    let planned = try PlannedQuery.planned(request.query, context: request.context, &budget)
    var work = SearchWork(budget)
    guard let query = planned else {
      return SearchResults(hits: [], matchCount: nil, work: work, isPartial: true)
    }
    var isPartial = state.lacksFiles
    let found = reading(isPartial: &isPartial) { (state, isPartial) throws(StorageError) in
      var search = SegmentsSearch(
        query, in: state.segments.map(\.view),
        visibility(request.filter, besides: request.excluded.documents),
        budget: budget)
      var compressedHitCount = 0
      let hits = try hits(of: &search, request, state, &compressedHitCount)
      let count = request.countsMatches && !search.budget.isExhausted ? try search.count() : nil
      work = SearchWork(search.budget)
      work.compressedHitCount = compressedHitCount
      if search.budget.isExhausted { isPartial = true }
      return (hits, count)
    }
    return SearchResults(
      hits: found?.0 ?? [], matchCount: found?.1, work: work, isPartial: isPartial)
  }

  /// Counts all matches of a query.
  ///
  /// Costs little where the index proves the matches: for words and beginnings of words in ASCII, as
  /// a person types them. Other candidates are decoded and compared one by one.
  ///
  /// - Parameters:
  ///   - query: What the items must match.
  ///   - filter: Which indexes to look in.
  ///   - context: The time, time zone and locale that the query is understood in.
  ///   - timeBudget: How long counting may take, in seconds; `nil` for as long as it needs.
  ///   - isCancelled: Asked every now and then on this thread; when it returns true, counting ends.
  /// - Returns: The number of matches, or of those counted when the time was over; `nil` when counting was cancelled.
  /// - Throws: `QueryError` for a query that is no valid tree.
  public func countMatches(
    of query: Query, in filter: ScopeFilter = .everything, context: EvaluationContext,
    timeBudget: Double? = nil, isCancelled: () -> Bool = { false }
  ) throws(QueryError) -> MatchCount? {
    let deadline = MonotonicClock.deadline(after: timeBudget)
    return try withoutActuallyEscaping(isCancelled) {
      isCancelled throws(QueryError) -> MatchCount? in
      var wasCancelled = false
      var budget = SearchBudget(deadline: deadline) {
        wasCancelled = wasCancelled || isCancelled()
        return wasCancelled
      }
      guard let query = try PlannedQuery.planned(query, context: context, &budget) else {
        return wasCancelled ? nil : MatchCount(0, isWhole: false)
      }
      if isCancelled() { return nil }
      var isPartial = false
      return reading(isPartial: &isPartial) { (state, _) throws(StorageError) -> MatchCount? in
        var search = SegmentsSearch(
          query, in: state.segments.map(\.view), visibility(filter), budget: budget)
        let count = try search.count()
        if wasCancelled { return nil }
        return MatchCount(count, isWhole: !search.budget.isExhausted)
      }
    }
  }

  /// Calls a closure with each match until it returns false, segment by segment, in each in the order
  /// in which the items were put.
  ///
  /// - Parameters:
  ///   - query: What the items must match.
  ///   - filter: Which indexes to look in.
  ///   - context: The time, time zone and locale that the query is understood in.
  ///   - detail: How much of each item is read.
  ///   - isCancelled: Asked every now and then on this thread; when it returns true, the search ends.
  ///   - body: Is handed each match; returns whether to go on.
  /// - Throws: `QueryError` for a query that is no valid tree.
  public func forEachMatch(
    of query: Query, in filter: ScopeFilter = .everything, context: EvaluationContext,
    detail: SearchRequest.Detail = .items, isCancelled: () -> Bool = { false },
    _ body: (Hit) -> Bool
  ) throws(QueryError) {
    try forEachMatch(
      of: query, in: filter, context: context, detail: detail, from: WalkPosition(),
      isCancelled: isCancelled
    ) { _, hit in body(hit) }
  }

  /// The same from a position on, with the position of each match; of what comes before nothing is read or
  /// evaluated. The same query on the same snapshot finds its matches in the same order.
  package func forEachMatch(
    of query: Query, in filter: ScopeFilter, context: EvaluationContext,
    detail: SearchRequest.Detail, from start: WalkPosition, isCancelled: () -> Bool,
    _ body: (WalkPosition, Hit) -> Bool
  ) throws(QueryError) {
    let visibility = visibility(filter)
    try withoutActuallyEscaping(isCancelled) { isCancelled throws(QueryError) in
      var budget = SearchBudget(isCancelled: isCancelled)
      guard let query = try PlannedQuery.planned(query, context: context, &budget) else { return }
      for number in state.segments.indices.dropFirst(start.segment) where !isCancelled() {
        let segment = state.segments[number]
        let place = number == start.segment ? start.place : 0
        var goesOn = true
        do throws(StorageError) {
          var search = SegmentsSearch(
            query, in: [segment.view], visibility, budget: SearchBudget(isCancelled: isCancelled))
          var reader = HitReader(segment, detail.wanted)
          try search.forEach(from: place) { (_, place, document) throws(StorageError) in
            goesOn = body(
              WalkPosition(segment: number, place: place), try reader.hit(document))
            return goesOn
          }
          goesOn = goesOn && !search.budget.isExhausted
        } catch {
          recordDamage(error)
        }
        if !goesOn { return }
      }
    }
  }

  func visibility(
    _ filter: ScopeFilter, besides found: FoundDocuments = FoundDocuments()
  ) -> SearchVisibility {
    SearchVisibility(
      // Thousands of apps need not be looked at when all are shown.
      isScopeShown: filter == .everything ? nil : state.scopes.isShown(by: filter),
      now: time.secondsSinceReferenceDate, found: found)
  }

  /// The hits that a request asks for, in its order.
  private func hits(
    of search: inout SegmentsSearch, _ request: SearchRequest, _ state: IndexState,
    _ compressedHitCount: inout Int
  ) throws(StorageError) -> [Hit] {
    let limit = max(request.limit, 0)
    guard let attribute = request.order.attribute else {
      return try hits(
        try search.best(limit), request.detail, state, common: 0, &compressedHitCount)
    }
    var texts = TextOrder(request.context.locale)
    let matches = try search.first(
      limit, by: AttributeTarget(.named(attribute.name)), isDescending: attribute.isDescending,
      &texts)
    var hits = try hits(
      matches.map(\.match), request.detail, state, common: 0, &compressedHitCount)
    for index in hits.indices { hits[index].sortValue = matches[index].value }
    return hits
  }

  /// The hits of matches that a reading of some tier has found.
  func hits(
    _ matches: [RankedMatch], _ detail: SearchRequest.Detail, _ state: IndexState, common: Int,
    _ compressedHitCount: inout Int
  ) throws(StorageError) -> [Hit] {
    let rows = RowHits(matches, in: state.segments.map(\.view), common: common)
    if detail == .rows { return try rows.read() }
    if detail != .items { rows.prefetch() }
    var hits: [Hit] = []
    hits.reserveCapacity(matches.count)
    for match in matches {
      let segment = state.segments[match.segment]
      var reader = HitReader(segment, detail.wanted)
      let staticScore = try segment.segment.documents.staticScore(match.document)
      hits.append(
        try reader.hit(match.document, score: match.score(staticScore: staticScore, common: common))
      )
      compressedHitCount += reader.compressedItemCount
    }
    return hits
  }
}

extension MonotonicClock {
  /// When a time in seconds is over that begins now; `nil` where it never is.
  static func deadline(after seconds: Double?) -> UInt64? {
    seconds.map { nanoseconds &+ UInt64(min(max(0, $0), 1e9) * 1e9) }
  }
}

extension SearchWork {
  init(_ budget: SearchBudget) {
    self.init(postingCount: budget.postingCount, evaluatedItemCount: budget.evaluatedItemCount)
  }
}
