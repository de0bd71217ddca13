extension Timestamp {
  /// The instant as ISO 8601 in UTC, such as `2026-11-21T09:30:00.25Z`.
  ///
  /// The text reads back as exactly this instant: it has as many decimals as that takes.
  ///
  /// - Returns: `nil` outside the years 1 to 9999, and when twelve decimals are not enough.
  public var iso8601: String? {
    // 1 January of the year 1 and of the year 10,000, in seconds since 2001.
    guard secondsSinceReferenceDate >= -63_113_904_000, secondsSinceReferenceDate < 252_423_993_600
    else { return nil }
    let whole = secondsSinceReferenceDate.rounded(.down)
    guard let fraction = Self.decimals(of: secondsSinceReferenceDate, whole: whole) else {
      return nil
    }
    let seconds = Int(whole)
    let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let second = seconds - day * 86_400
    let date = CivilDate(daysSince2001: day)
    return Self.padded(date.year, 4) + "-" + Self.padded(date.month, 2) + "-"
      + Self.padded(date.day, 2) + "T" + Self.padded(second / 3600, 2) + ":"
      + Self.padded(second / 60 % 60, 2) + ":" + Self.padded(second % 60, 2) + fraction + "Z"
  }

  /// Makes an instant from ISO 8601: a year, a month, a day, or a day and a time with or without
  /// minutes, seconds, decimals and zone (`Z`, `+02:00`, `+0200`, `+02`), with hyphens and colons or
  /// without. What is missing is the start of the period; without a zone the time is UTC.
  ///
  /// - Returns: `nil` when the text is anything else, such as the 30th of February.
  public init?(iso8601 text: String) {
    guard let date = ISO8601Date(text) else { return nil }
    self.init(secondsSinceReferenceDate: date.secondsSinceReferenceDate)
  }

  /// The decimals of a number of seconds with their point; empty when there are none.
  private static func decimals(of seconds: Double, whole: Double) -> String? {
    let fraction = seconds - whole
    if fraction == 0 { return "" }
    var scale = 1.0
    for count in 1...12 {
      scale *= 10
      let digits = (fraction * scale).rounded()
      if whole + digits / scale == seconds {
        return "." + padded(Int(digits), count)
      }
    }
    return nil
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
