import FresnelQuery
import FresnelText

// What the index may tell of a pattern without a look at the items.
extension PlanDerivation {
  /// What a posting of the only term of a pattern, one run of letters and digits, must tell to prove that the
  /// pattern matches; `nil` when nothing proves it.
  ///
  /// Under `*` and `**` a pattern may match anywhere in what the groups hold. That an element holds the
  /// pattern's bytes is all that a pattern between two stars asks for, and every posting tells of it. Else with
  /// `w` or `t` it asks for word boundaries, which certainties tell of; words of user queries ask for edges of runs,
  /// where every term begins and ends; and others for the ends of the element, which nothing tells of.
  func proof(
    _ pattern: WordPattern, _ term: TermPattern, _ shape: PatternShape, _ test: TextTest,
    _ target: AttributeTarget
  ) -> TermProof? {
    guard mayProve(test, target) else { return nil }
    let isOfRoot = test.folder.foldsAsRoot && breaksAsRoot
    if test.coverage == .runs {
      // Beyond ASCII a term may be of another letter, where a language keeps letters apart that the index unites.
      guard shape.isASCII || test.folder.foldsAsRoot else { return nil }
      // The term of a longer run is cut, and does not end where the run does.
      let isWhole = term.bytes.count < TermScratch.maximumLength || pattern.hasTrailingStar
      guard pattern.hasTrailingStar || !pattern.hasLeadingStar, isWhole else { return nil }
      return TermProof(demand: .occurs, isOfRoot: isOfRoot)
    }
    guard shape.isASCII else { return nil }
    let demand: TermProof.Demand
    switch (pattern.hasLeadingStar, pattern.hasTrailingStar) {
    case (true, true): return TermProof(demand: .occurs, isOfRoot: isOfRoot)
    case (false, true): demand = .begins
    case (true, false): demand = .ends
    case (false, false): demand = .isWhole
    }
    return test.coverage == .words ? TermProof(demand: demand, isOfRoot: isOfRoot) : nil
  }

  /// What the phrase that a pattern is asks for at its ends.
  func edges(
    _ pattern: WordPattern, _ shape: PatternShape, _ test: TextTest, _ target: AttributeTarget
  ) -> PhraseClause.Edges {
    guard shape.isPhrase, shape.isASCII, !pattern.hasTrailingStar, mayProve(test, target) else {
      return .unknown
    }
    return switch test.coverage {
    case .words: .wordBoundaries
    case .runs: .runs
    case .whole, .parts: .unknown
    }
  }

  /// Whether postings may prove a pattern of a test at all: it overlooks what the index does, and no attribute is
  /// named.
  private func mayProve(_ test: TextTest, _ target: AttributeTarget) -> Bool {
    (foldsASCIIAsIndexed || test.folder.locale == .root) && target.isUnfielded
      && test.folder.options == [.caseInsensitive, .diacriticInsensitive]
  }

  /// What a pattern consists of.
  struct PatternShape {
    /// Whether it is one run of letters and digits.
    var isRun = true
    /// Whether it is runs with one space between them.
    var isPhrase = true
    /// Whether it is ASCII.
    var isASCII = true
  }
}
