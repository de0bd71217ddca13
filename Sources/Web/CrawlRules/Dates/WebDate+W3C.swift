import FresnelModel

extension WebDate {
  /// Reads a date in the form of W3C (a profile of ISO 8601): `2015`, `2015-06`, `2015-06-10`,
  /// `2015-06-10T10:00Z`, `2015-06-10T10:00:05.25+02:00`; gives `nil` when it isn't one.
  ///
  /// - Parameters:
  ///   - text: The date without white space around it.
  ///   - isZoneNeeded: Whether a time of day without a time zone is refused instead of read as UTC.
  public init?(w3c text: String, isZoneNeeded: Bool = true) {
    guard text.utf8.count <= 64, let date = ISO8601Date(text), date.isWebForm, date.year > 0
    else { return nil }
    if isZoneNeeded, let time = date.time, time.secondsFromUTC == nil { return nil }
    self.init(
      text: text,
      timestamp: Timestamp(secondsSinceReferenceDate: date.secondsSinceReferenceDate))
  }
}
