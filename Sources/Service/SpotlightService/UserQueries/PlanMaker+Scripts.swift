internal import FresnelQuery
internal import SpotlightWire

extension PlanMaker {
  private static let mostVariantPlans = 8

  /// The plans in which the text is the spelling of a name in another script, and those in which its characters are
  /// simplified or traditional Chinese.
  ///
  /// - Returns: The plans, in the order in which they run.
  func inOtherScripts() -> [ReadingPlan] {
    query.readings().map { plan(of: .scripts, $0) } + inOtherCharacters()
  }

  /// The plans in which all pieces stand in other characters. Each piece that has fewer ways than others keeps its last
  /// one.
  private func inOtherCharacters() -> [ReadingPlan] {
    guard query.hasHanVariants else { return [] }
    var ways: [Int: [String]] = [:]
    for (place, piece) in query.pieces.enumerated() where piece.kind != .token {
      let texts = UserQuery.hanVariants(of: query.text(of: piece))
      if !texts.isEmpty { ways[place] = texts }
    }
    let count = min(Self.mostVariantPlans, ways.values.map(\.count).max() ?? 0)
    return (0..<count).compactMap { way in
      var words: [Int: Understanding.Term] = [:]
      for (place, texts) in ways {
        let piece = query.pieces[place]
        words[place] = Understanding.Term(
          range: piece.range, text: texts[min(way, texts.count - 1)],
          traits: piece.mayGoOn ? .isPrefix : [])
      }
      return plan(of: .scripts, replacing: words)
    }
  }
}
