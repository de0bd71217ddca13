/// A day of the Gregorian calendar, extended to all years.
struct CivilDate: Equatable {
  var year: Int
  var month: Int
  var day: Int

  /// Makes the date of a day number; 0 is 1 January 2001.
  ///
  /// Years are counted from March here, so that the leap day is the last of its year and every
  /// month's first day follows from 153 days in five months.
  init(daysSince2001 days: Int) {
    // 1 January 2001 is 306 days after 1 March 2000, where a period of 400 years begins.
    let sinceMarch2000 = days + 306
    let period =
      sinceMarch2000 >= 0
      ? sinceMarch2000 / Self.daysIn400Years
      : (sinceMarch2000 - Self.daysIn400Years + 1) / Self.daysIn400Years
    let dayOfPeriod = sinceMarch2000 - period * Self.daysIn400Years
    var yearOfPeriod = min(dayOfPeriod / 365, 399)
    while Self.days(before: yearOfPeriod) > dayOfPeriod { yearOfPeriod -= 1 }
    let dayOfYear = dayOfPeriod - Self.days(before: yearOfPeriod)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = 2000 + 400 * period + yearOfPeriod + (month <= 2 ? 1 : 0)
  }

  /// Makes a date of the years 0 to 9999; `nil` when there is no such day.
  init?(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
    guard 0...9999 ~= year, 1...12 ~= month, 1...31 ~= day,
      CivilDate(daysSince2001: daysSince2001) == self
    else { return nil }
  }

  var daysSince2001: Int {
    let marchYear = month > 2 ? year : year - 1
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    // The year 0 begins a period; its first two months belong to the year before it.
    let period = marchYear >= 0 ? marchYear / 400 : -1
    let yearOfPeriod = marchYear - 400 * period
    return (period - 5) * Self.daysIn400Years + Self.days(before: yearOfPeriod)
      + (153 * monthFromMarch + 2) / 5 + day - 1 - 306
  }

  private static let daysIn400Years = 146_097

  /// The days of a 400-year period before one of its years, which begin in March.
  private static func days(before year: Int) -> Int {
    365 * year + year / 4 - year / 100
  }
}
