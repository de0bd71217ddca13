import FresnelModel
import FresnelPlatform
public import FresnelQuery
import FresnelSegments
import FresnelStorage

extension Snapshot {
  /// Finds the best matches of a query.
  ///
  /// Items with all words in their titles come first. Then the words' places decide: a title counts
  /// more than other names and keywords, these more than descriptions, these more than text; a whole
  /// word more than the beginning of one; the first word of a title more than a later one. Among
  /// equals the items' static scores decide, then their identifiers.
  ///
  /// - Throws: ``QueryError`` for a query that is no valid tree.
  public func search(_ request: SearchRequest) throws(QueryError) -> SearchResults {
    let query = PlannedQuery(try CompiledQuery(request.query, context: request.context))
    let deadline = request.timeBudget.map { MonotonicClock.nanoseconds &+ UInt64(max(0, $0) * 1e9) }
    var work = SearchWork()
    var isPartial = false
    let found = reading(isPartial: &isPartial) { (state, isPartial) throws(StorageError) in
      var search = SegmentsSearch(
        query, in: state.segments.map(\.view), visibility(request.filter),
        budget: SearchBudget(deadline: deadline, isCancelled: request.isCancelled))
      let matches = try search.best(max(request.limit, 0))
      var hits: [Hit] = []
      hits.reserveCapacity(matches.count)
      if case .rows = request.detail { prefetchRows(of: matches, state) }
      for match in matches { hits.append(try hit(match, request.detail, state)) }
      let count = request.countsMatches && !search.budget.isExhausted ? try search.count() : nil
      work = SearchWork(search.budget)
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
  ///   - isCancelled: Asked every now and then on this thread; when it returns true, counting ends.
  /// - Returns: The number of matches; `nil` when counting was cancelled.
  /// - Throws: ``QueryError`` for a query that is no valid tree.
  public func countMatches(
    of query: Query, in filter: ScopeFilter = .everything, context: EvaluationContext,
    isCancelled: () -> Bool = { false }
  ) throws(QueryError) -> Int? {
    let query = PlannedQuery(try CompiledQuery(query, context: context))
    if isCancelled() { return nil }
    return withoutActuallyEscaping(isCancelled) { isCancelled in
      var isPartial = false
      return reading(isPartial: &isPartial) { (state, _) throws(StorageError) -> Int? in
        var search = SegmentsSearch(
          query, in: state.segments.map(\.view), visibility(filter),
          budget: SearchBudget(isCancelled: isCancelled))
        let count = try search.count()
        return search.budget.isExhausted ? nil : count
      }
    }
  }

  /// Calls a closure with each match until it returns false, segment by segment, best items first.
  ///
  /// - Throws: ``QueryError`` for a query that is no valid tree.
  public func forEachMatch(
    of query: Query, in filter: ScopeFilter = .everything, context: EvaluationContext,
    _ body: (Hit) -> Bool
  ) throws(QueryError) {
    let query = PlannedQuery(try CompiledQuery(query, context: context))
    let visibility = visibility(filter)
    for segment in state.segments {
      var goesOn = true
      do throws(StorageError) {
        var search = SegmentsSearch(query, in: [segment.view], visibility)
        var items = ItemReader(segment.segment.documents)
        try search.forEach { (_, document) throws(StorageError) in
          let item = try items.item(document)
          goesOn = body(Hit(scope: try scope(of: document, segment), item: item, score: 0))
          return goesOn
        }
      } catch {
        noteDamage(error)
      }
      if !goesOn { return }
    }
  }

  private func visibility(_ filter: ScopeFilter) -> SearchVisibility {
    SearchVisibility(isScopeShown: isScopeShown(filter), now: time.secondsSinceReferenceDate)
  }

  /// Rows lie apart: where a store was just opened, they are read from the disk side by side.
  private func prefetchRows(of matches: [RankedMatch], _ state: IndexState) {
    guard let last = matches.last else { return }
    // Most often all are of one segment, the largest.
    state.segments[last.segment].segment.documents.prefetchRows(
      of: matches.lazy.filter { $0.segment == last.segment }.map(\.document))
  }

  private func hit(
    _ match: RankedMatch, _ detail: SearchRequest.Detail, _ state: IndexState
  ) throws(StorageError) -> Hit {
    let segment = state.segments[match.segment]
    let documents = segment.segment.documents
    let item =
      switch detail {
      case .items: try documents.item(match.document)
      case .rows: try documents.rowItem(match.document)
      }
    return Hit(
      scope: try scope(of: match.document, segment), item: item,
      score: Double(match.score) / Double(UInt64(1) << 32))
  }

  private func scope(
    of document: UInt32, _ segment: IndexSegment
  ) throws(StorageError) -> IndexScope {
    let number = Int(try segment.segment.documents.scope(document))
    guard number < segment.segment.scopes.count else {
      throw StorageError(
        .corrupted, "A document has an unknown index.", path: segment.segment.source.path)
    }
    return segment.segment.scopes[number].scope
  }
}

extension SearchWork {
  init(_ budget: SearchBudget) {
    self.init(postingCount: budget.postingCount, evaluatedItemCount: budget.evaluatedItemCount)
  }
}
