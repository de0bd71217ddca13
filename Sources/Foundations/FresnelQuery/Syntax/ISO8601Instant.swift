import FresnelModel
import FresnelText

/// Whether a text is an ISO 8601 date, or date and time, that `$time.iso(…)` can mean.
func isISO8601Instant(_ text: String) -> Bool { ISO8601Date(text) != nil }

extension CivilCalendar {
  /// The instant of an ISO 8601 text; local time where it names no zone. `nil` where it is no such text.
  func instant(iso8601 text: String) -> Timestamp? {
    guard let date = ISO8601Date(text) else { return nil }
    let clock = date.time
    if clock?.secondsFromUTC != nil {
      return Timestamp(secondsSinceReferenceDate: date.secondsSinceReferenceDate)
    }
    let seconds = time(
      year: date.year, month: date.month ?? 1, day: date.day ?? 1, hour: clock?.hour ?? 0,
      minute: clock?.minute ?? 0, second: clock?.second ?? 0)
    return seconds.map { Timestamp(secondsSince1970: $0 + (clock?.fraction ?? 0)) }
  }
}
