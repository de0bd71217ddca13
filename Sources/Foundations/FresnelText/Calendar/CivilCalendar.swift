import CICU

/// The Gregorian calendar of a place: where its days, weeks, months and years begin.
///
/// Times are seconds since the start of 1970 in UTC.
public struct CivilCalendar: Sendable {
  /// The time zone's identifier, such as `Europe/Stockholm`; `nil` is the system's zone.
  public let timeZone: String?
  /// The locale that says with which day a week begins.
  public let locale: TextLocale

  /// Makes the calendar of a time zone and a locale.
  ///
  /// - Parameters:
  ///   - timeZone: An identifier of the IANA database; an unknown one is UTC.
  ///   - locale: The locale of the week; without a region, the language's main region decides.
  public init(timeZone: String?, locale: TextLocale) {
    self.timeZone = timeZone
    self.locale = locale
  }

  /// Times further than this from 1970, in seconds, are outside the calendar (about 100,000 years).
  private static let limit = 3.2e12
  /// More units than this are outside the calendar too.
  private static let maximumOffset = 40_000_000

  /// Returns the start of a unit near a time.
  ///
  /// A day that has no midnight, because clocks are set forward then, starts with its first moment.
  ///
  /// - Parameters:
  ///   - unit: The unit.
  ///   - time: A time within the unit counted from.
  ///   - offset: How many units later (earlier if negative).
  /// - Returns: The first moment of the unit; the time itself where it is no number or lies, or
  ///   would end up, outside the calendar.
  public func start(of unit: CalendarUnit, containing time: Double, offset: Int) -> Double {
    guard abs(time) <= Self.limit, offset.magnitude <= Self.maximumOffset else { return time }
    var start = 0.0
    let isFound = withZone { zone in
      fresnel_calendar_start(
        zone, locale.identifier, Self.code(of: unit), time * 1000, Int32(offset), &start)
    }
    return isFound ? start / 1000 : time
  }

  /// The time, in seconds since 1970, at which local clocks show a date and a time of day.
  ///
  /// - Parameters:
  ///   - year: The year of the Gregorian calendar.
  ///   - month: The month, from 1.
  ///   - day: The day of the month, from 1.
  ///   - hour: The hour; 24 is the next midnight.
  ///   - minute: The minute.
  ///   - second: The second; 60 is the next minute.
  /// - Returns: The time; `nil` outside the calendar.
  public func time(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int
  ) -> Double? {
    var time = 0.0
    let isFound = withZone { zone in
      fresnel_calendar_time(
        zone, Int32(clamping: year), Int32(clamping: month), Int32(clamping: day),
        Int32(clamping: hour), Int32(clamping: minute), Int32(clamping: second), &time)
    }
    return isFound ? time / 1000 : nil
  }

  private func withZone<Result>(_ body: (UnsafePointer<CChar>?) -> Result) -> Result {
    if let timeZone { timeZone.withCString(body) } else { body(nil) }
  }

  private static func code(of unit: CalendarUnit) -> Int32 {
    switch unit {
    case .day: Int32(FRESNEL_DAY)
    case .week: Int32(FRESNEL_WEEK)
    case .month: Int32(FRESNEL_MONTH)
    case .year: Int32(FRESNEL_YEAR)
    }
  }
}
