/// A date, with or without a time, that was read from a text.
package struct DateReading: Hashable, Sendable {
  /// The year, from 0.
  package let year: Int
  /// The month, from 1; `nil` when only a year stands there.
  package let month: Int?
  /// The day of the month, from 1.
  package let day: Int?
  /// The time of the day.
  package let time: TimeReading?
  /// What was unusual about it.
  package let oddities: [ValueOddity]

  /// Whether there is a time, but nothing that says in which zone.
  package var lacksZone: Bool { time.map { $0.offset == nil } ?? false }

  /// Reads a date of ISO 8601: `2015`, `2015-06`, `2015-06-08`, `20150608`, each whole one also with a time
  /// behind `T`.
  package init?(_ text: String) {
    guard var scanner = ValueScanner(text), let year = scanner.digits(4) else { return nil }
    self.year = year
    var month: Int?
    var day: Int?
    if scanner.take("-") {
      month = scanner.digits(2)
      guard month != nil else { return nil }
      if scanner.take("-") {
        day = scanner.digits(2)
        guard day != nil else { return nil }
      }
    } else if scanner.digitCount == 4 {
      month = scanner.digits(2)
      day = scanner.digits(2)
    }
    var oddities: [ValueOddity] = []
    if scanner.isAtEnd {
      time = nil
    } else {
      guard day != nil else { return nil }
      if scanner.take(" ") {
        oddities.append(.spaceBeforeTime)
      } else {
        guard let letter = scanner.takeLetter("T") else { return nil }
        if letter == .small { oddities.append(.letterCase) }
      }
      guard let time = TimeReading(&scanner) else { return nil }
      self.time = time
      for oddity in time.oddities where !oddities.contains(oddity) { oddities.append(oddity) }
    }
    if let month {
      guard (1...12).contains(month) else { return nil }
      if let day, !(1...Self.length(of: month, in: year)).contains(day) { return nil }
    }
    self.month = month
    self.day = day
    self.oddities = oddities
  }

  /// The day, the month or the year in the form of ISO 8601, as it is where the date was written: of a time with a
  /// zone the day is that of the zone.
  package var day8601: String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    return ([padded(year, 4)] + [month, day].compactMap(\.self).map { padded($0, 2) })
      .joined(separator: "-")
  }

  /// Seconds since 1970 began in UTC: of the date's first moment, taken for UTC where no zone is named.
  package var secondsSince1970: Double {
    // Days are counted from March on, so that the leap day is a year's last.
    let month = month ?? 1
    let shifted = month > 2 ? year : year - 1
    let era = shifted >= 0 ? shifted / 400 : (shifted - 399) / 400
    let yearOfEra = shifted - 400 * era
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + (day ?? 1) - 1
    let dayOfEra = 365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = 146_097 * era + dayOfEra - 719_468
    return 86_400 * Double(days) + (time?.secondsSinceMidnight ?? 0)
  }

  private static func length(of month: Int, in year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return switch month {
    case 2: isLeap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
