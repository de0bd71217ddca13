import FresnelText

/// Whether a text is an ISO 8601 date, or date and time, that `$time.iso(…)` can mean.
func isISO8601Instant(_ text: String) -> Bool {
  CivilCalendar(timeZone: "UTC", locale: .root).parseISO8601(text) != nil
}
