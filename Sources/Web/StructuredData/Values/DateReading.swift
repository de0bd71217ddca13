internal import FresnelModel

/// A date, with or without a time, that was read from a text.
package struct DateReading: Hashable, Sendable {
  /// The time of the day.
  package let time: TimeReading?
  /// What was unusual about it.
  package let oddities: [ValueOddity]
  private let date: ISO8601Date

  /// The year, from 0.
  package var year: Int { date.year }
  /// The month, from 1; `nil` when only a year stands there.
  package var month: Int? { date.month }
  /// The day of the month, from 1.
  package var day: Int? { date.day }
  /// Whether there is a time, but nothing that says in which zone.
  package var lacksZone: Bool { time.map { $0.offset == nil } ?? false }

  /// Reads a date of ISO 8601, white space around it left out.
  package init?(_ text: String) {
    guard let text = ValueScanner.trimmed(text), let date = ISO8601Date(text) else { return nil }
    self.date = date
    time = date.time.map(TimeReading.init)
    var oddities: [ValueOddity] = text.contains(" ") ? [.spaceBeforeTime] : []
    if text.contains("t") || text.contains("z") { oddities.append(.letterCase) }
    self.oddities = oddities
  }

  /// The day, the month or the year in the form of ISO 8601, as it is where the date was written: of a time with a
  /// zone the day is that of the zone.
  package var day8601: String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    return ([padded(year, 4)] + [month, day].compactMap(\.self).map { padded($0, 2) })
      .joined(separator: "-")
  }

  /// Seconds since 1970 began in UTC: of the date's first moment, taken for UTC where no zone is named.
  package var secondsSince1970: Double { date.secondsSinceReferenceDate + 978_307_200 }
}
