import FresnelStorage

/// Searches one segment for the best documents that have all of some clauses and pass all of some
/// filters: what a person's typing asks for.
///
/// Documents are numbered in the order in which equals are shown. So the head of a list holds its best
/// documents, and a pass in which all are worth the same ends as soon as there are enough.
///
/// Its functions are `mutating` throughout: the compiler copies the 700 bytes of one that is only read.
struct ConjunctionSearch: ~Copyable {
  private let segmentNumber: Int
  private let segment: Segment
  private var plan: BoundPlan
  private var visibility: SegmentVisibility
  private var verifier: MatchVerifier
  private let parts: Parts
  private let passes: [ConjunctionPass]

  /// The parts of a plan that is a conjunction.
  struct Parts {
    var clauses: [Int] = []
    var filters: [Int] = []
    var phrases: [Int] = []
    var exclusions: [Int] = []
    /// The comparisons of the query that the other parts stand for.
    var comparisons: [(place: Int, isNegated: Bool)] = []
    /// Whether the clauses, filters and phrases are all that these comparisons ask for.
    var isWhole = true

    /// More clauses than a person types are left to ``PlanWalk``, which asks the evaluator about each
    /// clause by itself.
    private static let mostComparisons = 64

    /// `nil` for other plans, and for those without clauses.
    init?(_ plan: borrowing BoundPlan) {
      guard add(plan.root, plan), !clauses.isEmpty,
        comparisons.count + exclusions.count <= Self.mostComparisons
      else { return nil }
    }

    private mutating func add(_ node: Int, _ plan: borrowing BoundPlan) -> Bool {
      switch plan.nodes[node] {
      case .unknown: isWhole = false
      case .clause(let clause): clauses.append(clause)
      case .filter(let filter): filters.append(filter)
      case .phrase(let phrase): phrases.append(phrase)
      case .exclusion(let exclusion): exclusions.append(exclusion)
      case .comparison(let part, let place, let isNegated, true):
        comparisons.append((place, isNegated))
        return add(part, plan)
      case .and(let parts, let isWhole):
        self.isWhole = self.isWhole && isWhole
        for part in parts where !add(part, plan) { return false }
      case .comparison, .documents, .form, .or: return false
      }
      return true
    }
  }

  init(
    _ parts: Parts, of plan: consuming BoundPlan, in view: SegmentView, number: Int,
    _ visibility: consuming SegmentVisibility, _ query: PlannedQuery,
    _ verdicts: KnownVerdicts.OfSegment
  ) {
    self.parts = parts
    segmentNumber = number
    segment = view.segment
    self.visibility = visibility
    verifier = MatchVerifier(query, view, verdicts)
    var coverTitles = true
    var spanning: [Int] = []
    for (place, clause) in parts.clauses.enumerated() {
      coverTitles =
        coverTitles && plan.clauses[clause].clause.groups.isSuperset(of: .titles)
      if plan.clauses[clause].spansPlaces { spanning.append(place) }
    }
    self.plan = plan
    passes =
      coverTitles
      ? ConjunctionPass.titlesFirst(clauseCount: parts.clauses.count)
      : spanning.count == 1
        ? ConjunctionPass.byPoints(of: spanning[0], clauseCount: parts.clauses.count)
        : ConjunctionPass.byPoints(clauseCount: parts.clauses.count)
  }

  /// Adds the segment's best matches.
  mutating func run(
    into matches: inout RankedMatches, _ budget: inout SearchBudget
  ) throws(StorageError) {
    for pass in passes {
      try run(pass, into: &matches, &budget)
      if budget.isExhausted { return }
    }
  }

  // MARK: - A pass

  /// What is walked through in a pass.
  private struct Member {
    enum Kind {
      case clause, filter, scope
    }

    let kind: Kind
    /// The place among those of its kind.
    let index: Int
    /// The number of documents, about.
    let count: Int
  }

  /// The state of a pass.
  private struct Walk: ~Copyable {
    let pass: ConjunctionPass
    var cursors: OwnedArray<ClauseCursor>
    var scope: OwnedArray<ListCursor>
    /// What has to agree, the rarest first.
    var members: OwnedArray<Member>
    /// Filters that are asked only about documents found without them.
    var tests: [Int] = []
    /// The most points that a document of the pass may have.
    var greatestPoints = 0
    /// The points that cursors were restricted to.
    var neededPoints = 0
    /// Documents of these facts or fewer come too late in the pass.
    var hopelessFacts = -1

    var titleFacts: Int { pass.isInTitles ? MatchFacts.inTitles : 0 }

    /// Adds a member in front of those with more documents.
    mutating func add(_ member: Member) {
      members.append(member)
      var place = members.count - 1
      while place > 0, members[place - 1].count > member.count {
        members[place] = members[place - 1]
        place -= 1
      }
      members[place] = member
    }
  }

  private mutating func run(
    _ pass: ConjunctionPass, into matches: inout RankedMatches, _ budget: inout SearchBudget
  ) throws(StorageError) {
    guard canBetter(matches, pass) else { return }
    var walk = Walk(
      pass: pass, cursors: OwnedArray(capacity: parts.clauses.count),
      scope: OwnedArray(capacity: visibility.onlyScope == nil ? 0 : 1),
      members: OwnedArray(capacity: parts.clauses.count + parts.filters.count + 1))
    for place in parts.clauses.indices {
      walk.cursors.append(
        try ClauseCursor.open(
          &plan.clauses[parts.clauses[place]], pass.places[place], in: segment, &budget))
      if walk.cursors[place].document == .max { return }
      walk.greatestPoints += walk.cursors[place].greatestPoints
    }
    guard restrict(&walk, matches) else { return }
    try chooseMembers(&walk)
    var target: UInt32 = 0
    while true {
      guard let document = try agreed(from: target, &walk, &budget) else { return }
      guard try consider(document, &walk, &matches, &budget) else { return }
      target = document + 1
    }
  }

  /// Whether a document of a pass may get in, as far as is known before its lists are opened.
  private mutating func canBetter(_ matches: borrowing RankedMatches, _ pass: ConjunctionPass)
    -> Bool
  {
    var points = 0
    for place in parts.clauses.indices {
      guard let best = bestPlace(of: parts.clauses[place], in: pass.places[place]) else {
        return false
      }
      points += plan.clauses[parts.clauses[place]].greatestPoints(best)
    }
    return (pass.isInTitles ? MatchFacts.inTitles : 0) + MatchFacts.of(points: points)
      >= matches.leastFacts
  }

  /// The best of some places in which a clause may have documents.
  private mutating func bestPlace(of clause: Int, in places: ClosedRange<Int>) -> Int? {
    for place in places where plan.clauses[clause].covers(place) { return place }
    return nil
  }

  /// Puts what is walked through in order, the rarest first.
  private mutating func chooseMembers(_ walk: inout Walk) throws(StorageError) {
    var least = Int.max
    for clause in 0..<walk.cursors.count {
      let count = walk.cursors[clause].count
      walk.add(Member(kind: .clause, index: clause, count: count))
      least = min(least, count)
    }
    // Walking through a filter costs more than testing with it, unless it leaves little.
    for filter in parts.filters {
      let count = plan.filters[filter].estimatedCount
      if count < least / 4 {
        walk.add(Member(kind: .filter, index: filter, count: count))
      } else {
        walk.tests.append(filter)
      }
    }
    if let scope = visibility.onlyScope, scope.documentCount < least,
      let list = try segment.keys.entry(of: SegmentKeys.scope(scope.number))
    {
      walk.scope.append(
        try ListCursor(.stored(list[SegmentKeys.listGroup]), in: segment, proof: 0))
      walk.add(Member(kind: .scope, index: 0, count: scope.documentCount))
    }
  }

  /// The first document from a number on that all members have; `nil` if there is none.
  @inline(__always)
  private mutating func agreed(
    from start: UInt32, _ walk: inout Walk, _ budget: inout SearchBudget
  ) throws(StorageError) -> UInt32? {
    var document = start
    var agreeing = 0
    while true {
      for place in 0..<walk.members.count {
        let next = try advance(walk.members[place], to: document, &walk, &budget)
        if next == document {
          agreeing += 1
        } else {
          if next == .max { return nil }
          document = next
          agreeing = 1
        }
        if agreeing >= walk.members.count { return document }
      }
      if !budget.spend(postings: 1) { return nil }
    }
  }

  @inline(__always)
  private mutating func advance(
    _ member: Member, to document: UInt32, _ walk: inout Walk, _ budget: inout SearchBudget
  ) throws(StorageError) -> UInt32 {
    switch member.kind {
    case .clause:
      try walk.cursors[member.index].advance(to: document)
      return walk.cursors[member.index].document
    case .scope:
      try walk.scope[0].advance(to: document)
      return walk.scope[0].document
    case .filter:
      return try plan.filters[member.index].next(from: document, &budget)
    }
  }

  /// Takes a document that all members have, if it is good enough and matches.
  ///
  /// - Returns: Whether to go on with the pass.
  private mutating func consider(
    _ document: UInt32, _ walk: inout Walk, _ matches: inout RankedMatches,
    _ budget: inout SearchBudget
  ) throws(StorageError) -> Bool {
    guard budget.spend(postings: 1) else { return false }
    var points = 0
    var isInTitles = true
    for clause in 0..<walk.cursors.count {
      guard let found = try walk.cursors[clause].points() else { return true }
      points += found
      isInTitles = isInTitles && Places.isTitle(points: found)
    }
    if walk.pass.excludesTitles, isInTitles { return true }
    let facts = MatchFacts.of(points: points) | walk.titleFacts
    if facts < matches.leastFacts || facts <= walk.hopelessFacts { return true }
    guard try visibility.shows(document, isOfScope: walk.scope.count > 0) else { return true }
    guard budget.spendShownPosting() else { return false }
    for filter in walk.tests where try !plan.filters[filter].matches(document) { return true }
    var match = RankedMatch(segment: segmentNumber, document: document, facts: facts)
    guard try matches.accepts(&match) else {
      // What follows is of the same worth at best, and comes later in the order of equals.
      walk.hopelessFacts = facts
      return restrict(&walk, matches)
    }
    var holdsPhrases = true
    for phrase in parts.phrases {
      let answer = try plan.phrases[phrase].answer(document)
      if answer == .no { return true }
      holdsPhrases = holdsPhrases && answer == .yes
    }
    var isProven = false
    if holdsPhrases { isProven = try self.isProven(document, &walk) }
    if !isProven {
      let verdict = try verdict(document, &walk, &budget)
      if verdict == .refuted { return true }
      isProven = holdsPhrases && verdict == .proven
    }
    if !isProven || !parts.exclusions.isEmpty {
      guard try holds(document, isProven, &budget) else { return !budget.isExhausted }
    }
    try matches.insert(match)
    return restrict(&walk, matches)
  }

  /// Whether a document matches, of which the exclusions are still to be asked and, unless its parts are
  /// proven, the evaluator.
  private mutating func holds(
    _ document: UInt32, _ isProven: Bool, _ budget: inout SearchBudget
  ) throws(StorageError) -> Bool {
    var open: [Int] = []
    for exclusion in parts.exclusions {
      switch try plan.exclusions[exclusion].verdict(document, &budget) {
      case .proven: continue
      case .refuted: return false
      case .open: open.append(exclusion)
      }
    }
    if !isProven {
      for (place, isNegated) in parts.comparisons {
        guard try verifier.holds(place, for: document, &budget) != isNegated,
          !budget.isExhausted
        else { return false }
      }
    }
    for exclusion in open {
      guard try plan.exclusions[exclusion].admits(document, &verifier, &budget),
        !budget.isExhausted
      else { return false }
    }
    return true
  }

  private mutating func isProven(
    _ document: UInt32, _ walk: inout Walk
  ) throws(StorageError) -> Bool {
    guard parts.isWhole else { return false }
    for filter in parts.filters where !plan.filters[filter].isCertain(document) { return false }
    for (place, clause) in parts.clauses.enumerated() {
      if try walk.cursors[place].isProven(plan.clauses[clause]) { continue }
      guard try plan.clauses[clause].isProven(document, outside: walk.pass.places[place]) else {
        return false
      }
    }
    return true
  }

  /// What the lists of all places make of a document, phrases aside, that those looked at so far do not prove.
  private mutating func verdict(
    _ document: UInt32, _ walk: inout Walk, _ budget: inout SearchBudget
  ) throws(StorageError) -> Verdict {
    var isProven = parts.isWhole
    for filter in parts.filters where !plan.filters[filter].isCertain(document) { isProven = false }
    for (place, clause) in parts.clauses.enumerated() {
      if try walk.cursors[place].isProven(plan.clauses[clause]) { continue }
      switch try plan.clauses[clause].verdict(document, &budget) {
      case .proven: continue
      case .refuted: return .refuted
      case .open: isProven = false
      }
    }
    return isProven ? .proven : .open
  }

  /// Leaves out what is worth too little to get in.
  ///
  /// - Returns: Whether anything is left.
  private mutating func restrict(_ walk: inout Walk, _ matches: borrowing RankedMatches) -> Bool {
    guard matches.isFull else { return true }
    let least = max(matches.leastFacts, walk.hopelessFacts + 1)
    let needed = MatchFacts.points(for: least - walk.titleFacts)
    if needed > walk.greatestPoints { return false }
    if needed <= walk.neededPoints { return true }
    walk.neededPoints = needed
    for clause in 0..<walk.cursors.count {
      let others = walk.greatestPoints - walk.cursors[clause].greatestPoints
      walk.cursors[clause].restrict(to: needed - others)
      if walk.cursors[clause].document == .max { return false }
    }
    return true
  }
}
