import FresnelPlatform
package import FresnelQuery
import FresnelSegments
import FresnelStorage

/// A reading in which items may lack some of the words, understood and planned.
package struct LeftOutReading: Sendable {
  let question: LeftOutQuestion

  /// Plans a reading.
  ///
  /// - Parameters:
  ///   - pieces: What is asked for, those of the greatest weight first, each in all of its forms, the nearest first,
  ///     with its weight from 0 to 20.
  ///   - filter: What each item has to match besides.
  ///   - tiers: By the number of pieces that an item lacks, the tier of its score; items that lack more are not found.
  ///   - areInTitles: Whether only items are found that have their pieces in titles.
  ///   - request: The time and language that queries are understood in, and how long that may take.
  /// - Returns: The reading; `nil` where the time was over.
  /// - Throws: `QueryError` for a query that is no valid tree.
  package static func planned(
    _ pieces: [(forms: [Query], weight: Int)], filter: Query?, tiers: [Int], areInTitles: Bool,
    for request: SearchRequest
  ) throws(QueryError) -> LeftOutReading? {
    var budget = SearchBudget(
      deadline: MonotonicClock.deadline(after: request.timeBudget),
      isCancelled: request.isCancelled)
    return try LeftOutQuestion.planned(
      pieces, filter: filter, tiers: tiers, areInTitles: areInTitles, context: request.context,
      &budget
    ).map(LeftOutReading.init)
  }

  /// How many pieces lead to items: an item is found by the first piece that it has.
  package var leadCount: Int { question.leadCount }

  /// A number below which all scores are of items that a piece leads to, or pieces behind it.
  ///
  /// - Parameter lead: The place of the piece.
  /// - Returns: A number that those scores do not reach.
  package func scoreBound(lead: Int) -> Double {
    Double(question.greatestFacts(without: lead)) + 1
  }
}

extension Snapshot {
  /// Finds the best items that have one piece of a reading and none of those before it.
  ///
  /// - Parameters:
  ///   - reading: The reading.
  ///   - lead: The place of the piece.
  ///   - request: The indexes, how many hits and how much of them. Its query is not asked for.
  ///   - leastScore: The least score that is wanted; `nil` for any.
  ///   - found: What is left out.
  ///   - allowance: What the search may do, which it takes off.
  /// - Returns: What it has found.
  package func read(
    _ reading: LeftOutReading, lead: Int, _ request: SearchRequest, leastScore: Double? = nil,
    besides found: FoundItems, _ allowance: inout ReadingAllowance
  ) -> ReadingResults {
    var results = ReadingResults(found: found)
    var budget = SearchBudget(
      deadline: MonotonicClock.deadline(after: request.timeBudget),
      ceilings: allowance.remaining, isCancelled: request.isCancelled)
    results.isPartial = state.lacksFiles
    let visibility = visibility(request.filter, besides: found.documents)
    let answer = self.reading(isPartial: &results.isPartial) {
      (state, isPartial) throws(StorageError) -> ReadingResults in
      var ranking = LeftOutRanking(
        reading.question, lead: lead, in: state.segments.map(\.view), visibility,
        leastFacts: leastScore.map { Int($0) } ?? 0, budget: budget)
      defer { budget = ranking.budget }
      var answer = ReadingResults(found: found)
      let matches = try ranking.best(request.limit)
      if ranking.budget.hasMetCeiling { return answer }
      if ranking.budget.isExhausted { isPartial = true }
      var compressedHitCount = 0
      answer.hits = try hits(
        matches.map(\.match), request.detail, state, common: 0, &compressedHitCount)
      answer.work.compressedHitCount = compressedHitCount
      answer.forms = matches.map(\.forms)
      for found in matches {
        answer.found.documents.insert(
          found.match.document, of: state.segments[found.match.segment].segment)
      }
      return answer
    }
    allowance.spend(budget)
    if let answer {
      results.hits = answer.hits
      results.forms = answer.forms
      results.found = answer.found
    }
    results.work = SearchWork(budget)
    results.work.compressedHitCount = answer?.work.compressedHitCount ?? 0
    results.hasMetCeiling = budget.hasMetCeiling
    return results
  }
}
