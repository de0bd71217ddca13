import FresnelStorage

/// A plan whose documents are left out: what a negation comes to.
///
/// It is bound when it is first asked about a document, and anew when it is asked about an earlier one:
/// most searches need it for a few documents, and each pass of a search begins at the first.
struct Exclusion: ~Copyable {
  private let plan: SearchPlan
  private let query: PlannedQuery
  private let view: SegmentView
  private let shownScopes: [Bool]
  /// None before it is bound; else one.
  private var cursor = OwnedArray<PlanCursor>(capacity: 0)
  private var last: UInt32 = 0

  init(_ plan: SearchPlan, of query: PlannedQuery, in view: SegmentView, shownScopes: [Bool]) {
    self.plan = plan
    self.query = query
    self.view = view
    self.shownScopes = shownScopes
  }

  /// Whether a document stays: proven where the plan certainly does not find it, refuted where it
  /// certainly does.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  mutating func verdict(
    _ document: UInt32, _ budget: inout SearchBudget
  ) throws(StorageError) -> Verdict {
    try bind(for: document, &budget)
    guard let value = try cursor[0].value(at: document, &budget) else {
      // A search that ran out of budget has not looked at all that it excludes.
      return budget.isExhausted ? .open : .proven
    }
    return value.isProven ? .refuted : .open
  }

  /// Whether the document that was asked about last stays, by the evaluator where the index leaves it
  /// open.
  mutating func admits(
    _ document: UInt32, _ verifier: inout MatchVerifier, _ budget: inout SearchBudget
  ) throws(StorageError) -> Bool {
    try bind(for: document, &budget)
    return try !cursor[0].holds(for: document, &verifier, &budget)
  }

  private mutating func bind(
    for document: UInt32, _ budget: inout SearchBudget
  ) throws(StorageError) {
    if cursor.count == 0 || document < last {
      let bound = try BoundPlan.bind(
        plan, of: query, to: view, shownScopes: shownScopes, &budget)
      var opened = OwnedArray<PlanCursor>(capacity: 1)
      opened.append(try PlanCursor.open(bound, in: view.segment, ranks: false, &budget))
      cursor = opened
    }
    last = document
  }
}
