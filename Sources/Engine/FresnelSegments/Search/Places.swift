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

  /// Whether a match of some points is of the word itself: longer ones are worth less everywhere.
  static func isExact(points: Int) -> Bool {
    (titleStart...text).contains { Self.points($0, isExact: true) == points }
  }

  /// Whether a match of some points is in a title: no other place is worth as much.
  static func isTitle(points: Int) -> Bool {
    points >= Self.points(titleRest, isExact: false)
  }
}

/// What the index knows of how well a document answers a query, as 21 bits of which the upper ones
/// decide: with 32 bits of static score below them they are the 53 bits that a `Double` holds exactly.
///
/// | bits | what they tell |
/// |---|---|
/// | 17–20 | the tier of the reading that found the document; 0 for a query and where nothing else is said |
/// | 15–16 | how the text relates to the document's names: 2 it is one |
/// | 14 | whether all terms are in titles |
/// | 3–13 | the points of its terms |
/// | 0–2 | how often it was chosen; 0 today |
///
/// Of a document that lacks words, bits 3 to 16 hold what those are worth that it has: see ``LeftOutQuestion``.
package enum MatchFacts {
  static let inTitles = 1 << 14
  static let maximumPoints = 0x7FF
  static let maximumValue = 0x3FFF
  private static let pointShift = 3
  private static let relationShift = 15
  private static let tierShift = 17

  /// The facts of a document outside titles that has some points.
  @inline(__always)
  static func of(points: Int) -> Int {
    min(points, maximumPoints) << pointShift
  }

  /// The points in the facts of a document that has all words.
  static func points(of facts: Int) -> Int {
    facts >> pointShift & maximumPoints
  }

  /// The facts of a document that lacks words, of what those are worth that it has.
  static func of(value: Int) -> Int {
    min(value, maximumValue) << pointShift
  }

  /// The points that a document outside titles must have for its facts to be at least some.
  @inline(__always)
  static func points(for facts: Int) -> Int {
    (facts + (1 << pointShift) - 1) >> pointShift
  }

  /// The facts with the tier of the reading that found the document.
  ///
  /// - Parameters:
  ///   - facts: The facts without a tier.
  ///   - tier: The tier, at most 15.
  /// - Returns: Their sum.
  package static func facts(_ facts: Int, inTier tier: Int) -> Int {
    facts | tier << tierShift
  }

  /// What all documents have in common that one plan of a reading finds.
  ///
  /// - Parameters:
  ///   - tier: The tier of the reading, at most 15.
  ///   - relation: How the text relates to the names of these documents, at most 2.
  /// - Returns: The upper bits of the facts.
  package static func common(tier: Int, relation: Int) -> Int {
    tier << tierShift | relation << relationShift
  }
}
