public import FresnelModel

/// A date of a page, a sitemap or a feed, as precise as it is given.
public struct WebDate: Hashable, Sendable {
  /// The date in the form of W3C: a year, a month, a day, or an instant with its time zone.
  public let text: String
  /// The instant at which it begins, in UTC where it is a whole day, month or year.
  public let timestamp: Timestamp

  /// The parts of a date and a time of day.
  struct Parts {
    var year: Int?
    var month = 1
    var day = 1
    var hour = 0
    var minute = 0
    var second = 0.0
    /// How far the local time is ahead of UTC.
    var offsetMinutes = 0
  }

  /// Makes a date of parts; `nil` when there is none such.
  init?(_ parts: Parts, text: String) {
    guard let year = parts.year, 1...9999 ~= year, 1...12 ~= parts.month,
      1...Self.dayCount(ofMonth: parts.month, in: year) ~= parts.day, 0...23 ~= parts.hour,
      0...59 ~= parts.minute, 0..<61 ~= parts.second, abs(parts.offsetMinutes) <= 24 * 60
    else { return nil }
    self.text = text
    let days = Self.days(year: year, month: parts.month, day: parts.day)
    let minutes = days * 1440 + parts.hour * 60 + parts.minute - parts.offsetMinutes
    timestamp = Timestamp(secondsSince1970: Double(minutes) * 60 + parts.second)
  }

  private static func dayCount(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The days since 1 January 1970 in the Gregorian calendar.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    // Years that begin in March put the leap day last; 719,468 days lie before the epoch.
    let year = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }
}
