/// The places of a clause's matches in a document, best first, as numbers: the ``PostingGroup``s, then
/// the documents of which only the evaluator can tell.
enum Places {
  static let titleStart = 0
  static let titleRest = 1
  static let secondary = 2
  static let metadata = 3
  static let text = 4
  static let named = 5
  /// A run of the document was not taken apart: it may hold any term.
  static let irregular = 6
  static let count = 7

  /// All places.
  static let all = 0...irregular

  /// What a match is worth: a title counts more than other names, these more than descriptions,
  /// these more than text; within a title the first word counts more, and everywhere the word itself
  /// more than the beginning of a longer one.
  static func points(_ place: Int, isExact: Bool) -> Int {
    switch place {
    case titleStart: isExact ? 40 : 34
    case titleRest: isExact ? 32 : 26
    case secondary: isExact ? 16 : 14
    case metadata: isExact ? 8 : 7
    case text: isExact ? 4 : 3
    default: 1
    }
  }

  /// Whether a match of some points is in a title: no other place is worth as much.
  static func isTitle(points: Int) -> Bool {
    points >= Self.points(titleRest, isExact: false)
  }
}

/// What the index knows of how well a document answers a query: the points of its terms, with the
/// title's bit above them when all terms are in titles.
enum MatchFacts {
  static let inTitles = 0x4000
  static let maximumPoints = 0x3FFF
}
