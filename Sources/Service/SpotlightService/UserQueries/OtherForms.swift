internal import FresnelQuery
internal import SpotlightWire

extension PlanMaker {
  private static let mostFormPlans = 8

  /// The plans in which words stand in other forms, those with the fewest such words first.
  ///
  /// - Returns: The plans; none where no word has another form.
  func inOtherForms() -> [ReadingPlan] {
    // By word, the forms that stand for it, itself first.
    var choices: [[Understanding.Term?]] = []
    var places: [Int] = []
    for (place, piece) in query.pieces.enumerated()
    where piece.kind == .word || piece.kind == .prefix {
      let forms = WordForms.others(of: query.text(of: piece), goesOn: piece.mayGoOn)
      if forms.isEmpty { continue }
      places.append(place)
      choices.append([nil] + forms.map { Understanding.Term(range: piece.range, text: $0) })
    }
    return Self.nearest(choices.map(\.count), limit: Self.mostFormPlans).compactMap { way in
      var terms: [Int: Understanding.Term] = [:]
      for (word, choice) in way.enumerated() {
        if let term = choices[word][choice] { terms[places[word]] = term }
      }
      return plan(of: .stems, replacing: terms)
    }
  }

  /// The ways to choose one of each of some lists, but for the way of all first ones: those come first that choose the
  /// first one of the most lists, then those whose choices stand nearest to the beginning.
  ///
  /// - Parameters:
  ///   - counts: How many there are in each list, one at least.
  ///   - limit: The most ways.
  /// - Returns: The ways, a choice for each list.
  static func nearest(_ counts: [Int], limit: Int) -> [[Int]] {
    var found: [[Int]] = []
    // A round has the ways with one more change than the one before. The first one has a way for each choice; another
    // one follows only where those are fewer than the limit.
    var round = [Array(repeating: 0, count: counts.count)]
    while found.count < limit, !round.isEmpty {
      round = round.flatMap { way in
        let first = (way.lastIndex { $0 > 0 } ?? -1) + 1
        return (first..<counts.count).flatMap { list in
          (1..<counts[list]).map { choice in
            var other = way
            other[list] = choice
            return other
          }
        }
      }
      round.sort {
        let (left, right) = ($0.reduce(0, +), $1.reduce(0, +))
        return left != right ? left < right : $0.lexicographicallyPrecedes($1)
      }
      found += round
    }
    return Array(found.prefix(limit))
  }
}
