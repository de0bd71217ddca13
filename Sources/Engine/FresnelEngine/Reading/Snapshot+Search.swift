import FresnelModel
public import FresnelQuery

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
    var search = RankedSearch(self, query, filter: request.filter)
    let hits = search.best(max(request.limit, 0), isCounting: request.countsMatches)
    return SearchResults(
      hits: hits, matchCount: request.countsMatches ? search.countMatches { false } : nil,
      work: search.work)
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
    var search = RankedSearch(self, query, filter: filter)
    return search.countMatches(isCancelled: isCancelled)
  }

  /// Calls a closure with each match until it returns false, in an order that is the same whenever
  /// the same changes were made in the same order.
  ///
  /// - Throws: ``QueryError`` for a query that is no valid tree.
  public func forEachMatch(
    of query: Query, in filter: ScopeFilter = .everything, context: EvaluationContext,
    _ body: (Hit) -> Bool
  ) throws(QueryError) {
    let query = PlannedQuery(try CompiledQuery(query, context: context))
    let visibility = Visibility(self, filter)
    for view in state.segments where visibility.mayShow(view.segment) {
      var collector = CandidateCollector(view.segment, selection: .everything)
      let candidates = collector.candidates(query.plan)
      var goesOn = true
      candidates.forEach(in: view) { document, value in
        guard visibility.shows(document, in: view) else { return true }
        let item = view.segment.documents.items[document]
        let isProven = query.isProvable && value & MatchValue.proven != 0
        if isProven || query.compiled.matches(item) {
          let scope = state.scopes[view.segment.documents.scopes[document]].scope
          goesOn = body(Hit(scope: scope, item: item, score: 0))
        }
        return goesOn
      }
      if !goesOn { return }
    }
  }
}
