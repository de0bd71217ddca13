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

  /// Reads a date, or a date and time, in ISO 8601 form; local time where no zone is given.
  ///
  /// The forms are `2024`, `2024-06`, `2024-06-01` and `20240601`, the latter two optionally with
  /// `T` (or a space) and a time such as `14`, `14:30`, `1430`, `14:30:15` or `14:30:15.25`, and
  /// then `Z` or an offset such as `+02`, `+0200` or `+02:00`. An hour of 24 with nothing after it
  /// is the next midnight; a second of 60 is the next minute.
  ///
  /// - Parameter text: The date, without spaces around it.
  /// - Returns: Seconds since 1970, or `nil` when the text is no such date.
  public func parseISO8601(_ text: String) -> Double? {
    var text = text
    guard let date = text.withUTF8({ ISO8601Date($0) }) else { return nil }
    if let offset = date.secondsFromUTC { return date.secondsSince1970 - Double(offset) }
    var time = 0.0
    let isFound = withZone { zone in
      fresnel_calendar_time(
        zone, Int32(date.year), Int32(date.month), Int32(date.day), Int32(date.hour),
        Int32(date.minute), Int32(date.second), &time)
    }
    return isFound ? time / 1000 + date.fraction : nil
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
