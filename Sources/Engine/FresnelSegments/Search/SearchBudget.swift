import FresnelPlatform

/// How much a search may still do, and what it did so far.
package struct SearchBudget {
  /// Postings decoded and documents visited.
  package private(set) var postingCount = 0
  /// Items read and compared with the query because the index alone could not decide.
  package private(set) var evaluatedItemCount = 0
  /// The bytes of the items evaluated, counted for each comparison.
  package private(set) var evaluatedByteCount = 0
  /// Documents that have what was looked for and are shown to the searcher.
  package private(set) var shownPostingCount = 0
  /// Keys of forms that begin with what was looked for.
  package private(set) var formKeyCount = 0
  /// Whether the search has to end with what it has.
  package private(set) var isExhausted = false
  /// Whether it has to because it would have done more than its ceilings allow.
  package private(set) var hasMetCeiling = false
  /// What it may do at most.
  package let ceilings: SearchCeilings

  private let isCancelled: (() -> Bool)?
  /// On ``MonotonicClock``.
  private let deadline: UInt64?
  private var postingsUntilLook = Self.postingsBetweenLooks

  /// Postings take nanoseconds.
  private static let postingsBetweenLooks = 4096
  /// An evaluation takes some ten microseconds, so 64 of them less than a millisecond.
  private static let postingsPerEvaluation = 64

  /// Folding and comparing a text takes some nanoseconds for each byte.
  private static let evaluatedBytesPerPosting = 64

  /// A block of terms takes some microseconds.
  private static let postingsPerTermBlock = 512

  /// So does taking a pattern apart or making its plan.
  private static let postingsPerPattern = 512

  /// Makes a budget.
  ///
  /// - Parameters:
  ///   - deadline: When the search has to end, in nanoseconds of ``MonotonicClock``.
  ///   - ceilings: What the search may do at most.
  ///   - isCancelled: Asked every now and then; when it returns true, the search ends.
  package init(
    deadline: UInt64? = nil, ceilings: SearchCeilings = .none, isCancelled: (() -> Bool)? = nil
  ) {
    self.deadline = deadline
    self.ceilings = ceilings
    self.isCancelled = isCancelled
  }

  /// Counts postings; returns whether the search may go on.
  @inline(__always)
  mutating func spend(postings: Int) -> Bool {
    postingCount &+= postings
    postingsUntilLook &-= postings
    return postingsUntilLook > 0 || look()
  }

  /// Counts steps that take about as long as postings and read none; returns whether the search may go on.
  @inline(__always)
  mutating func spend(steps: Int) -> Bool {
    postingsUntilLook &-= steps
    return postingsUntilLook > 0 || look()
  }

  /// Notes that a block of terms is about to be looked through; returns whether the search may go on.
  mutating func spendTermBlock() -> Bool {
    postingsUntilLook &-= Self.postingsPerTermBlock
    return postingsUntilLook > 0 || look()
  }

  /// Notes that a pattern of the query is about to be taken apart or planned; returns whether the search may go on.
  package mutating func spendPattern() -> Bool {
    postingsUntilLook &-= Self.postingsPerPattern
    return postingsUntilLook > 0 || look()
  }

  /// Counts a document that is shown; returns whether the search may go on.
  @inline(__always)
  mutating func spendShownPosting() -> Bool {
    shownPostingCount &+= 1
    return shownPostingCount <= ceilings.shownPostings || meetCeiling()
  }

  /// Counts a key that begins with what is looked for; returns whether the search may go on.
  mutating func spendFormKey() -> Bool {
    formKeyCount &+= 1
    guard formKeyCount <= ceilings.formKeys else { return meetCeiling() }
    return spend(postings: 1)
  }

  /// Counts an evaluation; returns whether the search may go on.
  mutating func spendEvaluation() -> Bool {
    guard evaluatedItemCount < ceilings.evaluations else { return meetCeiling() }
    evaluatedItemCount += 1
    postingsUntilLook -= Self.postingsPerEvaluation
    return postingsUntilLook > 0 || look()
  }

  /// Counts the bytes of an item that is about to be evaluated, which most of the time goes to; the
  /// next step looks at the clock when they are many.
  mutating func spendEvaluation(ofBytes count: Int) {
    postingsUntilLook -= count / Self.evaluatedBytesPerPosting
  }

  /// Counts the bytes of a text that is about to be held against a pattern; returns whether the
  /// evaluation may go on.
  mutating func spendEvaluation(comparing count: Int) -> Bool {
    evaluatedByteCount &+= count
    guard evaluatedByteCount <= ceilings.evaluatedBytes else { return meetCeiling() }
    postingsUntilLook -= 1 + count / Self.evaluatedBytesPerPosting
    return postingsUntilLook > 0 || look()
  }

  @inline(never)
  private mutating func meetCeiling() -> Bool {
    hasMetCeiling = true
    isExhausted = true
    postingsUntilLook = 0
    return false
  }

  @inline(never)
  private mutating func look() -> Bool {
    // Once exhausted, it stays so, and every step asks.
    if isExhausted { return false }
    if let isCancelled, isCancelled() { isExhausted = true }
    if let deadline, MonotonicClock.nanoseconds >= deadline { isExhausted = true }
    postingsUntilLook = isExhausted ? 0 : Self.postingsBetweenLooks
    return !isExhausted
  }
}
