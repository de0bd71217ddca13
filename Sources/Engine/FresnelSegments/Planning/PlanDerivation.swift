import FresnelModel
import FresnelQuery
import FresnelText

/// Derives a plan from the clauses of a query.
struct PlanDerivation: Sendable {
  /// Folds as the index does.
  private static let folder = TextFolder(
    options: [.caseInsensitive, .diacriticInsensitive], locale: .root)
  /// Whether ASCII text folds under the query's locale as it does in the index.
  let foldsASCIIAsIndexed: Bool
  /// Whether the locale's word boundaries are those of the root locale: no colon joins letters.
  let breaksAsRoot: Bool
  /// A pattern of megabytes asks for more terms than are worth looking up.
  private static let maximumTermCount = 16

  init(locale: TextLocale) {
    // Turkish, Azerbaijani and Lithuanian have rules of their own for i.
    foldsASCIIAsIndexed =
      switch locale.identifier.prefix(2) {
      case "tr", "az", "lt": false
      default: true
      }
    breaksAsRoot =
      switch locale.identifier.prefix(2) {
      case "sv", "fi": false
      default: true
      }
  }

  /// The plan of a clause.
  ///
  /// - Parameters:
  ///   - clause: What items must match.
  ///   - comparisons: Grows by the comparisons that the plan refers to by their places.
  ///   - budget: When it is exhausted, the plan lacks clauses and means nothing.
  /// - Returns: The plan.
  func plan(
    _ clause: CompiledClause, _ comparisons: inout [CompiledComparison],
    _ budget: inout SearchBudget
  ) -> SearchPlan {
    switch clause {
    case .comparison(let comparison):
      return plan(comparison, isNegated: comparison.isNegated, &comparisons, &budget)
    case .not(.not(let clause)): return plan(clause, &comparisons, &budget)
    case .not(.comparison(let comparison)):
      return plan(comparison, isNegated: !comparison.isNegated, &comparisons, &budget)
    case .not(let clause): return .complement(plan(clause, &comparisons, &budget))
    case .and(let clauses): return .all(of: plans(clauses, &comparisons, &budget))
    case .or(let clauses): return .any(of: plans(clauses, &comparisons, &budget))
    }
  }

  private func plans(
    _ clauses: [CompiledClause], _ comparisons: inout [CompiledComparison],
    _ budget: inout SearchBudget
  ) -> [SearchPlan] {
    var plans: [SearchPlan] = []
    plans.reserveCapacity(clauses.count)
    for clause in clauses where !budget.isExhausted {
      plans.append(plan(clause, &comparisons, &budget))
    }
    return plans
  }

  private func plan(
    _ comparison: CompiledComparison, isNegated: Bool, _ comparisons: inout [CompiledComparison],
    _ budget: inout SearchBudget
  ) -> SearchPlan {
    comparisons.append(comparison.positive)
    return .comparison(plan(comparison, &budget), comparisons.count - 1, isNegated: isNegated)
  }

  /// The candidates of a comparison, of its test if it is negated.
  private func plan(
    _ comparison: CompiledComparison, _ budget: inout SearchBudget
  ) -> SearchPlan {
    switch (comparison.test, comparison.target) {
    case (.form(let test), _): return .form(test)
    case (.quantity, _), (.quantities, _), (_, .expirationDate), (_, .domainIdentifier):
      return .unknown
    case (.text(let test), .uniqueIdentifier):
      return identifier(test).map { .identifiers($0) } ?? .unknown
    case (.texts(let set), .uniqueIdentifier):
      return set.folder.options.isEmpty ? .identifiers(set) : .unknown
    case (.text(let test), let target): return plan(test, target, &budget)
    case (.texts(let set), _): return .texts(set)
    }
  }

  private func plan(
    _ test: TextTest, _ target: AttributeTarget, _ budget: inout SearchBudget
  ) -> SearchPlan {
    if test.patterns.count == 1 {
      return budget.spendPattern() ? plan(test.patterns[0], test, target) : .all(of: [])
    }
    var plans: [SearchPlan] = []
    for pattern in test.patterns where budget.spendPattern() {
      plans.append(plan(pattern, test, target))
    }
    return .all(of: plans)
  }

  /// The documents of a target with the terms of some texts; `unknown` where looking the terms up takes
  /// longer than evaluating all of so many documents. When the budget is exhausted, the plan lacks texts.
  func plan(
    _ set: TextSet, _ target: AttributeTarget, documentCount: Int, _ budget: inout SearchBudget
  ) -> SearchPlan {
    guard set.count <= documentCount else { return .unknown }
    var modifiers: MatchModifiers = []
    if set.folder.options.contains(.caseInsensitive) { modifiers.insert(.caseInsensitive) }
    if set.folder.options.contains(.diacriticInsensitive) {
      modifiers.insert(.diacriticInsensitive)
    }
    var plans: [SearchPlan] = []
    plans.reserveCapacity(set.count)
    set.forEach { text in
      guard budget.spendPattern() else { return }
      let pattern = Pattern(literal: String(decoding: text, as: UTF8.self))
      let test = TextTest(pattern, modifiers: modifiers, locale: set.folder.locale)
      plans.append(plan(test.patterns[0], test, target))
    }
    return .any(of: plans)
  }

  /// The identifier that a test asks for; `nil` when it asks for more than one exact text.
  private func identifier(_ test: TextTest) -> TextSet? {
    guard test.coverage == .whole, test.folder.options.isEmpty, test.patterns.count == 1,
      !test.patterns[0].hasLeadingStar, !test.patterns[0].hasTrailingStar,
      test.patterns[0].segments.count == 1, test.patterns[0].segments[0].pieces.count == 1,
      case .bytes(let bytes) = test.patterns[0].segments[0].pieces[0]
    else { return nil }
    var set = TextSet(test.folder)
    set.insert(String(decoding: bytes, as: UTF8.self))
    return set
  }

  private func plan(
    _ pattern: WordPattern, _ test: TextTest, _ target: AttributeTarget
  ) -> SearchPlan {
    var terms: [TermPattern] = []
    var links: UInt32 = 0
    var shape = PatternShape()
    shape.isPhrase = pattern.segments.count == 1 && pattern.segments[0].pieces.count == 1
    for (index, segment) in pattern.segments.enumerated() {
      for (position, piece) in segment.pieces.enumerated() {
        guard case .bytes(let bytes) = piece else {
          shape.isRun = false
          continue
        }
        let startsPattern = index == 0 && position == 0
        let endsPattern =
          index == pattern.segments.count - 1 && position == segment.pieces.count - 1
        append(
          &terms, &links, bytes,
          startsAtBoundary: startsPattern && !pattern.hasLeadingStar || test.coverage == .parts,
          endsAtBoundary: endsPattern && !pattern.hasTrailingStar, &shape)
      }
    }
    // A pattern of nothing but wildcards and punctuation says nothing in terms.
    if terms.isEmpty { return .unknown }
    let groups = PostingGroups(covering: target)
    if terms.count == 1 {
      let proof = shape.isRun ? proof(pattern, terms[0], shape, test, target) : nil
      return .term(TermClause(pattern: terms[0], groups: groups, proof: proof))
    }
    let phrases = PhraseClause.phrases(
      terms, links: links, groups: groups, edges: edges(pattern, shape, test, target))
    // Where the phrase tells of the whole pattern, the terms have nothing to prove.
    let ofTerms: TermProof? =
      phrases.contains { $0.edges != .unknown } ? TermProof.none : nil
    return .all(
      of: terms.map { .term(TermClause(pattern: $0, groups: groups, proof: ofTerms)) }
        + phrases.map { .phrase($0) })
  }

  /// Appends the terms of one stretch of literal text.
  ///
  /// A run that touches an end of the stretch may go on in the text, unless a word boundary or the
  /// end of the element is asked for there.
  ///
  /// - Parameters:
  ///   - terms: Grows by the terms.
  ///   - links: Gets the bits of those terms that exactly one space separates from the one before.
  ///   - bytes: The text.
  ///   - startsAtBoundary: Whether a word boundary is asked for at its start.
  ///   - endsAtBoundary: Whether one is asked for at its end.
  ///   - shape: Is told what the text is not.
  private func append(
    _ terms: inout [TermPattern], _ links: inout UInt32, _ bytes: [UInt8],
    startsAtBoundary: Bool, endsAtBoundary: Bool, _ shape: inout PatternShape
  ) {
    var folded: [UInt8] = []
    bytes.withUnsafeBufferPointer { Self.folder.appendFolded(utf8: $0, to: &folded) }
    folded.withUnsafeBufferPointer { folded in
      var runs = FoldedRuns(folded)
      let leadingMarks = FoldedRuns.leadingMarks(folded)
      var covered = 0
      var linkedCount = 0
      var lastEnd: Int?
      while terms.count < Self.maximumTermCount, let run = runs.next() {
        covered += run.range.count
        let isSingle = run.characterClass == .single
        if let lastEnd, lastEnd + 1 == run.range.lowerBound, folded[lastEnd] == UInt8(ascii: " ") {
          links |= 1 << UInt32(terms.count)
          linkedCount += 1
        }
        lastEnd = run.range.upperBound
        terms.append(
          TermPattern(
            bytes: Array(folded[run.range]),
            isAtStart: isSingle || run.range.lowerBound > leadingMarks
              || (run.range.lowerBound == 0 && startsAtBoundary),
            isAtEnd: isSingle || run.range.upperBound < folded.count || endsAtBoundary))
      }
      if !bytes.allSatisfy({ $0 < 0x80 }) { shape.isASCII = false }
      if covered != folded.count { shape.isRun = false }
      if covered + linkedCount != folded.count || linkedCount == 0 { shape.isPhrase = false }
    }
  }
}
