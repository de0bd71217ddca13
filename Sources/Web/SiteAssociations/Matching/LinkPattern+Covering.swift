extension LinkPattern {
  /// A character of a pattern that is looked at as a text, or what stands for characters.
  private enum Symbol: Equatable {
    case character(Unicode.Scalar)
    case anyOne
    case anyRun
    case variable(Int)
  }

  /// Whether all texts that another pattern fits are surely fitted by this one.
  ///
  /// The other pattern is taken as a text, in which `*` is fitted by `*` only. So some patterns that this one
  /// covers are not seen as such, and none is that it doesn't cover.
  func covers(_ other: LinkPattern, work: inout MatchingWork) -> Bool {
    guard obstacle == nil, other.obstacle == nil else { return false }
    return other.texts.allSatisfy { fits($0, work: &work) }
  }

  /// The pattern as a text; two where it may end early.
  private var texts: [[Symbol]] {
    var symbols: [Symbol] = []
    var texts: [[Symbol]] = []
    for element in elements {
      switch element {
      case .literal(let scalars): symbols += scalars.map { .character($0) }
      case .anyOne: symbols.append(.anyOne)
      case .anyRun: symbols.append(.anyRun)
      case .variable(let number): symbols.append(.variable(number))
      case .mayEnd: texts.append(symbols)
      }
    }
    return texts + [symbols]
  }

  private func fits(_ text: [Symbol], work: inout MatchingWork) -> Bool {
    var reached = PositionSet(end: text.count)
    reached.insert(0)
    for element in elements {
      work.spend(reached.width + 1)
      switch element {
      case .literal(let scalars):
        for scalar in scalars {
          step(&reached, text, &work) { $0 == .character(scalar) }
          if work.isExhausted || reached.isEmpty { return false }
        }
      case .anyOne:
        step(&reached, text, &work) { symbol in
          if case .character = symbol { return true }
          return symbol == .anyOne
        }
      case .anyRun: reached.fillFromFirst()
      case .variable(let number): step(&reached, text, &work) { $0 == .variable(number) }
      case .mayEnd: if reached.contains(text.count) { return true }
      }
      if work.isExhausted || reached.isEmpty { return false }
    }
    return reached.contains(text.count)
  }

  private func step(
    _ reached: inout PositionSet, _ text: [Symbol], _ work: inout MatchingWork,
    where fits: (Symbol) -> Bool
  ) {
    var next = PositionSet(end: text.count)
    reached.forEach { position in
      if position < text.count, fits(text[position]) { next.insert(position + 1) }
    }
    work.spend(reached.count + reached.width)
    reached = next
  }
}
