extension Query {
  /// All clauses joined by `&&`; nested conjunctions are taken apart, a single clause stays alone.
  ///
  /// No clause at all is ``everything``.
  public static func all(of clauses: [Query]) -> Query {
    if clauses.count == 1 { return clauses[0] }
    let joined = clauses.flattened { if case .and(let inner) = $0 { inner } else { nil } }
    return joined.isEmpty ? everything : .and(ClauseList(joined))
  }

  /// All clauses joined by `||`; nested disjunctions are taken apart, a single clause stays alone.
  ///
  /// No clause at all is ``nothing``.
  public static func any(of clauses: [Query]) -> Query {
    if clauses.count == 1 { return clauses[0] }
    let joined = clauses.flattened { if case .or(let inner) = $0 { inner } else { nil } }
    return joined.isEmpty ? nothing : .or(ClauseList(joined))
  }

  /// A query that every item matches: a comparison or its negation.
  public static let everything = Query.or([.comparison(.tautology), .not(.comparison(.tautology))])

  /// A query that no item matches: a comparison and its negation.
  public static let nothing = Query.and([.comparison(.tautology), .not(.comparison(.tautology))])

  /// The same meaning in the shape that the parser makes: no list of fewer than two clauses, no
  /// `and` directly in an `and`, no `or` directly in an `or`, modifiers on text only.
  public var normalized: Query {
    switch self {
    case .comparison(var comparison):
      if case .pattern = comparison.value { return self }
      comparison.modifiers = []
      return .comparison(comparison)
    case .inRange: return self
    case .not(let clause): return .not(clause.normalized)
    case .and(let clauses), .or(let clauses):
      // Long lists are as the parser made them, and need no copy.
      if clauses.literals != nil { return self }
      if clauses.count > 1, clauses.allSatisfy(\.isNormalizedComparison) { return self }
      let clauses = clauses.map(\.normalized)
      if case .and = self { return .all(of: clauses) }
      return .any(of: clauses)
    }
  }

  /// Whether this is one comparison, and equal to its normalized form.
  private var isNormalizedComparison: Bool {
    switch self {
    case .comparison(let comparison):
      if case .pattern = comparison.value { true } else { comparison.modifiers.isEmpty }
    case .inRange: true
    case .not, .and, .or: false
    }
  }

  /// Whether the query is a list of clauses.
  var isJunction: Bool {
    switch self {
    case .and, .or: true
    case .comparison, .inRange, .not: false
    }
  }
}

extension Comparison {
  /// Some comparison; joined with its own negation it gives the constants.
  fileprivate static let tautology = Comparison(
    attribute: .metadata, comparator: .equal, value: .pattern(Pattern([])))
}

extension [Query] {
  /// The clauses with lists among them replaced by what they hold.
  fileprivate func flattened(_ inner: (Query) -> ClauseList?) -> [Query] {
    // Most lists hold none, and long ones are not copied.
    guard contains(where: { inner($0) != nil }) else { return self }
    return flatMap { inner($0) ?? [$0] }
  }
}
