internal import FresnelEngine

/// Counts the items of all stores of an ask that have some words, of those that the searcher is shown.
struct WordCounter {
  /// Whether something may be missing, as the time was over or part of a store could not be read.
  private(set) var isPartial = false
  /// How many words were looked up, each in all stores.
  private(set) var lookupCount = 0
  /// What it took.
  private(set) var work = SearchWork()

  private let stores: [VisibleStore]
  private let isOver: @Sendable () -> Bool

  /// Begins without words.
  ///
  /// - Parameters:
  ///   - stores: What the searcher sees.
  ///   - isOver: Whether the time is over, or the ask was called off.
  init(in stores: [VisibleStore], isOver: @escaping @Sendable () -> Bool) {
    (self.stores, self.isOver) = (stores, isOver)
  }

  /// Counts the items that have each of some words.
  ///
  /// - Parameter words: The words, and of each whether words count that only begin so.
  /// - Returns: By word, how many items have it, `ShownWords.most` at most; `nil` when the time is over.
  mutating func counts(_ words: [(text: String, goesOn: Bool)]) -> [Int]? {
    if words.isEmpty { return [] }
    lookupCount += words.count
    var shown = ShownWords(words)
    for store in stores {
      if isOver() {
        isPartial = true
        return nil
      }
      shown.count(in: store.snapshot, store.filter, isCancelled: isOver)
    }
    if shown.isPartial { isPartial = true }
    work.add(shown.work)
    return shown.counts
  }
}
