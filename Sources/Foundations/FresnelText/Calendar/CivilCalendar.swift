/// A span of the civil calendar.
public enum CalendarUnit: Hashable, Sendable, CaseIterable {
  /// From midnight to midnight.
  case day
  /// Seven days, beginning with the locale's first day of the week.
  case week
  /// A calendar month.
  case month
  /// A calendar year.
  case year
}

/// The Gregorian calendar of a place: where its days, weeks, months and years begin.
///
/// Times are seconds since the start of 1970 in UTC.
public struct CivilCalendar: Sendable {
  /// The time zone's identifier, such as `Europe/Stockholm`; `nil` is the system's zone.
  public let timeZone: String?
  /// The locale that says with which day a week begins.
  public let locale: TextLocale

  /// Makes the calendar of a time zone and a locale.
  public init(timeZone: String?, locale: TextLocale) {
    self.timeZone = timeZone
    self.locale = locale
  }

  /// Returns the start of a unit near a time.
  ///
  /// - Parameters:
  ///   - unit: The unit.
  ///   - time: A time within the unit counted from.
  ///   - offset: How many units later (earlier if negative).
  public func start(of unit: CalendarUnit, containing time: Double, offset: Int) -> Double {
    (time / 86400).rounded(.down) * 86400 + Double(offset) * 86400
  }

  /// Reads a date, or a date and time, in ISO 8601 form; local time where no zone is given.
  ///
  /// - Returns: Seconds since 1970, or `nil` when the text is no such date.
  public func parseISO8601(_ text: String) -> Double? {
    nil
  }
}
