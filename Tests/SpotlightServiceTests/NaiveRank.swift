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
    let tier: Int
    let isName: Bool
    let level: Int
    let date: Double
    /// Whether the text begins the name, as far as that counts.
    let begins: Bool
    let textScore: Double
    let identifier: String

    /// Whether the item stands before another one.
    func precedes(_ other: Rank) -> Bool {
      if tier != other.tier { return tier > other.tier }
      if isName != other.isName { return isName }
      if level != other.level { return level > other.level }
      if level > 0, date != other.date { return date > other.date }
      if level == 0, begins != other.begins { return begins }
      if level == 0, textScore != other.textScore { return textScore > other.textScore }
      return identifier < other.identifier
    }
  }

  /// The titles of all items.
  let titles: [String: String]
  /// The apps of all items, where three names of each that are not known stand first; none where all names do.
  var apps: [String: String] = [:]
  /// What was chosen, the latest last.
  var choices: [Choice] = []

  /// The order of matches.
  ///
  /// - Parameters:
  ///   - scores: What each has by the text alone.
  ///   - text: What was typed, without white space around it and in lower case.
  /// - Returns: Their identifiers, the best first.
  func order(_ scores: [String: Double], for text: String) -> [String] {
    var surplus: Set<String> = []
    for app in Set(apps.values) {
      let names = scores.filter { identifier, score in
        titles[identifier] == text && apps[identifier] == app
          && standing(of: identifier, for: text).level == 0
      }
      let best = names.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      surplus.formUnion(best.dropFirst(3).map(\.key))
    }
    let ranks = scores.map { identifier, score in
      let (level, date) = standing(of: identifier, for: text)
      return Rank(
        tier: Int(score) >> 17,
        isName: titles[identifier] == text && !surplus.contains(identifier), level: level,
        date: date, begins: surplus.contains(identifier), textScore: score,
        identifier: identifier)
    }
    return ranks.sorted { $0.precedes($1) }.map(\.identifier)
  }

  /// How many items of an app have a text as their name, at most.
  func nameCount(_ text: String) -> Int {
    let names = titles.filter { $0.value == text }.keys
    return Dictionary(grouping: names) { apps[$0] ?? "" }.values.map(\.count).max() ?? 0
  }

  /// Whether each typed word begins as a word of the title does, by three letters at most.
  private func isNamed(_ identifier: String, _ text: String) -> Bool {
    let words = (titles[identifier] ?? "").split(separator: " ").flatMap { word -> [Substring] in
      word.split(separator: "-") + [word.replacing("-", with: "")]
    }
    return text.split(separator: " ").allSatisfy { typed in
      words.contains { $0.hasPrefix(typed.prefix(3)) }
    }
  }

  private func standing(of identifier: String, for text: String) -> (level: Int, date: Double) {
    let own = choices.filter { $0.identifier == identifier }
    let dates = own.filter { $0.text.prefix(1) == text.prefix(1) }.map(\.date)
    let beforeLast = own.dropLast().last?.date
    if own.count(where: { $0.text.hasPrefix(text) }) > 1 { return (6, dates[dates.count - 2]) }
    // One that is found by several words counts whatever was typed.
    let isNamed = isNamed(identifier, text)
    if isNamed, Set(own.map { $0.text.prefix(1) }).count > 1, let beforeLast {
      return (5, beforeLast)
    }
    if dates.count > 1 { return (5, dates[dates.count - 2]) }
    if let last = dates.last { return (4, last) }
    guard isNamed, let last = own.last?.date else { return (0, 0) }
    return beforeLast.map { (3, $0) } ?? (2, last)
  }
}
