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
      hits: hits, matchCount: request.countsMatches ? search.countMatches() : nil,
      work: search.work)
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
      view.live.forEach { document in
        guard let value = candidates[document], visibility.shows(document, in: view) else {
          return true
        }
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

extension CandidateSet {
  /// The value of a document; `nil` when it is no candidate.
  subscript(document: Int) -> UInt16? {
    switch self {
    case .all: 0
    case .some(let values): values[document] == 0 ? nil : values[document]
    }
  }
}
