import FresnelStorage

/// A comparison, or its contrary, that the columns of a segment answer.
struct BoundFilter: ~Copyable {
  private var filter: ColumnFilter
  private let isNegated: Bool
  private let documentCount: UInt32
  private let patches: DocumentPatches
  /// Whether renewals concern it, which change nothing but the expiry.
  private let asksForExpiration: Bool
  /// The number of documents for which it holds, about.
  let estimatedCount: Int

  /// Binds a filter to a view.
  init(
    _ filter: consuming ColumnFilter, isNegated: Bool, asksForExpiration: Bool, in view: SegmentView
  ) {
    let share = filter.estimatedShare
    let documentCount = view.segment.documentCount
    self.isNegated = isNegated
    self.asksForExpiration = asksForExpiration
    self.documentCount = UInt32(clamping: documentCount)
    patches = view.patches
    estimatedCount =
      Int((isNegated ? 1 - share : share) * Double(documentCount))
      + (asksForExpiration ? patches.count : patches.changedCount)
    self.filter = filter
  }

  /// Whether the columns tell of a document. Of one with a patch they tell what was before: it is a
  /// candidate, and the evaluator decides.
  @inline(__always)
  func isCertain(_ document: UInt32) -> Bool {
    patches.isEmpty || !isPatched(document)
  }

  private func isPatched(_ document: UInt32) -> Bool {
    patches[document].map { asksForExpiration || $0.changes != nil } ?? false
  }

  /// Whether it holds for a document of the segment, or may hold, where it is not certain.
  mutating func matches(_ document: UInt32) throws(StorageError) -> Bool {
    if !isCertain(document) { return true }
    return try filter.matches(document) != isNegated
  }

  /// The first document from a number on for which it holds or may hold; `UInt32.max` if there is none.
  mutating func next(
    from document: UInt32, _ budget: inout SearchBudget
  ) throws(StorageError) -> UInt32 {
    let next = try nextInColumns(from: document, &budget)
    return patches.isEmpty ? next : min(next, nextPatched(from: document, before: next))
  }

  /// The first patched document between two numbers; `UInt32.max` if there is none.
  private func nextPatched(from document: UInt32, before end: UInt32) -> UInt32 {
    var document = patches.next(from: document)
    while document < end {
      if isPatched(document) { return document }
      document = patches.next(from: document + 1)
    }
    return .max
  }

  /// The first document from a number on for which it holds as the columns say.
  private mutating func nextInColumns(
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
