package import FresnelQuery
import FresnelPlatform
import FresnelSegments
import FresnelStorage

/// What one plan of a reading has found in one store.
package struct ReadingResults: Sendable {
  /// The best matches, best first; none where a ceiling was met.
  package var hits: [Hit] = []
  /// Where words may be missing, by hit and piece the place of the form that it has, `nil` where it lacks the piece;
  /// else none.
  package var forms: [[Int?]] = []
  /// The number of all matches, where the request asked for it.
  package var matchCount: Int?
  /// The items that were left out, and those of the hits.
  package var found: FoundItems
  /// Whether better matches may be missing, as the time was over or part of the store could not be read.
  package var isPartial = false
  /// Whether codes may find other items, or find some better.
  package var needsCodes = false
  /// Whether the search would have done more than its allowance.
  package var hasMetCeiling = false
  /// What it took.
  package var work = SearchWork()
}

/// Items of one snapshot that plans have found.
package struct FoundItems: Sendable {
  var documents = FoundDocuments()

  /// None.
  package init() {}

  /// Adds matches in a state.
  mutating func insert(_ matches: [RankedMatch], in state: IndexState) {
    if matches.isEmpty { return }
    for number in state.segments.indices {
      let new = matches.compactMap { $0.segment == number ? $0.document : nil }
      if !new.isEmpty { documents.insert(new, of: state.segments[number].segment) }
    }
  }

  /// Adds what was found otherwise.
  package mutating func formUnion(_ other: FoundItems) { documents.formUnion(other.documents) }
}

extension Snapshot {
  /// Runs one plan of a reading: finds its best matches without those that other plans have found.
  ///
  /// - Parameters:
  ///   - request: The plan, with the filters; it asks for an order by relevance.
  ///   - tier: The tier of the reading, which is the highest part of the scores.
  ///   - relation: How the text relates to the names of what the plan finds, which is the next part.
  ///   - codes: Codes that the results are to tell of; `nil` for none.
  ///   - takesAll: Whether all that match are left out of later plans, and not only those that are among the best.
  ///   - found: What is left out.
  ///   - allowance: What the search may do, which it takes off.
  /// - Returns: What it has found.
  /// - Throws: `QueryError` for a query that is no valid tree.
  package func read(
    _ request: SearchRequest, inTier tier: Int, relation: Int = 0, codes: CodeItems? = nil,
    takesAll: Bool = false, besides found: FoundItems,
    _ allowance: inout ReadingAllowance
  ) throws(QueryError) -> ReadingResults {
    var results = ReadingResults(found: found)
    var budget = SearchBudget(
      deadline: MonotonicClock.deadline(after: request.timeBudget),
      ceilings: allowance.remaining, isCancelled: request.isCancelled)
    guard
      let query = try PlannedQuery.planned(request.query, context: request.context, &budget)
    else {
      results.isPartial = true
      results.work = SearchWork(budget)
      return results
    }
    results.isPartial = state.lacksFiles
    let visibility = visibility(request.filter, besides: found.documents)
    let answer = reading(isPartial: &results.isPartial) {
      (state, isPartial) throws(StorageError) -> ReadingResults in
      var search = SegmentsSearch(
        query, in: state.segments.map(\.view), visibility, budget: budget)
      defer { budget = search.budget }
      var answer = ReadingResults(found: found)
      let limit = max(request.limit, 0)
      let matches = try search.best(limit)
      if let codes {
        // Where matches are counted, those that are not among the best count as well.
        let areAllWanted = request.countsMatches || codes.haveToBeFound
        answer.needsCodes = try !search.covers(
          matches, limit: areAllWanted ? nil : limit, codes: codes.documents,
          otherPoints: codes.otherPoints)
        if answer.needsCodes { return answer }
      }
      if request.countsMatches, !search.budget.isExhausted {
        answer.matchCount = try search.count()
      }
      if search.budget.hasMetCeiling { return answer }
      if search.budget.isExhausted { isPartial = true }
      var compressedHitCount = 0
      answer.hits = try hits(
        matches, request.detail, state,
        common: MatchFacts.common(tier: tier, relation: relation), &compressedHitCount)
      answer.work.compressedHitCount = compressedHitCount
      answer.found.insert(matches, in: state)
      if takesAll, request.countsMatches, answer.hits.count >= request.limit {
        try search.forEach { (segment, _, document) in
          answer.found.documents.insert(document, of: state.segments[segment].segment)
          return true
        }
      }
      return answer
    }
    allowance.spend(budget)
    results.work = SearchWork(budget)
    results.work.compressedHitCount = answer?.work.compressedHitCount ?? 0
    results.hits = answer?.hits ?? []
    results.matchCount = answer?.matchCount
    results.found = answer?.found ?? found
    results.needsCodes = answer?.needsCodes ?? false
    results.hasMetCeiling = budget.hasMetCeiling
    return results
  }
}
