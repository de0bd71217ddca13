import FresnelModel
import FresnelText

/// Prepares a valid, normalized tree for evaluation.
///
/// Where a list has many clauses, so that neither planning nor evaluating takes their number squared:
/// a clause that was there before is left out; comparisons of one attribute in a disjunction become
/// one with a set; and negations are put together by De Morgan's laws, `!a && !b` into `!(a || b)`.
struct QueryCompiler {
  private let context: EvaluationContext
  private let times: TimeResolver
  /// Whether the compiled tree keeps the shape of the query, as explanations need it.
  private let keepsShape: Bool
  /// Asked before each pattern whether there is time for it.
  private let goesOn: () -> Bool
  /// Whether there was time for all patterns: else what was compiled means nothing.
  private(set) var isWhole = true
  /// The words of `t` values, those after the first of each.
  private var furtherWordCount = 0
  private var clauseCount = 0

  /// The attribute looked up last: in a long list it is the same again and again.
  private var lastTarget: (reference: AttributeReference, target: AttributeTarget) = (
    .metadata, .metadata
  )

  /// So many comparisons of one attribute become a set, and so many negations one. Fewer are told one by
  /// one, which lets their terms rank what they find.
  static let minimumGroupCount = 16

  init(
    context: EvaluationContext, keepsShape: Bool = false, goesOn: @escaping () -> Bool = { true }
  ) {
    self.context = context
    self.keepsShape = keepsShape
    self.goesOn = goesOn
    times = TimeResolver(context)
  }

  /// Checks that what was compiled has no more clauses than a query may have, words of `t` values
  /// counted.
  func checkClauseCount() throws(QueryError) {
    if let refusal { throw refusal }
  }

  /// Why a query with what was compiled is refused: it has more clauses than it may have.
  var refusal: QueryError? {
    hasTooManyClauses
      ? .tooManyClauses(column: 0, found: "more, words of values with t among them") : nil
  }

  /// Whether there is time for one more pattern.
  private mutating func hasTime() -> Bool {
    if isWhole { isWhole = goesOn() }
    return isWhole
  }

  private var hasTooManyClauses: Bool {
    clauseCount + furtherWordCount > QueryLimits.maximumClauseCount
  }

  mutating func compile(_ query: Query) -> CompiledClause {
    switch query {
    case .comparison(let comparison):
      return .comparison(compile(comparison, source: query))
    case .inRange(let attribute, let lower, let upper):
      clauseCount += 1
      return .comparison(
        CompiledComparison(
          source: query, target: target(attribute), isNegated: false,
          test: .quantity(range(lower, upper))))
    case .not(let clause): return .not(compile(clause))
    case .and(let clauses): return list(clauses, isDisjunction: false)
    case .or(let clauses): return list(clauses, isDisjunction: true)
    }
  }

  private mutating func compile(_ comparison: Comparison, source: Query) -> CompiledComparison {
    clauseCount += 1
    let test: CompiledComparison.Test
    if hasTooManyClauses && !keepsShape || !hasTime() {
      // The query is going to be refused, or given up: no more of its values are taken apart. One that is explained was
      // compiled before, when clauses that say the same counted once.
      test = .quantity(QuantityTest(lower: nil, upper: nil))
    } else if let form = comparison.form {
      test = .form(form)
    } else if case .pattern(let pattern) = comparison.value {
      let text =
        comparison.isOfRuns || comparison.isOfParts
        ? TextTest(
          pattern, covering: comparison.isOfRuns ? .runs : .parts,
          locale: comparison.foldsAsRoot ? .root : context.locale)
        : TextTest(
          pattern, modifiers: comparison.modifiers, locale: context.locale, goesOn: { hasTime() })
      furtherWordCount += text.patterns.count - 1
      test = .text(text)
    } else {
      test = .quantity(interval(comparison.comparator, comparison.value))
    }
    return CompiledComparison(
      source: source, target: target(comparison.attribute),
      isNegated: comparison.comparator == .notEqual, test: test)
  }

  private mutating func target(_ reference: AttributeReference) -> AttributeTarget {
    if lastTarget.reference != reference { lastTarget = (reference, AttributeTarget(reference)) }
    return lastTarget.target
  }

  // MARK: - Long lists

  private mutating func list(_ clauses: ClauseList, isDisjunction: Bool) -> CompiledClause {
    guard !keepsShape, clauses.count >= Self.minimumGroupCount else {
      let compiled = clauses.map { compile($0) }
      return isDisjunction ? .or(compiled) : .and(compiled)
    }
    if isDisjunction, let literals = clauses.literals, literals.modifiers.comparesWhole {
      return set(literals, source: .or(clauses))
    }
    var compiled: [CompiledClause] = []
    var rest = clauses.clauses
    let negations = rest.filter(\.isNegation)
    if negations.count >= Self.minimumGroupCount {
      rest.removeAll(where: \.isNegation)
      let contraries = negations.map(\.contrary)
      compiled.append(.not(compile(isDisjunction ? .all(of: contraries) : .any(of: contraries))))
    }
    if isDisjunction { compiled += takeSets(&rest) }
    // Nested lists would be hashed whole on every level.
    var known: Set<Query> = []
    for clause in rest where !clause.isShallow || known.insert(clause).inserted {
      compiled.append(compile(clause))
    }
    if compiled.count == 1 { return compiled[0] }
    return isDisjunction ? .or(compiled) : .and(compiled)
  }

  /// What comparisons in a disjunction have in common that one set can stand for.
  private struct Group: Hashable {
    let target: AttributeTarget
    /// Of comparisons with whole texts; `nil` of those with numbers and dates.
    let modifiers: MatchModifiers?
  }

  /// Takes the comparisons out of a disjunction that sets can stand for.
  private mutating func takeSets(_ clauses: inout [Query]) -> [CompiledClause] {
    var places: [Group: Int] = [:]
    var groups: [Group] = []
    var members: [[Int]] = []
    // In a long list the group is the same again and again.
    var last = -1
    for (index, clause) in clauses.enumerated() {
      guard let group = group(of: clause) else { continue }
      if last < 0 || groups[last] != group {
        if let place = places[group] {
          last = place
        } else {
          last = groups.count
          places[group] = last
          groups.append(group)
          members.append([])
        }
      }
      members[last].append(index)
    }
    let large = groups.indices.filter { members[$0].count >= Self.minimumGroupCount }
    if large.isEmpty { return [] }
    var isTaken = [Bool](repeating: false, count: clauses.count)
    let sets = large.map { place in
      let members = members[place]
      for index in members { isTaken[index] = true }
      clauseCount += members.count
      return set(
        groups[place], members.count == clauses.count ? clauses : members.map { clauses[$0] })
    }
    clauses =
      isTaken.contains(false) ? clauses.indices.filter { !isTaken[$0] }.map { clauses[$0] } : []
    return sets
  }

  private mutating func group(of clause: Query) -> Group? {
    switch clause {
    case .comparison(let comparison):
      guard comparison.comparator != .notEqual else { return nil }
      guard case .pattern(let pattern) = comparison.value else {
        return Group(target: target(comparison.attribute), modifiers: nil)
      }
      guard pattern.literal != nil, !comparison.isOfUserQuery, comparison.modifiers.comparesWhole
      else {
        return nil
      }
      return Group(target: target(comparison.attribute), modifiers: comparison.modifiers)
    case .inRange(let attribute, _, _):
      return Group(target: target(attribute), modifiers: nil)
    case .not, .and, .or: return nil
    }
  }

  private mutating func set(_ group: Group, _ members: [Query]) -> CompiledClause {
    let test: CompiledComparison.Test
    if let modifiers = group.modifiers {
      let folder = TextFolder(options: modifiers.foldOptions, locale: context.locale)
      var set = TextSet(folder, capacity: members.count)
      for case .comparison(let comparison) in members where hasTime() {
        guard case .pattern(let pattern) = comparison.value, let text = pattern.literal else {
          continue
        }
        set.insert(text)
      }
      test = .texts(set)
    } else {
      test = .quantities(
        QuantitySet(
          members.compactMap { member in
            switch member {
            case .comparison(let comparison): interval(comparison.comparator, comparison.value)
            case .inRange(_, let lower, let upper): range(lower, upper)
            case .not, .and, .or: nil
            }
          }))
    }
    return .comparison(
      CompiledComparison(
        source: .or(ClauseList(members)), target: group.target, isNegated: false, test: test))
  }

  /// The set of a long list that is kept as texts.
  private mutating func set(_ literals: LiteralList, source: Query) -> CompiledClause {
    clauseCount += literals.count
    let folder = TextFolder(options: literals.modifiers.foldOptions, locale: context.locale)
    var set = TextSet(folder, capacity: literals.count)
    literals.forEachText { text in
      guard hasTime() else { return false }
      set.insert(utf8: text)
      return true
    }
    return .comparison(
      CompiledComparison(
        source: source, target: target(literals.attribute), isNegated: false, test: .texts(set)))
  }

  // MARK: - Values

  private func range(_ lower: Literal, _ upper: Literal) -> QuantityTest {
    QuantityTest(lower: bound(lower, isInclusive: true), upper: bound(upper, isInclusive: true))
  }

  /// The values that an operator accepts. `==` with a period accepts all of the period; the other
  /// operators compare with its start.
  private func interval(_ comparator: Comparator, _ value: Literal) -> QuantityTest {
    switch comparator {
    case .equal, .notEqual:
      if case .time(let time) = value, let end = times.end(time) {
        QuantityTest(
          lower: bound(value, isInclusive: true),
          upper: QuantityTest.Bound(
            value: .double(end.secondsSinceReferenceDate), isInclusive: false, isInstant: true))
      } else {
        QuantityTest(
          lower: bound(value, isInclusive: true), upper: bound(value, isInclusive: true))
      }
    case .less: QuantityTest(lower: nil, upper: bound(value, isInclusive: false))
    case .lessOrEqual: QuantityTest(lower: nil, upper: bound(value, isInclusive: true))
    case .greater: QuantityTest(lower: bound(value, isInclusive: false), upper: nil)
    case .greaterOrEqual: QuantityTest(lower: bound(value, isInclusive: true), upper: nil)
    }
  }

  private func bound(_ value: Literal, isInclusive: Bool) -> QuantityTest.Bound? {
    switch value {
    case .integer(let integer):
      QuantityTest.Bound(value: .integer(integer), isInclusive: isInclusive, isInstant: false)
    case .double(let double):
      QuantityTest.Bound(value: .double(double), isInclusive: isInclusive, isInstant: false)
    case .time(let time):
      QuantityTest.Bound(
        value: .double(times.instant(time).secondsSinceReferenceDate), isInclusive: isInclusive,
        isInstant: true)
    case .pattern: nil  // Validation has refused a text where an order is asked for.
    }
  }
}

extension MatchModifiers {
  /// Whether a text is compared with whole elements, not with words of them.
  fileprivate var comparesWhole: Bool { isDisjoint(with: [.words, .tokenized]) }
}

extension Query {
  /// Whether the clause is the negation of another one.
  fileprivate var isNegation: Bool {
    switch self {
    case .comparison(let comparison): comparison.comparator == .notEqual
    case .not: true
    case .inRange, .and, .or: false
    }
  }

  /// Whether the clause has no list within a list, so that hashing it takes its own length on no more
  /// than two levels.
  fileprivate var isShallow: Bool {
    switch self {
    case .comparison, .inRange: true
    case .not(let clause): clause.isComparison
    case .and(let clauses), .or(let clauses):
      clauses.allSatisfy { clause in
        if case .not(let inner) = clause { inner.isComparison } else { clause.isComparison }
      }
    }
  }

  private var isComparison: Bool {
    switch self {
    case .comparison, .inRange: true
    case .not, .and, .or: false
    }
  }

  /// The clause that holds exactly where this one does not.
  fileprivate var contrary: Query {
    switch self {
    case .comparison(var comparison) where comparison.comparator == .notEqual:
      comparison.comparator = .equal
      return .comparison(comparison)
    case .not(let clause): return clause
    case .comparison, .inRange, .and, .or: return .not(self)
    }
  }
}
