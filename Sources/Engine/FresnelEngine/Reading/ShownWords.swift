import FresnelSegments
import FresnelStorage
import FresnelText

/// Words that items may have, with how many items of the stores of an ask have each, of those that are shown.
package struct ShownWords: Sendable {
  /// By word, the items that have it; ``most`` stands for any greater number.
  package var counts: [Int] { found.counts }
  /// Whether some may be missing, as the time was over or part of a store could not be read.
  package private(set) var isPartial = false
  /// What it took to count.
  package private(set) var work = SearchWork()

  /// So many items of a word are counted.
  package static let most = WordCounts.most

  private let words: [WordCounts.Word]
  private var found: WordCounts

  private static let folder = TextFolder(
    options: [.caseInsensitive, .diacriticInsensitive], locale: .root)

  /// Takes words that no store has been asked for.
  ///
  /// - Parameter words: The words, and of each whether words count that only begin so.
  package init(_ words: [(text: String, goesOn: Bool)]) {
    self.words = words.map { word in
      var text = word.text
      var folded: [UInt8] = []
      text.withUTF8 { Self.folder.appendFolded(utf8: $0, to: &folded) }
      return WordCounts.Word(folded, goesOn: word.goesOn)
    }
    found = WordCounts(ofWords: words.count)
  }

  /// Counts the items of a store.
  ///
  /// - Parameters:
  ///   - snapshot: The store.
  ///   - filter: Which indexes to look in.
  ///   - isCancelled: Asked now and then; when it returns true, counting ends.
  package mutating func count(
    in snapshot: Snapshot, _ filter: ScopeFilter, isCancelled: @escaping @Sendable () -> Bool
  ) {
    var budget = SearchBudget(isCancelled: isCancelled)
    let (words, before) = (words, found)
    let added = snapshot.counts(of: words, besides: before, filter, &isPartial, &budget)
    if let added { found = added }
    if budget.isExhausted { isPartial = true }
    work.add(SearchWork(budget))
  }
}

extension Snapshot {
  /// What some words have in all segments that can be read, and in other stores.
  fileprivate func counts(
    of words: [WordCounts.Word], besides others: WordCounts, _ filter: ScopeFilter,
    _ isPartial: inout Bool, _ budget: inout SearchBudget
  ) -> WordCounts? {
    let visibility = visibility(filter)
    return reading(isPartial: &isPartial) { (state, _) throws(StorageError) -> WordCounts? in
      var counts = others
      try counts.add(words, in: state.segments.map(\.view), visibility, &budget)
      return counts
    }
  }
}
