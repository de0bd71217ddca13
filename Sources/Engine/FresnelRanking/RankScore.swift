/// The score that orders hits for a person, made of the engine's, which knows no person: a permutation of the same
/// 53 bits, with what the person chose before above the points of words.
///
/// Both are numbers of units of 2 to the power of -32, and every `Double` holds them exactly.
///
/// | part | tiers 15 to 6, and 0 | tiers 5 to 1 |
/// |---|---|---|
/// | tier | bits 17–20 of the upper 21 | 17–20 |
/// | the text is a name | 16 | – |
/// | level | 13–15 | 14–16 |
/// | the text begins a name; all words in titles | 12; 11 | – |
/// | points; value | 0–10 | 0–13 |
/// | static score | the 32 below | the 32 below |
///
/// Of a thing that is known its date takes the place of all that is below the level.
package enum RankScore {
  private static let staticBitCount = 32
  private static let unit = Double(UInt64(1) << 32)
  /// The tiers in which words may be missing. Their facts are one value.
  private static let tiersOfValues: ClosedRange<UInt64> = 1...5

  /// The facts of the engine, by their lowest bits.
  private enum Facts {
    static let tier = 17
    static let isName = 16
    static let beginsName = 15
    static let isInTitles = 14
    static let points = 3
    static let pointBitCount = 11
    static let valueBitCount = 14
  }

  /// The parts of what a score is made of, by their lowest bits.
  private enum Rank {
    static let tier = 17
    static let isName = 16
    static let level = 13
    static let levelAboveValue = 14
    static let beginsName = 12
    static let isInTitles = 11
  }

  /// The score of a hit.
  ///
  /// - Parameters:
  ///   - engineScore: The engine's score, whose three bits for engagement are 0.
  ///   - level: What the person chose before; `nil` for nothing.
  ///   - isName: Whether what was typed is a name of the hit, where the engine has not found that out.
  /// - Returns: What the hit is ordered by, greater being better.
  package static func score(
    _ engineScore: Double, _ level: Level?, isName: Bool = false
  ) -> Double {
    // Of another making: nothing is known of its parts.
    guard isOfEngine(engineScore) else { return engineScore }
    let bits = UInt64(engineScore * unit)
    let facts = bits >> UInt64(staticBitCount)
    let tier = facts >> UInt64(Facts.tier)
    let level = level ?? Level(.unknown, date: 0)
    let isKnown = level.kind != .unknown
    var rank = tier << UInt64(Rank.tier)
    var text: UInt64
    if tiersOfValues.contains(tier) {
      rank |= UInt64(level.kind.rawValue) << UInt64(Rank.levelAboveValue)
      text = bit(facts, from: Facts.points, count: Facts.valueBitCount)
    } else {
      let isFirst = isName || bit(facts, from: Facts.isName) == 1
      rank |= (isFirst ? 1 : 0) << UInt64(Rank.isName)
      rank |= UInt64(level.kind.rawValue) << UInt64(Rank.level)
      text = bit(facts, from: Facts.points, count: Facts.pointBitCount)
      text |= bit(facts, from: Facts.beginsName) << UInt64(Rank.beginsName)
      text |= bit(facts, from: Facts.isInTitles) << UInt64(Rank.isInTitles)
    }
    let staticScore = bits & (1 << UInt64(staticBitCount) - 1)
    let below = isKnown ? level.date : text << UInt64(staticBitCount) | staticScore
    return Double(rank << UInt64(staticBitCount) | below) / unit
  }

  /// Whether the engine has found that what was typed is a name of a hit.
  ///
  /// - Parameter engineScore: The engine's score.
  /// - Returns: Whether it is; `false` for a score of another making.
  package static func isName(_ engineScore: Double) -> Bool {
    guard isOfEngine(engineScore) else { return false }
    let facts = UInt64(engineScore)
    // Where words are missing, the bit is one of the value.
    if tiersOfValues.contains(facts >> UInt64(Facts.tier)) { return false }
    return bit(facts, from: Facts.isName) == 1
  }

  /// The engine's score of a hit whose name what was typed only begins, made of that of one whose name it is.
  ///
  /// - Parameter engineScore: The engine's score.
  /// - Returns: The score; the same where what was typed is no name.
  package static func beginning(_ engineScore: Double) -> Double {
    guard isName(engineScore) else { return engineScore }
    return engineScore - Double(1 << Facts.isName) + Double(1 << Facts.beginsName)
  }

  /// The engine's score of a hit that the person themselves gave what was typed as a name: no title is better.
  ///
  /// - Parameters:
  ///   - engineScore: The engine's score, of which tier and static score count.
  ///   - isWhole: Whether what was typed is the whole name, and does not only begin it.
  /// - Returns: The score.
  package static func named(_ engineScore: Double, isWhole: Bool) -> Double {
    guard isOfEngine(engineScore) else { return engineScore }
    let bits = UInt64(engineScore * unit)
    let tier = (bits >> UInt64(staticBitCount + Facts.tier)) << UInt64(Facts.tier)
    let points = UInt64(1) << UInt64(Facts.pointBitCount) - 1
    let relation = UInt64(1) << UInt64(isWhole ? Facts.isName : Facts.beginsName)
    let facts = tier | relation | 1 << UInt64(Facts.isInTitles) | points << UInt64(Facts.points)
    let staticScore = bits & (1 << UInt64(staticBitCount) - 1)
    return Double(facts << UInt64(staticBitCount) | staticScore) / unit
  }

  /// Whether the parts of a score are those above.
  private static func isOfEngine(_ score: Double) -> Bool {
    score >= 0 && score < Double(1 << (Facts.tier + 4))
  }

  private static func bit(_ facts: UInt64, from place: Int, count: Int = 1) -> UInt64 {
    facts >> UInt64(place) & (1 << UInt64(count) - 1)
  }
}
