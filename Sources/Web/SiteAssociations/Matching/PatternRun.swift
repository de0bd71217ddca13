/// A text being compared with patterns.
struct PatternRun {
  /// The characters of the text, folded and decoded as the pattern wants it.
  let text: [Unicode.Scalar]
  /// The compiled variables of the document.
  let variables: [VariableTable.Values]

  /// Whether a pattern fits the whole text; no, when it costs too much to tell.
  ///
  /// All positions that a part of the pattern can reach are followed at once, so that neither several `*` nor
  /// variables with many values are searched for again and again.
  ///
  /// - Complexity: O(*e* · *c*) in the number of the pattern's elements and of characters at worst.
  func fits(_ pattern: LinkPattern, work: inout MatchingWork) -> Bool {
    guard pattern.obstacle == nil else { return false }
    work.spend(MatchingWork.runCost)
    var reached = PositionSet(end: text.count)
    reached.insert(0)
    for element in pattern.elements {
      if case .mayEnd = element {
        if reached.contains(text.count) { return true }
      } else {
        apply(element, to: &reached, work: &work)
      }
      if work.isExhausted || reached.isEmpty { return false }
    }
    return reached.contains(text.count)
  }

  private func apply(
    _ element: LinkPattern.Element, to reached: inout PositionSet, work: inout MatchingWork
  ) {
    work.spend(reached.width + 1)
    switch element {
    case .literal(let scalars): follow(scalars, &reached, &work)
    case .anyOne: reached.advance()
    case .anyRun: reached.fillFromFirst()
    case .variable(let number): follow(variables[number], &reached, &work)
    case .mayEnd: break
    }
  }

  private func follow(
    _ scalars: [Unicode.Scalar], _ reached: inout PositionSet, _ work: inout MatchingWork
  ) {
    var next = PositionSet(end: text.count)
    var steps = 0
    reached.forEach { start in
      steps += 1
      guard start + scalars.count <= text.count else { return }
      for offset in scalars.indices where text[start + offset] != scalars[offset] {
        steps += offset
        return
      }
      steps += scalars.count
      next.insert(start + scalars.count)
    }
    work.spend(steps)
    reached = next
  }

  private func follow(
    _ values: VariableTable.Values, _ reached: inout PositionSet, _ work: inout MatchingWork
  ) {
    var next = PositionSet(end: text.count)
    reached.forEach { start in
      if work.isExhausted { return }
      values.texts.addEnds(from: start, in: text, to: &next, work: &work)
    }
    for pattern in values.patterns {
      var ends = reached
      for element in pattern {
        // A value holds no variables, so this goes one deep.
        apply(element, to: &ends, work: &work)
        if work.isExhausted || ends.isEmpty { break }
      }
      if work.isExhausted { return }
      next.formUnion(ends)
    }
    reached = next
  }
}
