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
