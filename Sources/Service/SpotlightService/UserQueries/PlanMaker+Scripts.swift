internal import FresnelQuery
internal import SpotlightWire

extension PlanMaker {
  /// The plans in which the text is the spelling of a name in another script, and those in which its characters are
  /// simplified or traditional Chinese.
  ///
  /// - Returns: The plans, in the order in which they run.
  func inOtherScripts() -> [ReadingPlan] {
    query.readings().map { plan(of: .scripts, $0) } + inOtherCharacters()
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
}
