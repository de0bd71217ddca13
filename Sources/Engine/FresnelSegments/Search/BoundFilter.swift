import FresnelStorage

/// A comparison, or its contrary, that the columns of a segment answer.
struct BoundFilter: ~Copyable {
  private var filter: ColumnFilter
  private let isNegated: Bool
  private let documentCount: UInt32
  /// The number of documents for which it holds, about.
  let estimatedCount: Int

  init(_ filter: consuming ColumnFilter, isNegated: Bool, documentCount: Int) {
    let share = filter.estimatedShare
    self.isNegated = isNegated
    self.documentCount = UInt32(clamping: documentCount)
    estimatedCount = Int((isNegated ? 1 - share : share) * Double(documentCount))
    self.filter = filter
  }

  /// Whether it holds for a document of the segment.
  mutating func matches(_ document: UInt32) throws(StorageError) -> Bool {
    try filter.matches(document) != isNegated
  }

  /// The first document from a number on for which it holds; `UInt32.max` if there is none.
  mutating func next(
    from document: UInt32, _ budget: inout SearchBudget
  ) throws(StorageError) -> UInt32 {
    if !isNegated { return document < documentCount ? try filter.next(from: document) : .max }
    var document = document
    while document < documentCount {
      if try !filter.matches(document) { return document }
      document += 1
      if !budget.spend(postings: 1) { break }
    }
    return .max
  }
}
