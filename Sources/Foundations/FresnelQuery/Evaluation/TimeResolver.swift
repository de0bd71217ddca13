import FresnelModel
import FresnelText

/// Turns `$time` expressions into instants, by one clock, calendar and time zone.
struct TimeResolver {
  private let now: Timestamp
  private let calendar: CivilCalendar

  init(_ context: EvaluationContext) {
    now = context.now
    calendar = CivilCalendar(timeZone: context.timeZone, locale: context.locale)
  }

  /// The instant that an expression stands for; of a period, its start.
  ///
  /// A text that is no ISO 8601 instant, which validation refuses, stands for the reference date.
  func instant(_ time: TimeExpression) -> Timestamp {
    switch time {
    case .now(let offset):
      Timestamp(secondsSinceReferenceDate: now.secondsSinceReferenceDate + offset)
    case .start(let period, let offset): start(of: period, offset: offset)
    case .iso(let text): calendar.instant(iso8601: text) ?? Timestamp(secondsSinceReferenceDate: 0)
    }
  }

  /// Where the period of an expression ends, which is where the next one starts; `nil` of an instant.
  func end(_ time: TimeExpression) -> Timestamp? {
    guard case .start(let period, let offset) = time else { return nil }
    return start(of: period, offset: offset + 1)
  }

  private func start(of period: TimeExpression.Period, offset: Int) -> Timestamp {
    let unit: CalendarUnit =
      switch period {
      case .day: .day
      case .week: .week
      case .month: .month
      case .year: .year
      }
    return Timestamp(
      secondsSince1970: calendar.start(of: unit, containing: now.secondsSince1970, offset: offset))
  }
}
