import FresnelModel
import FresnelText

/// Times in words, from `yesterday` to `march 2024`.
extension FilterReader {
  /// The dates that say when an item was made, changed or used, or when it takes place.
  private static let dateAttributes = [
    "contentCreationDate", "contentModificationDate", "lastUsedDate", "startDate", "dueDate",
  ]
  /// Years before are mostly other numbers.
  private static let firstYear = 1970
  /// No filter counts more units.
  private static let mostUnits = 1000

  func time(at typed: Words) -> Match? {
    if let match = bareTime(at: typed) { return match }
    // `in march` and `from last week`: what stands before a time would be a word without it.
    guard let first = typed.first, words.prepositions.contains(first.folded),
      let match = bareTime(at: typed.dropFirst(), isAfterPreposition: true)
    else { return nil }
    return Match(
      wordCount: 1 + match.wordCount, kind: .time, shown: match.shown, query: match.query)
  }

  private func bareTime(at typed: Words, isAfterPreposition: Bool = false) -> Match? {
    guard let first = typed.first?.folded else { return nil }
    let second = typed.dropFirst().first?.folded
    if let offset = words.days[first] { return period(.day, offset, 1, typed) }
    if let offset = words.offsets[first], let second {
      if let unit = words.periods[second] { return period(unit, offset, 2, typed) }
      if let day = words.weekdays[second] {
        return weekday(day, offset, 2, typed)
      }
      if let month = words.month(second, besideYear: offset != 0) {
        return self.month(month, offset, typed)
      }
      // The word before a year says nothing, and would be a word without it.
      if let year = self.year(second) {
        return span(Self.date(year, 1, 1), Self.date(year + 1, 1, 1), 2, typed)
      }
      if offset == -1, let number = self.number(second),
        let third = typed.dropFirst(2).first?.folded,
        let unit = words.periods[third]
      {
        return past(number, unit, typed)
      }
      return nil
    }
    if let number = self.number(first), let second, let unit = words.periods[second],
      let third = typed.dropFirst(2).first?.folded, words.ago.contains(third)
    {
      return period(unit, -number, 3, typed)
    }
    if let day = Self.digits(first[...]), 1...31 ~= day, let second,
      let month = words.month(second, besideYear: true)
    {
      return self.day(day, of: month, typed)
    }
    if let day = words.weekdays[first] { return weekday(day, nil, 1, typed) }
    if let month = words.month(first, besideYear: true), let second, let year = self.year(second) {
      return self.month(month, of: year, 2, typed)
    }
    if let month = words.month(first, besideYear: isAfterPreposition) {
      return latest(month, typed)
    }
    return date(first, typed)
  }

  private func number(_ word: String) -> Int? {
    let number = words.numbers[word] ?? (word.allSatisfy(\.isASCII) ? Int(word) : nil)
    return number.flatMap { 1...Self.mostUnits ~= $0 ? $0 : nil }
  }

  private func year(_ word: String) -> Int? {
    guard word.utf8.count == 4, let year = Self.digits(word[...]), year >= Self.firstYear,
      let today, year <= today.year + 1
    else { return nil }
    return year
  }

  private static func digits(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int(text) : nil
  }

  /// Today where the person is.
  private var today: LocalDate? {
    LocalDate(
      of: context.now.secondsSince1970,
      in: CivilCalendar(timeZone: context.timeZone, locale: context.locale))
  }

  // MARK: - Periods

  /// One period that is counted from the present one.
  private func period(
    _ unit: TimeExpression.Period, _ offset: Int, _ count: Int, _ typed: Words
  ) -> Match {
    match(count, typed) { date in
      .comparison(
        Comparison(
          attribute: date, comparator: .equal, value: .time(.start(of: unit, offset: offset))))
    }
  }

  /// The last few periods, up to now.
  private func past(_ number: Int, _ unit: TimeExpression.Period, _ typed: Words) -> Match {
    match(3, typed) { date in
      .inRange(
        date, lower: .time(.start(of: unit, offset: -number)), upper: .time(.now(offset: 0)))
    }
  }

  /// A day of the week: the last one that was, today among them; with an offset, that of the present week, or the one
  /// before or behind today.
  private func weekday(_ day: Int, _ offset: Int?, _ count: Int, _ typed: Words) -> Match? {
    guard let today else { return nil }
    let back = (today.weekday - day + 7) % 7
    let days =
      switch offset {
      case .some(-1): back == 0 ? -7 : -back
      case .some(1): 7 - back
      case .some: (day - firstWeekday + 7) % 7 - (today.weekday - firstWeekday + 7) % 7
      case nil: -back
      }
    // A day that is named stays that day when midnight has passed.
    let named = today.adding(days: days)
    return self.day(Self.date(named.year, named.month, named.day), count, typed)
  }

  /// The day that weeks begin with where the person is.
  private var firstWeekday: Int {
    let calendar = CivilCalendar(timeZone: context.timeZone, locale: context.locale)
    let start = calendar.start(
      of: .week, containing: context.now.secondsSince1970, offset: 0)
    return LocalDate(of: start, in: calendar)?.weekday ?? 0
  }

  /// A month of the present year, or the one before or behind the present month.
  private func month(_ month: Int, _ offset: Int, _ typed: Words) -> Match? {
    guard let today else { return nil }
    let years =
      switch offset {
      case -1: month < today.month ? 0 : -1
      case 1: month > today.month ? 0 : 1
      default: 0
      }
    return self.month(month, of: today.year + years, 2, typed)
  }

  /// A day of a month: the last one that was, or that of a year behind it.
  private func day(_ day: Int, of month: Int, _ typed: Words) -> Match? {
    guard let today else { return nil }
    let year = typed.dropFirst(2).first.flatMap { self.year($0.folded) }
    let latest = (month, day) <= (today.month, today.day) ? today.year : today.year - 1
    let start = Self.date(year ?? latest, month, day)
    guard isISO8601Instant(start) else { return nil }
    return self.day(start, year == nil ? 2 : 3, typed)
  }

  /// A month that is named: the last one that has begun.
  private func latest(_ month: Int, _ typed: Words) -> Match? {
    guard let today else { return nil }
    return self.month(month, of: month <= today.month ? today.year : today.year - 1, 1, typed)
  }

  private func month(_ month: Int, of year: Int, _ count: Int, _ typed: Words) -> Match {
    let isLast = month == 12
    return span(
      Self.date(year, month, 1), Self.date(isLast ? year + 1 : year, isLast ? 1 : month + 1, 1),
      count, typed)
  }

  /// A year, or a month or a day as ISO 8601 has it.
  private func date(_ word: String, _ typed: Words) -> Match? {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, let year = self.year(String(first)) else { return nil }
    if parts.count == 1 { return span(Self.date(year, 1, 1), Self.date(year + 1, 1, 1), 1, typed) }
    let numbers = parts.dropFirst().compactMap { $0.utf8.count == 2 ? Self.digits($0) : nil }
    guard numbers.count == parts.count - 1, 1...12 ~= numbers[0] else { return nil }
    if numbers.count == 1 { return month(numbers[0], of: year, 1, typed) }
    let start = Self.date(year, numbers[0], numbers[1])
    guard numbers.count == 2, isISO8601Instant(start) else { return nil }
    return day(start, 1, typed)
  }

  /// One day of the calendar.
  private func day(_ day: String, _ count: Int, _ typed: Words) -> Match {
    span(day, day + "T24:00", count, typed)
  }

  private static func date(_ year: Int, _ month: Int, _ day: Int) -> String {
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(year)-\(digits(month))-\(digits(day))"
  }

  /// From one day to before another.
  private func span(_ start: String, _ end: String, _ count: Int, _ typed: Words) -> Match {
    match(count, typed) { date in
      .all(of: [Self.bound(date, .greaterOrEqual, start), Self.bound(date, .less, end)])
    }
  }

  private static func bound(
    _ date: AttributeReference, _ comparator: Comparator, _ day: String
  ) -> Query {
    .comparison(Comparison(attribute: date, comparator: comparator, value: .time(.iso(day))))
  }

  /// What any of the dates of an item has to be, shown as it was typed.
  private func match(
    _ count: Int, _ typed: Words, _ clause: (AttributeReference) -> Query
  ) -> Match {
    let shown = typed.prefix(count).map(\.typed).joined(separator: " ")
    return Match(
      wordCount: count, kind: .time, shown: shown.prefix(1).uppercased() + shown.dropFirst(),
      query: .any(of: Self.dateAttributes.map { clause(.named($0)) }))
  }
}
