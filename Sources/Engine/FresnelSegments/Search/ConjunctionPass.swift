/// A part of a search for all of some clauses: where each clause's best place may be.
///
/// The passes of a search share no document. Each has a bound for what its documents are worth, so
/// that, with the best ones first, the search ends when no later pass can better what it has.
struct ConjunctionPass: Sendable {
  /// For each clause, the places.
  var places: [ClosedRange<Int>]
  /// Whether every clause is in titles, which is better than anything else.
  var isInTitles = false
  /// Whether documents with every clause in titles are none of the pass.
  var excludesTitles = false

  private static let titles = Places.titleStart...Places.titleRest
  private static let others = Places.secondary...Places.irregular

  /// Beyond so many clauses there would be too many passes: each costs opening its lists.
  private static let maximumClauseCount = 3

  /// The passes of a search in which titles decide before points.
  static func titlesFirst(clauseCount: Int) -> [ConjunctionPass] {
    guard clauseCount > maximumClauseCount else { return prepared[clauseCount] }
    return madeTitlesFirst(clauseCount)
  }

  /// The passes for few clauses, which are asked for again and again.
  private static let prepared = (0...maximumClauseCount).map { madeTitlesFirst($0) }

  private static func madeTitlesFirst(_ clauseCount: Int) -> [ConjunctionPass] {
    guard clauseCount <= maximumClauseCount else {
      return [
        ConjunctionPass(
          places: Array(repeating: titles, count: clauseCount), isInTitles: true),
        ConjunctionPass(
          places: Array(repeating: Places.all, count: clauseCount), excludesTitles: true),
      ]
    }
    let inTitles = choices(clauseCount).map { choice in
      ConjunctionPass(
        places: choice.map {
          $0 ? Places.titleRest...Places.titleRest : Places.titleStart...Places.titleStart
        }, isInTitles: true)
    }
    let partlyInTitles = choices(clauseCount).dropFirst().dropLast().map { choice in
      ConjunctionPass(places: choice.map { $0 ? others : titles })
    }
    return inTitles + partlyInTitles + outsideTitles(clauseCount)
  }

  /// The passes of a search in which points decide, of which only one clause's places matter.
  static func byPoints(of clause: Int, clauseCount: Int) -> [ConjunctionPass] {
    Places.all.map { place in
      var places = [ClosedRange<Int>](repeating: Places.all, count: clauseCount)
      places[clause] = place...place
      return ConjunctionPass(places: places)
    }
  }

  /// The only pass of a search in which points decide.
  static func byPoints(clauseCount: Int) -> [ConjunctionPass] {
    [ConjunctionPass(places: Array(repeating: Places.all, count: clauseCount))]
  }

  /// No clause in titles: by the best place of any clause, then by the first clause that has it.
  private static func outsideTitles(_ clauseCount: Int) -> [ConjunctionPass] {
    others.flatMap { best in
      (0..<clauseCount).compactMap { first in
        // Nothing is worse than the last place.
        guard best < others.upperBound || first == 0 else { return nil }
        return ConjunctionPass(
          places: (0..<clauseCount).map { clause in
            clause < first
              ? best + 1...others.upperBound
              : best...(clause == first ? best : others.upperBound)
          })
      }
    }
  }

  /// All ways to choose for each clause, those with fewer chosen first.
  private static func choices(_ clauseCount: Int) -> [[Bool]] {
    (0..<1 << clauseCount)
      .sorted { ($0.nonzeroBitCount, $0) < ($1.nonzeroBitCount, $1) }
      .map { choice in (0..<clauseCount).map { choice & 1 << $0 != 0 } }
  }
}
