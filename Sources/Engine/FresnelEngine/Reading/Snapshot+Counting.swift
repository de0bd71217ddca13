import FresnelPlatform
import FresnelSegments
import FresnelStorage

/// How many items of the stores of an ask have each piece of a reading in which words may be missing.
package struct LeftOutCounts: Sendable {
  fileprivate var counts: PieceCounts
  /// Whether items are lacking since part of a store could not be read.
  package fileprivate(set) var isPartial = false

  /// Begins without stores.
  ///
  /// - Parameter reading: The reading.
  package init(of reading: LeftOutReading) {
    counts = PieceCounts(of: reading.question)
  }

  /// The items that are shown.
  package var itemCount: Int { counts.documentCount }

  /// By piece, the items that have it; ``most`` of them stand for any greater number, and `nil` for one that was not
  /// known after a bounded number of steps.
  package var countsOfPieces: [Int?] { counts.countsOfPieces }

  /// So many items of a piece are counted.
  package static let most = PieceCounts.most
}

extension Snapshot {
  /// Counts the items that have each piece of a reading, of those that are shown.
  ///
  /// - Parameters:
  ///   - reading: The reading.
  ///   - request: The indexes. Its query is not asked for.
  ///   - counts: What other stores have, which it adds to.
  ///   - work: What it took, which it adds to.
  /// - Returns: Whether all items were counted that can be read; else the time was over, and the counts are of no use.
  package func count(
    _ reading: LeftOutReading, _ request: SearchRequest, into counts: inout LeftOutCounts,
    _ work: inout SearchWork
  ) -> Bool {
    var budget = SearchBudget(
      deadline: MonotonicClock.deadline(after: request.timeBudget),
      isCancelled: request.isCancelled)
    let (before, visibility) = (counts.counts, visibility(request.filter))
    var isPartial = state.lacksFiles
    let added = self.reading(isPartial: &isPartial) { (state, _) throws(StorageError) in
      var added = before
      try added.add(reading.question, in: state.segments.map(\.view), visibility, &budget)
      return added
    }
    work.add(SearchWork(budget))
    if let added { counts.counts = added }
    if isPartial { counts.isPartial = true }
    return !budget.isExhausted
  }
}
