/// A day of the Gregorian calendar, extended to all years.
package struct CivilDay: Hashable, Comparable, Sendable {
  /// The days since 1 January 1970.
  package var number: Int

  /// Takes a number of days since 1 January 1970.
  package init(number: Int) { self.number = number }

  /// Makes a day; `nil` where there is none of these numbers, or its year is not one of 1 to 9999.
  ///
  /// - Parameters:
  ///   - year: The year.
  ///   - month: The month, from 1.
  ///   - day: The day of the month, from 1.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...Self.length(ofMonth: month, year)).contains(day)
    else { return nil }
    // Years begin in March here, so that a leap day is the last of its year.
    let shifted = month > 2 ? year : year - 1
    let fromMarch = month > 2 ? month - 3 : month + 9
    number =
      shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + (153 * fromMarch + 2) / 5
      + day - 1 - Self.daysTo1970
  }

  /// The days from 1 March of the year 0 to 1 January 1970.
  private static let daysTo1970 = 719_468

  /// Orders by time.
  package static func < (left: CivilDay, right: CivilDay) -> Bool { left.number < right.number }

  /// The day so many days later.
  static func + (day: CivilDay, count: Int) -> CivilDay { CivilDay(number: day.number + count) }

  /// The day of the week, from 0 for Monday.
  var weekday: Int { ((number + 3) % 7 + 7) % 7 }

  /// The year, for days of the years 1 to 9999.
  package var year: Int { parts.year }

  /// Year, month and day of the month, for days of the years 1 to 9999.
  var parts: (year: Int, month: Int, day: Int) {
    // One of these years has the day, as no year is longer or shorter by more.
    var year = 1970 + number * 400 / 146_097
    while let start = CivilDay(year: year + 1, month: 1, day: 1), start <= self { year += 1 }
    while let start = CivilDay(year: year, month: 1, day: 1), start > self { year -= 1 }
    var month = 12
    while let start = CivilDay(year: year, month: month, day: 1), start > self { month -= 1 }
    let start = CivilDay(year: year, month: month, day: 1)?.number ?? number
    return (year, month, number - start + 1)
  }

  /// The day so many months later, or the last of that month where it is shorter; `nil` outside the years 1 to 9999.
  func adding(months count: Int) -> CivilDay? {
    let (year, month, day) = parts
    let months = year * 12 + month - 1 + count
    guard months > 0 else { return nil }
    let (newYear, newMonth) = (months / 12, months % 12 + 1)
    return CivilDay(
      year: newYear, month: newMonth, day: min(day, Self.length(ofMonth: newMonth, newYear)))
  }

  /// Whether its year is one of 1 to 9999.
  var isKnown: Bool { Self.known.contains(number) }

  private static let known = -719_162...2_932_896

  private static func length(ofMonth month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The day in words, such as `Friday, 25 December 2026`.
  var text: String {
    let (year, month, day) = parts
    return "\(DateWords.weekdays[weekday]), \(day) \(DateWords.months[month - 1]) \(year)"
  }
}
