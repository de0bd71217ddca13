import FresnelModel
import FresnelQuery
import FresnelSegments
import FresnelText

/// Which documents may match a query, as far as terms can tell.
///
/// A plan never misses a document that the evaluator accepts. Where nothing can be derived it says
/// `all`, and the evaluator looks at every document.
indirect enum CandidatePlan {
  /// Every document.
  case all
  /// The documents with a term.
  case term(TermClause)
  /// The document of a unique identifier, in each index.
  case identifier([UInt8])
  /// The documents in all of the plans.
  case and([CandidatePlan])
  /// The documents in at least one of the plans.
  case or([CandidatePlan])

  /// Joins plans by and; `all` adds nothing.
  static func all(of plans: [CandidatePlan]) -> CandidatePlan {
    var parts: [CandidatePlan] = []
    for plan in plans {
      switch plan {
      case .all: continue
      case .and(let inner): parts += inner
      default: parts.append(plan)
      }
    }
    return parts.isEmpty ? .all : parts.count == 1 ? parts[0] : .and(parts)
  }

  /// Joins plans by or; `all` swallows the others.
  static func any(of plans: [CandidatePlan]) -> CandidatePlan {
    for case .all in plans { return .all }
    return plans.count == 1 ? plans[0] : .or(plans)
  }

  /// The terms of a plan that is nothing but a conjunction of them.
  var conjunction: [TermClause]? {
    switch self {
    case .term(let clause): return [clause]
    case .and(let plans):
      var clauses: [TermClause] = []
      for plan in plans {
        guard case .term(let clause) = plan else { return nil }
        clauses.append(clause)
      }
      return clauses
    default: return nil
    }
  }
}

/// A query with its plan.
struct PlannedQuery {
  let compiled: CompiledQuery
  let plan: CandidatePlan
  /// Whether a document whose postings are all clean need not be shown to the evaluator.
  ///
  /// So it is for a conjunction of comparisons `** == "word"cdwt` and `** == "word*"cdwt`, or the
  /// same of `*`, whose words are ASCII letters and digits: the words of such a comparison may match
  /// anywhere in the item, a clean posting is an ASCII occurrence with word boundaries at its ends in
  /// an attribute that the comparison covers, and ASCII text folds alike in every locale except those
  /// of the dotless i.
  let isProvable: Bool

  init(_ compiled: CompiledQuery) {
    self.compiled = compiled
    var derivation = CandidateDerivation(locale: compiled.context.locale)
    plan = derivation.plan(compiled.root, isNegated: false)
    isProvable = derivation.isProvable
  }
}

/// Derives a plan from the clauses of a query.
private struct CandidateDerivation {
  private(set) var isProvable: Bool
  private let folder = TextFolder(
    options: [.caseInsensitive, .diacriticInsensitive], locale: .root)
  /// A pattern of megabytes asks for more terms than are worth looking up.
  private static let maximumTermCount = 16

  init(locale: TextLocale) {
    let language = locale.identifier.prefix(2)
    isProvable = !["tr", "az", "lt"].contains(language)
  }

  mutating func plan(_ clause: CompiledClause, isNegated: Bool) -> CandidatePlan {
    switch clause {
    case .comparison(let comparison):
      return plan(comparison, isNegated: isNegated != comparison.isNegated)
    case .not(let clause):
      return plan(clause, isNegated: !isNegated)
    case .and(let clauses):
      // Not all of the clauses hold: at least one does not.
      let plans = clauses.map { plan($0, isNegated: isNegated) }
      if isNegated { isProvable = false }
      return isNegated ? .any(of: plans) : .all(of: plans)
    case .or(let clauses):
      let plans = clauses.map { plan($0, isNegated: isNegated) }
      isProvable = false
      return isNegated ? .all(of: plans) : .any(of: plans)
    }
  }

  private mutating func plan(
    _ comparison: CompiledComparison, isNegated: Bool
  ) -> CandidatePlan {
    guard !isNegated, case .text(let test) = comparison.test else {
      isProvable = false
      return .all
    }
    switch comparison.target {
    case .uniqueIdentifier:
      isProvable = false
      return identifier(test).map { .identifier($0) } ?? .all
    case .domainIdentifier, .expirationDate:
      isProvable = false
      return .all
    case .metadata, .metadataAndText, .builtIn, .custom:
      let places = PostingMask(covering: comparison.target)
      return .all(of: test.patterns.map { plan($0, test, comparison.target, places) })
    }
  }

  /// The identifier that a test asks for; `nil` when it asks for more than one exact text.
  private func identifier(_ test: TextTest) -> [UInt8]? {
    guard test.coverage == .whole, test.folder.options.isEmpty, test.patterns.count == 1,
      !test.patterns[0].hasLeadingStar, !test.patterns[0].hasTrailingStar,
      test.patterns[0].segments.count == 1, test.patterns[0].segments[0].pieces.count == 1,
      case .bytes(let bytes) = test.patterns[0].segments[0].pieces[0]
    else { return nil }
    return bytes
  }

  private mutating func plan(
    _ pattern: WordPattern, _ test: TextTest, _ target: AttributeTarget, _ places: PostingMask
  ) -> CandidatePlan {
    var terms: [TermPattern] = []
    var isPlainASCII = true
    for (index, segment) in pattern.segments.enumerated() {
      for (position, piece) in segment.pieces.enumerated() {
        guard case .bytes(let bytes) = piece else {
          isPlainASCII = false
          continue
        }
        let startsPattern = index == 0 && position == 0
        let endsPattern =
          index == pattern.segments.count - 1 && position == segment.pieces.count - 1
        append(
          &terms, bytes, startsAtBoundary: startsPattern && !pattern.hasLeadingStar,
          endsAtBoundary: endsPattern && !pattern.hasTrailingStar, &isPlainASCII)
      }
    }
    let isProven =
      isPlainASCII && terms.count == 1 && terms[0].isAtStart && target.isUnfielded
      && test.coverage == .words
      && test.folder.options == [.caseInsensitive, .diacriticInsensitive]
    if !isProven { isProvable = false }
    let clauses = terms.prefix(Self.maximumTermCount).map {
      CandidatePlan.term(TermClause($0, places: places, isProven: isProven))
    }
    return .all(of: clauses)
  }

  /// Appends the terms of one stretch of literal text.
  ///
  /// A run that touches an end of the stretch may go on in the text, unless a word boundary or the
  /// end of the element is asked for there.
  private func append(
    _ terms: inout [TermPattern], _ bytes: [UInt8], startsAtBoundary: Bool, endsAtBoundary: Bool,
    _ isPlainASCII: inout Bool
  ) {
    let folded = folder.foldedBytes(String(decoding: bytes, as: UTF8.self))
    folded.withUnsafeBufferPointer { folded in
      var runs = FoldedRuns(folded)
      let leadingMarks = FoldedRuns.leadingMarks(folded)
      var covered = 0
      while terms.count < Self.maximumTermCount, let run = runs.next() {
        covered += run.range.count
        let isSingle = run.characterClass == .single
        terms.append(
          TermPattern(
            bytes: Array(folded[run.range]),
            isAtStart: isSingle || run.range.lowerBound > leadingMarks
              || (run.range.lowerBound == 0 && startsAtBoundary),
            isAtEnd: isSingle || run.range.upperBound < folded.count || endsAtBoundary))
      }
      if covered != folded.count || bytes.contains(where: { $0 >= 0x80 }) { isPlainASCII = false }
    }
  }
}

extension PostingMask {
  /// The places where the terms of a target's attributes are recorded.
  init(covering target: AttributeTarget) {
    switch target {
    case .metadata: self = .described
    case .metadataAndText: self = .searched
    case .builtIn(let id):
      self.init(AttributeTable.definition(for: id)?.fieldGroup)
    // A custom key may be searchable by default in one item and not in another.
    case .custom: self = [.metadata, .named]
    case .uniqueIdentifier, .domainIdentifier, .expirationDate: self = .anywhere
    }
  }
}
