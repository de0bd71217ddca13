internal import FresnelQuery
internal import FresnelText
internal import SpotlightWire

extension PlanMaker {
  private static let mostArticlePlans = 8
  private static let languagesWithoutMarks: Set<String> = ["az", "tr", "vi"]

  /// The plans in which the text is the spelling of a name in another script, those in which its characters are
  /// simplified or traditional Chinese, those in which its words have or lack an article, and the one in which all may
  /// lack their marks.
  ///
  /// - Returns: The plans, in the order in which they run.
  func inOtherScripts() -> [ReadingPlan] {
    let spellings = query.readings().map { reading in
      var plan = plan(of: .scripts, reading)
      if let first = query.pieces.first, let last = query.pieces.last {
        let range = first.range.lowerBound..<last.range.upperBound
        plan.spelledParts = [SpelledPart(range: range, words: [[reading]])]
      }
      return plan
    }
    return spellings + inOtherCharacters() + withOtherArticles() + withoutMarks()
  }

  /// Whether people who write in the language of the search often leave the marks of letters out.
  var mayLackMarks: Bool {
    Self.languagesWithoutMarks.contains(String(locale.identifier.prefix { $0 != "_" && $0 != "@" }))
  }

  /// The plan in which letters that the language keeps apart count as the same, as where all is typed without marks.
  /// They do so in words alone: filters mean what they mean in all readings.
  private func withoutMarks() -> [ReadingPlan] {
    guard mayLackMarks else { return [] }
    var clauses: [Query] = []
    for piece in query.pieces where piece.kind != .token {
      let word = UserQuery.comparison(with: query.text(of: piece), goesOn: piece.mayGoOn)
      let clause = Query.comparison(word.foldedAsRoot)
      if !clauses.contains(clause) { clauses.append(clause) }
    }
    guard !clauses.isEmpty else { return [] }
    return [
      ReadingPlan(
        .all(of: clauses + query.conditions), .scripts, terms: terms { _ in false })
    ]
  }

  /// The plans in which pieces stand in other characters.
  private func inOtherCharacters() -> [ReadingPlan] {
    query.inOtherCharacters().compactMap { way in
      var words: [Int: Understanding.Term] = [:]
      for (place, text) in way {
        let piece = query.pieces[place]
        var traits: Understanding.Term.Traits = piece.kind == .code ? .isCode : []
        if piece.mayGoOn { traits.insert(.isPrefix) }
        words[place] = Understanding.Term(range: piece.range, text: text, traits: traits)
      }
      return plan(of: .scripts, replacing: words)
    }
  }

  /// The plans in which words have the article that they were typed without, or lack it: those with the fewest such
  /// words first.
  private func withOtherArticles() -> [ReadingPlan] {
    guard query.mayHaveArticle else { return [] }
    let choices = query.pieces.map { piece in
      [query.text(of: piece)] + query.withOtherArticle(piece)
    }
    return Self.nearest(choices.map(\.count), limit: Self.mostArticlePlans).compactMap { way in
      var words: [Int: Understanding.Term] = [:]
      for (place, choice) in way.enumerated() where choice > 0 {
        let piece = query.pieces[place]
        words[place] = Understanding.Term(
          range: piece.range, text: choices[place][choice], traits: piece.mayGoOn ? .isPrefix : [])
      }
      return plan(of: .scripts, replacing: words)
    }
  }
}
