package import FresnelQuery
package import FresnelStorage
package import FresnelText

/// Searches the segments of one state of a store.
///
/// Both files and images in memory are searched by the same code. Nothing is kept for later searches.
package struct SegmentsSearch: ~Copyable {
  /// What the search may still do, and did so far.
  package internal(set) var budget: SearchBudget
  let query: PlannedQuery
  let views: [SegmentView]
  private let visibility: SearchVisibility
  /// What the evaluator said of long items.
  private let verdicts = KnownVerdicts()
  /// By segment, the query's plan with its sets resolved, once the best matches or their number have been
  /// asked for; without sets, none.
  private var resolvedPlans: [Int: SearchPlan] = [:]
  /// The clauses of all resolved plans, and the most of them that are kept: some 100 bytes each.
  private var keptClauseCount = 0
  private static let maximumKeptClauseCount = 1 << 17

  /// Prepares a search.
  package init(
    _ query: PlannedQuery, in views: [SegmentView], _ visibility: SearchVisibility,
    budget: SearchBudget = SearchBudget()
  ) {
    self.query = query
    self.views = views
    self.visibility = visibility
    self.budget = budget
  }

  /// The best matches, best first.
  ///
  /// Items with all words in their titles come first. Then the words' places decide, by their points;
  /// then static scores, unique identifiers and scopes. When the budget is exhausted, these are the
  /// best that were found until then.
  ///
  /// - Throws: ``StorageError`` with the path of the segment that can't be read.
  package mutating func best(_ limit: Int) throws(StorageError) -> [RankedMatch] {
    guard limit > 0 else { return [] }
    var matches = RankedMatches(capacity: limit, views)
    if views.count == 1 {
      try addBest(of: 0, to: &matches)
    } else {
      // Large segments first: they fill the heap, and little of the others can better that.
      let order = views.indices.sorted {
        views[$0].segment.documentCount > views[$1].segment.documentCount
      }
      for number in order where !budget.isExhausted {
        try addBest(of: number, to: &matches)
      }
    }
    return try matches.sorted()
  }

  /// The matches that come first in the order of an attribute, those without a value last; equals are
  /// in the order of static scores, unique identifiers and scopes. When the budget is exhausted, these
  /// are the first that were found until then.
  ///
  /// - Parameters:
  ///   - limit: The largest number of matches wanted.
  ///   - target: The attribute.
  ///   - isDescending: Whether the greatest value comes first.
  ///   - texts: The order of texts.
  /// - Returns: The matches with their values, in order.
  /// - Throws: ``StorageError`` with the path of the segment that can't be read.
  /// - Complexity: O(*n*) in the number of candidates; memory for the limit.
  package mutating func first(
    _ limit: Int, by target: AttributeTarget, isDescending: Bool, _ texts: inout TextOrder
  ) throws(StorageError) -> [OrderedMatch] {
    guard limit > 0 else { return [] }
    var matches = OrderedMatches(capacity: limit, isDescending: isDescending, views)
    for number in views.indices where !budget.isExhausted {
      guard var walk = try walk(number) else { continue }
      var values = SortValueReader(target, in: views[number])
      try walk.addFirst(ofSegment: number, &values, to: &matches, &texts, &budget)
    }
    return try matches.sorted()
  }

  /// The number of matches; of those found so far, when the budget is exhausted.
  ///
  /// - Throws: ``StorageError`` with the path of the segment that can't be read.
  package mutating func count() throws(StorageError) -> Int {
    var count = 0
    for number in views.indices where !budget.isExhausted {
      guard var walk = try walk(number) else { continue }
      count += try walk.count(&budget)
    }
    return count
  }

  /// Calls the body with each match until it returns false: segment by segment, and in each in the
  /// order in which the items were put.
  ///
  /// - Parameters:
  ///   - first: The place in the first segment's put order to begin at.
  ///   - body: Is handed the position of the segment, the match's place in the put order and its number.
  /// - Throws: ``StorageError`` with the path of the segment that can't be read, or what the body
  ///   throws.
  package mutating func forEach(
    from first: Int = 0,
    _ body: (_ segment: Int, _ place: Int, _ document: UInt32) throws(StorageError) -> Bool
  ) throws(StorageError) {
    for number in views.indices where !budget.isExhausted {
      guard var walk = try walk(number) else { continue }
      let goesOn = try walk.forEachMatch(from: number == 0 ? first : 0, &budget) {
        (place, document) throws(StorageError) in try body(number, place, document)
      }
      if !goesOn { return }
    }
  }

  private mutating func addBest(
    of number: Int, to matches: inout RankedMatches
  ) throws(StorageError) {
    let view = views[number]
    let shown = SegmentVisibility(view, visibility)
    guard shown.showsAnything else { return }
    let plan = try bind(number, shown)
    if let parts = ConjunctionSearch.Parts(plan) {
      var search = ConjunctionSearch(
        parts, of: plan, in: view, number: number, shown, query, verdicts.of(segment: number))
      try search.run(into: &matches, &budget)
    } else {
      let cursor = try PlanCursor.open(plan, in: view.segment, ranks: true, &budget)
      var walk = PlanWalk(cursor, in: view, shown, query, verdicts.of(segment: number))
      try walk.addBest(ofSegment: number, to: &matches, &budget)
    }
  }

  /// A walk through a segment; `nil` when nothing of it is shown.
  mutating func walk(_ number: Int, ranks: Bool = false) throws(StorageError) -> PlanWalk? {
    let view = views[number]
    let shown = SegmentVisibility(view, visibility)
    guard shown.showsAnything else { return nil }
    let plan = try bind(number, shown)
    let cursor = try PlanCursor.open(plan, in: view.segment, ranks: ranks, &budget)
    return PlanWalk(cursor, in: view, shown, query, verdicts.of(segment: number))
  }

  private mutating func bind(
    _ number: Int, _ shown: borrowing SegmentVisibility
  ) throws(StorageError) -> BoundPlan {
    var plan = query.plan
    if let resolved = resolvedPlans[number] {
      plan = resolved
    } else if query.hasSets {
      plan = try query.resolve(plan, in: views[number], shown.shownScopes, &budget)
      // Texts become a term each, in every segment.
      keptClauseCount += plan.leafCounts.clauses
      if keptClauseCount <= Self.maximumKeptClauseCount { resolvedPlans[number] = plan }
    }
    return try BoundPlan.bind(
      plan, of: query, to: views[number], shownScopes: shown.shownScopes, &budget)
  }
}
