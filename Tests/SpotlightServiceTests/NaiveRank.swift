import FresnelModel

/// The order that hits are to have for a person, from texts and dates as they were told: without hashes, records and
/// bits.
struct NaiveRank {
  /// An item that a person chose, after what, and when.
  struct Choice {
    let identifier: String
    let text: String
    let date: Double
  }

  /// What the order of an item is made of; the greatest part that differs decides.
  private struct Rank {
    let isName: Bool
    let level: Int
    let date: Double
    let textScore: Double
    let identifier: String

    /// Whether the item stands before another one.
    func precedes(_ other: Rank) -> Bool {
      if isName != other.isName { return isName }
      if level != other.level { return level > other.level }
      if level > 0, date != other.date { return date > other.date }
      if level == 0, textScore != other.textScore { return textScore > other.textScore }
      return identifier < other.identifier
    }
  }

  /// The titles of all items.
  let titles: [String: String]
  /// What was chosen, the latest last.
  var choices: [Choice] = []

  /// The order of matches.
  ///
  /// - Parameters:
  ///   - scores: What each has by the text alone.
  ///   - text: What was typed, without white space around it and in lower case.
  /// - Returns: Their identifiers, the best first.
  func order(_ scores: [String: Double], for text: String) -> [String] {
    let ranks = scores.map { identifier, score in
      let (level, date) = standing(of: identifier, for: text)
      return Rank(
        isName: titles[identifier] == text, level: level, date: date, textScore: score,
        identifier: identifier)
    }
    return ranks.sorted { $0.precedes($1) }.map(\.identifier)
  }

  private func standing(of identifier: String, for text: String) -> (level: Int, date: Double) {
    let own = choices.filter { $0.identifier == identifier }
    let dates = own.filter { $0.text.prefix(1) == text.prefix(1) }.map(\.date)
    guard let last = dates.last else { return (0, 0) }
    guard dates.count > 1 else { return (4, last) }
    let wholeCount = own.count { $0.text.hasPrefix(text) }
    return (wholeCount > 1 ? 6 : 5, dates[dates.count - 2])
  }
}
