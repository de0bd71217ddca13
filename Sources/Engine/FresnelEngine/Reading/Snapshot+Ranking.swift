package import FresnelModel
import FresnelPlatform
package import FresnelSegments
import FresnelStorage

/// A search for the documents that answer a question best, whether they have all of its words or some.
package struct RankingRequest {
  /// The words and what they are weighed by.
  package var question: RankedQuestion
  /// Which indexes to look in.
  package var filter: ScopeFilter
  /// The most hits wanted.
  package var limit: Int
  /// Attributes whose first number each hit comes with.
  package var numbers: [AttributeKey]
  /// Chooses which documents become hits, and in what order, by the scores of the best ones and their numbers: rows are read
  /// of these alone. The numbers of a document follow each other, and those of the next follow them. Gives their places, each
  /// at most once; all in their order unless it is set.
  package var choose: ((_ scores: [Double], _ numbers: [Double?]) -> [Int])?
  /// Asked every now and then on the searching thread; when it returns true, the search ends with what it has.
  package var isCancelled: (@Sendable () -> Bool)?

  /// Makes a request.
  package init(
    _ question: RankedQuestion, in filter: ScopeFilter = .everything, limit: Int,
    numbers: [AttributeKey] = [],
    choose: ((_ scores: [Double], _ numbers: [Double?]) -> [Int])? = nil,
    isCancelled: (@Sendable () -> Bool)? = nil
  ) {
    self.question = question
    self.filter = filter
    self.limit = limit
    self.numbers = numbers
    self.choose = choose
    self.isCancelled = isCancelled
  }
}

/// The answer to a ranked question.
package struct RankingResults: Sendable {
  /// A document that answers.
  package struct Ranked: Sendable {
    /// The document's row, with how well its texts answer.
    package let hit: Hit
    /// The numbers that were asked for, in their order.
    package let numbers: [Double?]
  }

  /// The best documents, best first, or those that were chosen; equals are in no particular order.
  package let hits: [Ranked]
  /// How many documents count as answers, as far as the search came.
  package let count: Int
  /// Whether better ones may be missing: the search was cancelled, or part of the store could not be read.
  package let isPartial: Bool
}

extension Snapshot {
  /// Finds the documents whose texts answer a question best, by BM25F.
  ///
  /// - Parameters:
  ///   - request: The question.
  ///   - accepts: Whether a term, as the index folds it, is a form of the word at a place.
  /// - Returns: The answer.
  package func rank(
    _ request: RankingRequest,
    accepts: (_ word: Int, _ term: UnsafeBufferPointer<UInt8>) -> Bool = { _, _ in true }
  ) -> RankingResults {
    var isPartial = state.lacksFiles
    let found = reading(isPartial: &isPartial) {
      (state, isPartial) throws(StorageError) -> RankingResults in
      let views = state.segments.map(\.view)
      var ranking = WordRanking(
        request.question, in: views, visibility(request.filter),
        budget: SearchBudget(isCancelled: request.isCancelled))
      let answer = try ranking.best(request.limit, accepts: accepts)
      let matches = answer.matches
      var budget = ranking.budget
      let numbers = try numbers(of: matches, request.numbers, in: views, &budget)
      if budget.isExhausted { isPartial = true }
      let chosen =
        request.choose.map { $0(matches.map(\.score), numbers) } ?? Array(matches.indices)
      let keyCount = request.numbers.count
      let rows = try RowHits(chosen.map { matches[$0].match }, in: views).read()
      return RankingResults(
        hits: zip(chosen, rows).map { place, row in
          RankingResults.Ranked(
            hit: Hit(scope: row.scope, item: row.item, score: matches[place].score),
            numbers: Array(numbers[(place * keyCount)..<((place + 1) * keyCount)]))
        }, count: answer.count, isPartial: false)
    }
    return RankingResults(
      hits: found?.hits ?? [], count: found?.count ?? 0, isPartial: isPartial)
  }

  /// The first number of each match under some keys, match by match.
  private func numbers(
    of matches: [WordMatch], _ keys: [AttributeKey], in views: [SegmentView],
    _ budget: inout SearchBudget
  ) throws(StorageError) -> [Double?] {
    var values = [Double?](repeating: nil, count: keys.count * matches.count)
    for (number, view) in views.enumerated() {
      var places = matches.indices.filter { matches[$0].match.segment == number }
      guard !places.isEmpty else { continue }
      var reader = RememberedNumbers(keys, in: view)
      // Columns are read quickest in ascending order.
      if !reader.areInMemory {
        places.sort { matches[$0].match.document < matches[$1].match.document }
      }
      for place in places { reader.load(matches[place].match.document) }
      for place in places {
        try values.withUnsafeMutableBufferPointer { (values) throws(StorageError) in
          try reader.read(
            matches[place].match.document,
            into: .init(rebasing: values[(place * keys.count)..<((place + 1) * keys.count)]),
            &budget)
        }
      }
    }
    return values
  }
}
