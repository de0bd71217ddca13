import FresnelQuery
import FresnelStorage

/// Resolves the sets of a plan in one segment: identifiers to the documents that have them, and texts that
/// no column answers to their terms.
///
/// Tens of thousands of texts take long to look up, so that one search does it once for each segment.
extension PlannedQuery {
  /// Looks the sets of a plan up in a segment.
  ///
  /// - Parameters:
  ///   - plan: A plan, or a part of one; resolved already or not.
  ///   - view: The segment.
  ///   - shownScopes: By the segment's number of a scope, whether anything of it is shown; empty when
  ///     all are.
  ///   - budget: When it is exhausted, the plan lacks documents.
  /// - Returns: A plan without sets of identifiers, and with terms for the texts that columns do not
  ///   answer.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  /// - Complexity: A look-up for each text of a set.
  func resolve(
    _ plan: SearchPlan, in view: SegmentView, _ shownScopes: [Bool], _ budget: inout SearchBudget
  ) throws(StorageError) -> SearchPlan {
    switch plan {
    case .unknown, .term, .phrase, .documents, .texts, .form: return plan
    case .identifiers(let identifiers):
      let lookup = IdentifierLookup(segment: view.segment, shownScopes: shownScopes)
      return .documents(try lookup.documents(of: identifiers, &budget))
    case .comparison(.texts(let set), let place, let isNegated):
      if view.segment.columns.answer(comparisons[place]) { return plan }
      let terms = derivation.plan(
        set, comparisons[place].target, documentCount: view.segment.documentCount, &budget)
      return .comparison(terms, place, isNegated: isNegated)
    case .comparison(let inner, let place, let isNegated):
      return .comparison(
        try resolve(inner, in: view, shownScopes, &budget), place, isNegated: isNegated)
    case .complement(let inner):
      return .complement(try resolve(inner, in: view, shownScopes, &budget))
    case .and(let plans, let isWhole):
      return .and(try resolve(plans, in: view, shownScopes, &budget), isWhole: isWhole)
    case .or(let plans): return .or(try resolve(plans, in: view, shownScopes, &budget))
    }
  }

  private func resolve(
    _ plans: [SearchPlan], in view: SegmentView, _ shownScopes: [Bool],
    _ budget: inout SearchBudget
  ) throws(StorageError) -> [SearchPlan] {
    var resolved: [SearchPlan] = []
    resolved.reserveCapacity(plans.count)
    for plan in plans { resolved.append(try resolve(plan, in: view, shownScopes, &budget)) }
    return resolved
  }
}
