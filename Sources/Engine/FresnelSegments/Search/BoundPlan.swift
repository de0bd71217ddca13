import FresnelModel
import FresnelQuery
import FresnelStorage

/// A plan with the lists and columns of one segment looked up.
struct BoundPlan: ~Copyable {
  /// A part of the plan; parts name each other by their places in ``BoundPlan/nodes``.
  enum Node {
    /// Every document, none proven.
    case unknown
    /// The documents of a clause.
    case clause(Int)
    /// Of documents with all words of a phrase, those that may have it; proven if positions say so.
    case phrase(Int)
    /// These documents, all proven.
    case documents(DocumentSet)
    /// The documents that have a form.
    case form(FormDocuments)
    /// The documents that a filter finds, proven unless they have patches.
    case filter(Int)
    /// The documents of a part, which stands for a comparison of the query or its contrary: the
    /// evaluator decides about those that the part does not prove.
    case comparison(Int, place: Int, isNegated: Bool, isRanked: Bool)
    /// The documents that an exclusion admits.
    case exclusion(Int)
    /// The documents in all parts; proven if it is whole and all parts are.
    case and([Int], isWhole: Bool)
    /// The documents in some part; proven if some part is.
    case or([Int])
  }

  private(set) var nodes: [Node] = []
  private(set) var root = 0
  var clauses: OwnedArray<ClauseLists>
  var phrases: OwnedArray<PhraseTest>
  var filters: OwnedArray<BoundFilter>
  var exclusions: OwnedArray<Exclusion>
  private let query: PlannedQuery
  private let irregular: IrregularDocuments
  private let shownScopes: [Bool]

  /// Looks a plan up.
  ///
  /// - Parameters:
  ///   - plan: A plan, or a part of one.
  ///   - query: The query that it is of.
  ///   - view: The segment.
  ///   - shownScopes: By the segment's number of a scope, whether anything of it is shown; empty when
  ///     all are.
  ///   - budget: When it is exhausted, the plan lacks documents.
  /// - Returns: The plan with its lists, of which none has been read; one without documents when the budget is
  ///   exhausted.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  static func bind(
    _ plan: SearchPlan, of query: PlannedQuery, to view: SegmentView, shownScopes: [Bool],
    _ budget: inout SearchBudget
  ) throws(StorageError) -> BoundPlan {
    let plan = query.hasSets ? try query.resolve(plan, in: view, shownScopes, &budget) : plan
    var bound = BoundPlan(
      query, plan.leafCounts, irregular: try view.segment.irregularDocuments(), shownScopes)
    bound.root = try bound.add(plan, view, needsProof: true, &budget)
    return budget.isExhausted ? bound.emptied() : bound
  }

  /// A plan of the same query without documents, of which nothing takes time to open.
  func emptied() -> BoundPlan {
    var nothing = BoundPlan(query, LeafCounts(), irregular: irregular, shownScopes)
    nothing.root = nothing.add(.or([]))
    return nothing
  }

  private init(
    _ query: PlannedQuery, _ leaves: LeafCounts, irregular: IrregularDocuments,
    _ shownScopes: [Bool]
  ) {
    clauses = OwnedArray(capacity: leaves.clauses)
    phrases = OwnedArray(capacity: leaves.phrases)
    filters = OwnedArray(capacity: leaves.filters)
    exclusions = OwnedArray(capacity: leaves.exclusions)
    self.query = query
    self.irregular = irregular
    self.shownScopes = shownScopes
  }

  private mutating func add(_ node: Node) -> Int {
    nodes.append(node)
    return nodes.count - 1
  }

  private mutating func add(
    _ plan: SearchPlan, _ view: SegmentView, needsProof: Bool, _ budget: inout SearchBudget
  ) throws(StorageError) -> Int {
    let segment = view.segment
    // Nothing of the plan is going to be used: no part of it may take time or memory.
    if budget.isExhausted { return add(.or([])) }
    switch plan {
    // Sets have been resolved.
    case .unknown, .texts, .identifiers: return add(.unknown)
    // Terms of other rules, as of another version of ICU, tell nothing of a pattern cut by ours.
    case .term where !segment.hasCurrentTerms, .phrase where !segment.hasCurrentTerms:
      return add(.unknown)
    case .term(let clause):
      guard budget.spend(postings: Self.postingsPerTerm) else { return add(.or([])) }
      clauses.append(
        try ClauseLists.find(
          clause, in: segment, irregular: irregular, needsProof: needsProof, &budget))
      return add(.clause(clauses.count - 1))
    case .phrase(let phrase):
      phrases.append(PhraseTest(phrase, PositionsReader(segment)))
      return add(.phrase(phrases.count - 1))
    case .documents(let documents): return add(.documents(documents))
    case .form(let test):
      return add(
        .form(
          try FormDocuments.find(
            test, in: segment,
            onlyScope: SegmentVisibility.OnlyScope(shownScopes, in: segment), &budget)))
    case .comparison(let plan, let place, let isNegated):
      return try addComparison(plan, place, isNegated: isNegated, view, &budget)
    case .complement(let plan): return addExclusion(plan, view)
    case .and(let plans, let isWhole):
      var parts: [Int] = []
      for plan in plans {
        // Where columns answer, the terms only lead and rank.
        if case .phrase = plan, !needsProof { continue }
        parts.append(try add(plan, view, needsProof: needsProof, &budget))
      }
      return add(.and(parts, isWhole: isWhole || !needsProof))
    case .or(let plans):
      var parts: [Int] = []
      for plan in plans { parts.append(try add(plan, view, needsProof: needsProof, &budget)) }
      return add(.or(parts))
    }
  }

  /// To look a term up takes about as long as to read so many postings.
  private static let postingsPerTerm = 64

  private mutating func addComparison(
    _ plan: SearchPlan, _ place: Int, isNegated: Bool, _ view: SegmentView,
    _ budget: inout SearchBudget
  ) throws(StorageError) -> Int {
    // Few of the alternatives in a set have terms that were worth ranking by.
    var isRanked = true
    if case .texts = query.comparisons[place].test {
      isRanked = query.comparisons[place].target == .uniqueIdentifier
    }
    // No columns are of `*` and `**`, which nearly all comparisons are with: not even asked for.
    let isUnfielded = query.comparisons[place].target.isUnfielded
    // To look a column up takes about as long as a block of terms.
    guard isUnfielded || budget.spendTermBlock() else { return add(.or([])) }
    guard !isUnfielded,
      let filter = try view.segment.columns.filter(for: query.comparisons[place])
    else {
      if isNegated {
        return addExclusion(.comparison(plan, place, isNegated: false), view)
      }
      let part = try add(plan, view, needsProof: true, &budget)
      return add(.comparison(part, place: place, isNegated: false, isRanked: isRanked))
    }
    filters.append(
      BoundFilter(
        filter, isNegated: isNegated,
        asksForExpiration: query.comparisons[place].target == .expirationDate, in: view))
    var part = add(.filter(filters.count - 1))
    switch plan {
    case _ where isNegated: break
    case .unknown, .texts: break
    default:
      // The terms rank the documents, and lead to them where they are rarer than anything else.
      part = add(
        .and([try add(plan, view, needsProof: false, &budget), part], isWhole: true))
    }
    return add(.comparison(part, place: place, isNegated: isNegated, isRanked: isRanked))
  }

  private mutating func addExclusion(_ plan: SearchPlan, _ view: SegmentView) -> Int {
    exclusions.append(Exclusion(plan, of: query, in: view, shownScopes: shownScopes))
    return add(.exclusion(exclusions.count - 1))
  }
}

/// How many leaves of each kind a plan has.
struct LeafCounts {
  var clauses = 0
  var phrases = 0
  var filters = 0
  var exclusions = 0

  mutating func add(_ other: LeafCounts) {
    clauses += other.clauses
    phrases += other.phrases
    filters += other.filters
    exclusions += other.exclusions
  }
}

extension SearchPlan {
  /// The numbers of leaves, at most.
  var leafCounts: LeafCounts {
    switch self {
    case .unknown, .identifiers, .documents, .texts, .form: return LeafCounts()
    case .term: return LeafCounts(clauses: 1)
    case .phrase: return LeafCounts(phrases: 1)
    case .complement: return LeafCounts(exclusions: 1)
    case .comparison(let plan, _, let isNegated):
      var counts = plan.leafCounts
      counts.filters += 1
      if isNegated { counts.exclusions += 1 }
      return counts
    case .and(let plans, _), .or(let plans):
      var counts = LeafCounts()
      for plan in plans { counts.add(plan.leafCounts) }
      return counts
    }
  }
}
