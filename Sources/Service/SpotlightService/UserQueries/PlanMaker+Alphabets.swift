internal import FresnelQuery
internal import SpotlightWire

extension PlanMaker {
  /// The plans in which words are the Latin spelling of those of names in other alphabets: as whole words first, so
  /// that one that very many words begin with is found, then with the last one going on.
  ///
  /// - Parameter alphabets: Those that there are names in.
  /// - Returns: The plans, in the order in which they run.
  func inOtherAlphabets(_ alphabets: SpelledAlphabets) -> [ReadingPlan] {
    let isGrowing = query.pieces.contains { $0.mayGoOn }
    return (isGrowing ? [false, true] : [false]).compactMap { goesOn in
      let spelled = query.inOtherAlphabets(alphabets, goesOn: goesOn)
      return spelled.isEmpty ? nil : plan(spelled)
    }
  }

  /// The plan of the items that have each piece as it stands or as a spelling, and one of them as a spelling.
  private func plan(_ spelled: [Int: [[FormTest]]]) -> ReadingPlan {
    var clauses: [Query] = []
    var parts: [SpelledPart] = []
    var leads: [FormTest] = []
    for (place, piece) in query.pieces.enumerated() {
      guard let word = query.comparison(with: piece) else { continue }
      var clause = Query.comparison(word)
      if let words = spelled[place] {
        let asSpelling = Query.all(
          of: words.map { Query.any(of: $0.map { .comparison(Comparison(form: $0)) }) })
        // The only one leads to the items itself, so that its keys are walked through once.
        clause = spelled.count == 1 ? asSpelling : .any(of: [clause, asSpelling])
        parts.append(SpelledPart(range: piece.range, words: words))
        leads += words[0]
      }
      if !clauses.contains(clause) { clauses.append(clause) }
    }
    // What leads to the items is worth nothing by itself.
    if spelled.count > 1 {
      clauses.append(.any(of: leads.map { .comparison(Comparison(form: $0.ranked(.none))) }))
    }
    var plan = ReadingPlan(
      .all(of: clauses + query.conditions), .latinSpelling,
      terms: terms(isCode: { _ in false }))
    plan.takesAll = true
    plan.spelledParts = parts
    return plan
  }
}
