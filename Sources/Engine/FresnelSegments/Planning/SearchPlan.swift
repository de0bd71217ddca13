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
  /// The document of a unique identifier, in each index.
  case identifier([UInt8])
  /// A comparison: the documents that the columns of a segment find where they can answer it, among
  /// those of the plan, and else those of the plan.
  case comparison(SearchPlan, FilterClause)
  /// The documents in all of the plans. Unless it is whole, the query asks for more than the plans,
  /// and proves nothing.
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

  /// Whether a document's value depends on where the terms are: comparisons by columns alone give
  /// every document the same.
  var isRanked: Bool {
    switch self {
    case .unknown, .phrase: false
    case .term, .identifier: true
    case .comparison(let plan, _): plan.isRanked
    case .and(let plans, _): plans.contains { $0.isRanked }
    case .or(let plans): plans.allSatisfy { $0.isRanked }
    }
  }
}

/// A comparison that columns may answer.
package struct FilterClause: Sendable {
  /// What is compared.
  package let comparison: CompiledComparison
  /// Whether the query asks for the contrary of the comparison.
  package let isNegated: Bool
}

/// A query with its plan.
///
/// A class, for each segment's search refers to it.
package final class PlannedQuery: Sendable {
  /// The query.
  package let compiled: CompiledQuery
  /// Its candidates.
  package let plan: SearchPlan
  /// Whether the attributes that a document's row holds are all that the query looks at.
  let looksAtRowsOnly: Bool
  /// Whether an item that matches still does when it has more attributes.
  let isMonotone: Bool

  /// Plans a query.
  package init(_ compiled: CompiledQuery) {
    self.compiled = compiled
    let derivation = PlanDerivation(locale: compiled.context.locale)
    plan = derivation.plan(compiled.root, isNegated: false)
    looksAtRowsOnly = compiled.root.looksAtRowsOnly
    isMonotone = compiled.root.isMonotone
  }
}

extension CompiledClause {
  fileprivate var looksAtRowsOnly: Bool {
    switch self {
    case .comparison(let comparison):
      switch comparison.target {
      case .builtIn(let id): RowAttributes.ids.contains(id)
      case .uniqueIdentifier, .expirationDate: true
      // Without a domain, the attribute of that name is asked, which rows do not hold.
      case .metadata, .metadataAndText, .custom, .domainIdentifier: false
      }
    case .not(let clause): clause.looksAtRowsOnly
    case .and(let clauses), .or(let clauses): clauses.allSatisfy { $0.looksAtRowsOnly }
    }
  }

  /// Comparisons ask for some element that passes, so that only a negation can do harm.
  fileprivate var isMonotone: Bool {
    switch self {
    case .comparison(let comparison): !comparison.isNegated
    case .not: false
    case .and(let clauses), .or(let clauses): clauses.allSatisfy { $0.isMonotone }
    }
  }
}
