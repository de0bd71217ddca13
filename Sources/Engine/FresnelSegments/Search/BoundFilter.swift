import FresnelStorage

/// A comparison, or its contrary, that the columns of a segment answer.
struct BoundFilter: ~Copyable {
  private var filter: ColumnFilter
  private let isNegated: Bool
  private let documentCount: UInt32
  private let patches: DocumentPatches
  /// Whether renewals concern it, which change nothing but the expiry.
  private let asksForExpiration: Bool
  /// Where the search for a patched document last began, and what it found: a disjunction asks for the
  /// same one again and again.
  private var patchedStretch = (start: UInt32.max, next: UInt32.max)
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
    return patches.isEmpty || next == document ? next : min(next, nextPatched(from: document))
  }

  /// The first patched document from a number on; `UInt32.max` if there is none.
  ///
  /// - Complexity: For all calls of a walk O(*p*) in the patches and their pages.
  private mutating func nextPatched(from document: UInt32) -> UInt32 {
    if patchedStretch.start <= document, document <= patchedStretch.next {
      return patchedStretch.next
    }
    patchedStretch.start = document
    var next = patches.next(from: document)
    while next != .max, !isPatched(next) { next = patches.next(from: next + 1) }
    patchedStretch.next = next
    return next
  }

  /// To test so many documents of a chunk together takes about as long as to read a posting.
  private static let documentsPerStep = 16

  /// The first document from a number on for which it holds as the columns say.
  private mutating func nextInColumns(
    from document: UInt32, _ budget: inout SearchBudget
  ) throws(StorageError) -> UInt32 {
    if !isNegated {
      guard document < documentCount else { return .max }
      let next = try filter.next(from: document)
      // Chunks that are tested or skipped on the way take their time, and nobody else counts it.
      let distance = Int(min(next, documentCount) - document)
      _ = budget.spend(steps: 1 + distance / Self.documentsPerStep)
      return next
    }
    var document = document
    while document < documentCount {
      if try !filter.matches(document) { return document }
      document += 1
      if !budget.spend(postings: 1) { break }
    }
    return .max
  }
}
