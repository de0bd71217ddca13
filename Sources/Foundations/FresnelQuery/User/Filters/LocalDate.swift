import FresnelText

/// A day of the calendar of a place, by which months and days of the week are counted from now.
struct LocalDate: Hashable {
  /// The year, the month from 1 and the day from 1.
  let year: Int
  let month: Int
  let day: Int

  /// Times further than this from 1970, in seconds, are in no year of four digits.
  private static let mostSeconds = 2.5e11
  private static let secondsOfYear = 31_556_952.0
  private static let secondsOfDay = 86_400.0

  /// The day of a time; `nil` outside of the calendar.
  ///
  /// - Parameters:
  ///   - time: The time, in seconds since 1970.
  ///   - calendar: The calendar of the place.
  init?(of time: Double, in calendar: CivilCalendar) {
    guard abs(time) < Self.mostSeconds else { return nil }
    func start(_ year: Int, _ month: Int) -> Double? {
      calendar.time(year: year, month: month, day: 1, hour: 0, minute: 0, second: 0)
    }
    let guess = 1970 + Int((time / Self.secondsOfYear).rounded(.down))
    let years = guess - 1...guess + 1
    guard let year = years.last(where: { start($0, 1).map { $0 <= time } ?? false }),
      let month = (1...12).last(where: { start(year, $0).map { $0 <= time } ?? false }),
      let first = start(year, month)
    else { return nil }
    let today = calendar.start(of: .day, containing: time, offset: 0)
    // Days are an hour longer or shorter where clocks change.
    let days = ((today - first) / Self.secondsOfDay).rounded()
    (self.year, self.month, day) = (year, month, Int(days) + 1)
  }

  private init(year: Int, month: Int, day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The day that lies some days behind this one, or before it.
  ///
  /// - Parameter days: The days, of which there are few.
  /// - Returns: The day.
  /// - Complexity: O(*n*) in the months between the days.
  func adding(days: Int) -> LocalDate {
    var (year, month, day) = (year, month, day + days)
    while day < 1 {
      (year, month) = month == 1 ? (year - 1, 12) : (year, month - 1)
      day += Self.dayCount(year, month)
    }
    while day > Self.dayCount(year, month) {
      day -= Self.dayCount(year, month)
      (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
    }
    return LocalDate(year: year, month: month, day: day)
  }

  private static func dayCount(_ year: Int, _ month: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The day of the week, Sunday being 0.
  var weekday: Int {
    // Sakamoto's method: January and February count with the year before.
    let shift = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]
    let year = month < 3 ? year - 1 : year
    let sum = year + year / 4 - year / 100 + year / 400 + shift[month - 1] + day
    return (sum % 7 + 7) % 7
  }
}
