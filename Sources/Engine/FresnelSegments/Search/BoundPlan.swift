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
    /// These documents, ascending, none proven.
    case documents([UInt32])
    /// The documents that a filter finds, proven unless they have patches.
    case filter(Int)
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
  private let irregular: TermEntry

  /// Looks a plan up.
  static func bind(
    _ plan: SearchPlan, to view: SegmentView, _ budget: inout SearchBudget
  ) throws(StorageError) -> BoundPlan {
    var bound = BoundPlan(plan.leafCounts, irregular: try view.segment.irregularLists())
    bound.root = try bound.add(plan, view, needsProof: true, &budget)
    return bound
  }

  private init(_ leaves: LeafCounts, irregular: TermEntry) {
    clauses = OwnedArray(capacity: leaves.clauses)
    phrases = OwnedArray(capacity: leaves.phrases)
    filters = OwnedArray(capacity: leaves.filters)
    self.irregular = irregular
  }

  private mutating func add(_ node: Node) -> Int {
    nodes.append(node)
    return nodes.count - 1
  }

  private mutating func add(
    _ plan: SearchPlan, _ view: SegmentView, needsProof: Bool, _ budget: inout SearchBudget
  ) throws(StorageError) -> Int {
    let segment = view.segment
    switch plan {
    case .unknown: return add(.unknown)
    // Terms of other rules, as of another version of ICU, tell nothing of a pattern cut by ours.
    case .term where !segment.hasCurrentTerms, .phrase where !segment.hasCurrentTerms:
      return add(.unknown)
    case .term(let clause):
      clauses.append(
        try ClauseLists.find(
          clause, in: segment, irregular: irregular, needsProof: needsProof, &budget))
      return add(.clause(clauses.count - 1))
    case .phrase(let phrase):
      phrases.append(PhraseTest(phrase, PositionsReader(segment)))
      return add(.phrase(phrases.count - 1))
    case .identifier(let identifier):
      return add(try documents(named: identifier, segment))
    case .comparison(let plan, let filter):
      return try add(filter, of: plan, view, needsProof: needsProof, &budget)
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

  private mutating func add(
    _ clause: FilterClause, of plan: SearchPlan, _ view: SegmentView, needsProof: Bool,
    _ budget: inout SearchBudget
  ) throws(StorageError) -> Int {
    guard let filter = try view.segment.columns.filter(for: clause.comparison) else {
      return try add(plan, view, needsProof: needsProof, &budget)
    }
    filters.append(
      BoundFilter(
        filter, isNegated: clause.isNegated,
        asksForExpiration: clause.comparison.target == .expirationDate, in: view))
    let answered = add(.filter(filters.count - 1))
    if case .unknown = plan { return answered }
    // The terms rank the documents, and lead to them where they are rarer than anything else.
    return add(.and([try add(plan, view, needsProof: false, &budget), answered], isWhole: true))
  }

  /// Whether no other text is canonically equivalent to one: ASCII without the characters that the
  /// kelvin sign, the Greek question mark and varia stand for.
  private static func isEquivalentToItselfOnly(_ text: [UInt8]) -> Bool {
    text.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "K"), UInt8(ascii: ";"), UInt8(ascii: "`"): false
      default: byte < 0x80
      }
    }
  }

  private func documents(
    named identifier: [UInt8], _ segment: Segment
  ) throws(StorageError) -> Node {
    // The evaluator also accepts canonically equivalent identifiers.
    guard segment.identifiers.hasOnlyASCIIIdentifiers || Self.isEquivalentToItselfOnly(identifier)
    else { return .unknown }
    var found: [UInt32] = []
    for scope in segment.scopes.indices {
      let document = try identifier.span.withUnsafeBufferPointer {
        (identifier) throws(StorageError) in
        try segment.find(scope: UInt32(scope), identifier: identifier)
      }
      if let document { found.append(document) }
    }
    return .documents(found.sorted())
  }
}

/// How many leaves of each kind a plan has.
private struct LeafCounts {
  var clauses = 0
  var phrases = 0
  var filters = 0

  mutating func add(_ other: LeafCounts) {
    clauses += other.clauses
    phrases += other.phrases
    filters += other.filters
  }
}

extension SearchPlan {
  /// The numbers of leaves, at most.
  fileprivate var leafCounts: LeafCounts {
    switch self {
    case .unknown, .identifier: return LeafCounts()
    case .term: return LeafCounts(clauses: 1)
    case .phrase: return LeafCounts(phrases: 1)
    case .comparison(let plan, _):
      var counts = plan.leafCounts
      counts.filters += 1
      return counts
    case .and(let plans, _), .or(let plans):
      var counts = LeafCounts()
      for plan in plans { counts.add(plan.leafCounts) }
      return counts
    }
  }
}
