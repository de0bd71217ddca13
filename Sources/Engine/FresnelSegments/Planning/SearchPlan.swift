import FresnelModel
package import FresnelQuery

/// Which documents may match a query, as far as the index can tell, and which certainly do.
///
/// A plan never misses a document that the evaluator accepts, and proves none that it refuses.
package indirect enum SearchPlan: Sendable {
  /// Every document, none of them proven.
  case unknown
  /// The documents with a term.
  case term(TermClause)
  /// Those documents of others, with all words of a phrase, in which the words stand side by side; it
  /// is a part of a conjunction with the words' terms.
  case phrase(PhraseClause)
  /// The documents of some unique identifiers, in each index, all of them proven.
  case identifiers(TextSet)
  /// These documents of one segment, all of them proven: what its identifiers are resolved to.
  case documents(DocumentSet)
  /// The documents with the terms of some texts; they do not rank.
  case texts(TextSet)
  /// The documents that have a form, as far as the keys of a segment tell; a name that is longer than a key holds is
  /// not proven.
  case form(FormTest)
  /// A comparison of the query, by its place in ``PlannedQuery/comparisons``, or its contrary: the
  /// documents that the columns of a segment find where they can answer it, among those of the plan; and
  /// else those of the plan, or with negation what the plan does not prove. The evaluator decides about
  /// what is not proven.
  case comparison(SearchPlan, Int, isNegated: Bool)
  /// The documents that a plan does not prove.
  case complement(SearchPlan)
  /// The documents in all of the plans. Unless it is whole, more is asked for than the plans, and
  /// nothing proven.
  case and([SearchPlan], isWhole: Bool)
  /// The documents in at least one of the plans.
  case or([SearchPlan])

  /// Joins plans by and.
  static func all(of plans: [SearchPlan]) -> SearchPlan {
    if plans.count == 1 { return plans[0] }
    var parts: [SearchPlan] = []
    var isWhole = true
    for plan in plans {
      switch plan {
      case .unknown: isWhole = false
      case .and(let inner, let isInnerWhole):
        parts += inner
        isWhole = isWhole && isInnerWhole
      default: parts.append(plan)
      }
    }
    if parts.isEmpty, !isWhole { return .unknown }
    return parts.count == 1 && isWhole ? parts[0] : .and(parts, isWhole: isWhole)
  }

  /// Joins plans by or; `unknown` swallows the others.
  static func any(of plans: [SearchPlan]) -> SearchPlan {
    for case .unknown in plans { return .unknown }
    return plans.count == 1 ? plans[0] : .or(plans)
  }

  /// Whether there is a set of identifiers or texts in the plan.
  fileprivate var hasSets: Bool {
    switch self {
    case .identifiers, .texts: true
    case .unknown, .term, .phrase, .documents, .form: false
    case .comparison(let plan, _, _), .complement(let plan): plan.hasSets
    case .and(let plans, _), .or(let plans): plans.contains { $0.hasSets }
    }
  }
}

/// A query with its plan.
///
/// A class, for each segment's search refers to it.
package final class PlannedQuery: Sendable {
  /// The query.
  package let compiled: CompiledQuery
  /// Its candidates.
  package let plan: SearchPlan
  /// The comparisons that the plan refers to, none of them negated: what negates them is in the plan.
  package let comparisons: [CompiledComparison]
  /// Whether the plan has sets of identifiers or texts, which are resolved in each segment.
  let hasSets: Bool
  /// Derives plans of terms for a segment that lacks a column.
  let derivation: PlanDerivation

  /// Plans a query.
  package convenience init(_ compiled: CompiledQuery) {
    var budget = SearchBudget()
    self.init(compiled, &budget)
  }

  /// Compiles and plans a query, which is part of what a search may take.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - context: The time, time zone and locale that it is understood in.
  ///   - budget: What the search may do.
  /// - Returns: The plan; `nil` when the budget was exhausted before.
  /// - Throws: `QueryError` for a query that is no valid tree.
  package static func planned(
    _ query: Query, context: EvaluationContext, _ budget: inout SearchBudget
  ) throws(QueryError) -> PlannedQuery? {
    let compiled = try CompiledQuery(query, context: context, goesOn: { budget.spendPattern() })
    guard let compiled else { return nil }
    let planned = PlannedQuery(compiled, &budget)
    return budget.isExhausted ? nil : planned
  }

  /// Plans a query; when the budget is exhausted, the plan means nothing.
  private init(_ compiled: CompiledQuery, _ budget: inout SearchBudget) {
    self.compiled = compiled
    derivation = PlanDerivation(locale: compiled.context.locale)
    var comparisons: [CompiledComparison] = []
    plan = derivation.plan(compiled.root, &comparisons, &budget)
    self.comparisons = comparisons
    hasSets = plan.hasSets
  }
}
