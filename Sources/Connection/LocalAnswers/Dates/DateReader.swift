/// Reads days and lengths of time from words, one after the other.
struct DateReader {
  /// In which direction a day without a year is looked for.
  enum Direction {
    case forward, backward
  }

  private let words: [String]
  private let today: CivilDay
  /// The day from which others are looked for.
  var origin: CivilDay
  private var place = 0

  /// Reads words from the first on.
  init(_ words: [String], today: CivilDay) {
    (self.words, self.today, origin) = (words, today, today)
  }

  /// The next word; `nil` at the end.
  var next: String? { place < words.count ? words[place] : nil }
  /// All that is read.
  var text: String { words.joined(separator: " ") }
  /// Whether all has been read.
  var isAtEnd: Bool { place == words.count }

  /// Passes over the next word if it is one of some.
  mutating func take(_ choices: String...) -> String? {
    guard let next, choices.contains(next) else { return nil }
    place += 1
    return next
  }

  /// A length of time.
  struct Length {
    var days = 0
    var months = 0

    /// The same length backwards.
    static prefix func - (length: Length) -> Length {
      Length(days: -length.days, months: -length.months)
    }

    /// The day so much later; `nil` outside the calendar.
    func later(than day: CivilDay) -> CivilDay? {
      guard let moved = months == 0 ? day : day.adding(months: months) else { return nil }
      let result = moved + days
      return result.isKnown ? result : nil
    }
  }

  /// Reads a length, such as `3 weeks and 2 days`.
  mutating func length() -> Length? {
    var length = Length()
    repeat {
      guard let next, let count = DateWords.count(next) else { return nil }
      place += 1
      switch take(
        "day", "days", "week", "weeks", "month", "months", "year", "years", "fortnight",
        "fortnights")
      {
      case "day", "days": length.days += count
      case "week", "weeks": length.days += count * 7
      case "fortnight", "fortnights": length.days += count * 14
      case "month", "months": length.months += count
      case "year", "years": length.months += count * 12
      default: return nil
      }
    } while take("and") != nil
    return length
  }

  /// Reads a day, such as `tomorrow`, `friday`, `24 dec`, `march 1, 2027` or `2027-03-01`.
  ///
  /// - Parameter direction: Where a day of the week, or one without a year, is looked for. The origin is no such day of
  ///   the week.
  /// - Returns: The day; `nil` where the next words name none.
  mutating func day(_ direction: Direction) -> CivilDay? {
    switch take("today", "now", "tomorrow", "yesterday", "next", "last", "this", "coming") {
    case "today", "now": return today
    case "tomorrow": return today + 1
    case "yesterday": return today + -1
    case "last": return weekday(.backward)
    case .some: return weekday(.forward)
    case nil: return weekday(direction) ?? isoDay() ?? dayAndMonth(direction)
    }
  }

  private mutating func weekday(_ direction: Direction) -> CivilDay? {
    guard let next, let weekday = DateWords.weekday(next) else { return nil }
    place += 1
    let ahead = (weekday - origin.weekday + 7) % 7
    switch direction {
    case .forward: return origin + (ahead == 0 ? 7 : ahead)
    case .backward: return origin + (ahead - 7)
    }
  }

  private mutating func isoDay() -> CivilDay? {
    guard let parts = next?.split(separator: "-", omittingEmptySubsequences: false),
      parts.count == 3, parts.map(\.count) == [4, 2, 2], let year = DateWords.digits(parts[0]),
      let month = DateWords.digits(parts[1]), let day = DateWords.digits(parts[2])
    else { return nil }
    place += 1
    return CivilDay(year: year, month: month, day: day)
  }

  private mutating func dayAndMonth(_ direction: Direction) -> CivilDay? {
    let start = place
    _ = take("the")
    let found: (day: Int, month: Int)?
    if let next, let month = DateWords.month(next) {
      place += 1
      found = dayOfMonth().map { ($0, month) }
    } else if let day = dayOfMonth() {
      _ = take("of")
      found = next.flatMap { DateWords.month($0) }.map { (day, $0) }
      if found != nil { place += 1 }
    } else {
      found = nil
    }
    guard let (day, month) = found else {
      place = start
      return nil
    }
    if let next, next.count == 4, let year = DateWords.digits(next[...]) {
      place += 1
      return CivilDay(year: year, month: month, day: day)
    }
    return nearest(day, month, direction)
  }

  /// The next such day that there is from the origin on, or the last one before it: a leap day is eight years away at
  /// most.
  private func nearest(_ day: Int, _ month: Int, _ direction: Direction) -> CivilDay? {
    let year = origin.parts.year
    for distance in 0...8 {
      let candidate = CivilDay(
        year: direction == .forward ? year + distance : year - distance, month: month, day: day)
      guard let candidate else { continue }
      if direction == .forward ? candidate >= origin : candidate <= origin { return candidate }
    }
    return nil
  }

  private mutating func dayOfMonth() -> Int? {
    guard let next else { return nil }
    var text = next[...]
    for ending in ["st", "nd", "rd", "th", "."] where text.hasSuffix(ending) {
      text.removeLast(ending.count)
      break
    }
    guard (1...2).contains(text.count), let day = DateWords.digits(text) else { return nil }
    place += 1
    return day
  }
}
