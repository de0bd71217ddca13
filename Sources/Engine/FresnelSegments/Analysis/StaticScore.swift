import FresnelModel

/// How good an item is whatever is asked: what orders items that match a typed search equally well.
///
/// The score is the sum, scaled to 32 bits, of
///
/// - 0.30 × `rankingHint` / 100, the app's own word on the item, half of that where it says nothing;
/// - 0.10 for each of `userCreated`, `userOwned` and `userCurated`;
/// - 0.15 × recency: the latest of last use, change, creation and addition, from 0 at the start of
///   2001 to 1 at the end of 2050;
/// - 0.25 / (1 + *n* / 16), where *n* is the length of the title in bytes: of two items called
///   alike, the one with less else in its title is meant.
///
/// All parts are facts of the item alone, so that the score never changes while the item does not.
enum StaticScore {
  static func of(_ item: EncodedItem, titleLength: Int) -> UInt32 {
    let score = withoutTitle(item) + 0.25 / (1 + Double(titleLength) / 16)
    return UInt32(min(max(score, 0), 1) * Double(UInt32.max))
  }

  /// The part of the score, unscaled, that the title has no part in.
  static func withoutTitle(_ item: EncodedItem) -> Double {
    var hint = 0.5
    if let value = number(item, .rankingHint) { hint = min(max(value, 0), 100) / 100 }
    var score = 0.30 * hint
    for flag in flags where number(item, flag) ?? 0 != 0 { score += 0.10 }
    let latest = dates.compactMap { date(item, $0) }.max() ?? 0
    score += 0.15 * min(max(latest / fiftyYears, 0), 1)
    return score
  }

  /// The attributes that the score depends on besides the title.
  static let attributes: [AttributeID] = [.rankingHint] + flags + dates
  private static let flags: [AttributeID] = [.userCreated, .userOwned, .userCurated]
  private static let dates: [AttributeID] = [
    .lastUsedDate, .contentModificationDate, .contentCreationDate, .addedDate,
  ]

  private static let fiftyYears: Double = 50 * 365.25 * 86_400

  private static func number(_ item: EncodedItem, _ id: AttributeID) -> Double? {
    switch try? item.decodedValue(for: .builtIn(id)) {
    case .integer(let integer): Double(integer)
    case .double(let double): double
    case .boolean(let boolean): boolean ? 1 : 0
    default: nil
    }
  }

  private static func date(_ item: EncodedItem, _ id: AttributeID) -> Double? {
    guard case .date(let date) = try? item.decodedValue(for: .builtIn(id)) else { return nil }
    return date.secondsSinceReferenceDate
  }
}
