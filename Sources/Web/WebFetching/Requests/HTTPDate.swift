/// Dates as fields have them (RFC 9110, 5.6.7): the one form that is written today and the two old ones.
package enum HTTPDate {
  /// Reads a date.
  ///
  /// - Parameter text: Such as `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or
  ///   `Sun Nov  6 08:49:37 1994`.
  /// - Returns: Seconds since 1 January 1970, 00:00 UTC; `nil` when it is no date.
  package static func seconds(_ text: String) -> Int64? {
    guard text.utf8.count <= 64 else { return nil }
    let words = text.split { $0 == " " || $0 == "," || $0 == "-" }.map(String.init)
    guard words.count >= 5 else { return nil }
    let isAsctime = Int64(words[1]) == nil
    let (day, month, year, time) =
      isAsctime
      ? (words[2], words[1], words[4], words[3]) : (words[1], words[2], words[3], words[4])
    guard let day = number(day, digits: 1...2), (1...31).contains(day),
      let monthIndex = months.firstIndex(of: month.lowercased()),
      var year = number(year, digits: 2...4)
    else { return nil }
    // Of a year with two digits: not far ahead.
    if year < 70 { year += 2000 } else if year < 100 { year += 1900 }
    let parts = time.split(separator: ":").map(String.init)
    guard parts.count == 3, let hour = number(parts[0], digits: 2...2), hour < 24,
      let minute = number(parts[1], digits: 2...2), minute < 60,
      let second = number(parts[2], digits: 2...2), second <= 60
    else { return nil }
    return days(year, Int64(monthIndex) + 1, day) * 86_400 + hour * 3600 + minute * 60 + second
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  private static func number(_ text: String, digits: ClosedRange<Int>) -> Int64? {
    guard digits.contains(text.utf8.count),
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int64(text)
  }

  /// Days from 1 January 1970 to a day of the Gregorian calendar.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    // Years begin in March, so that the day that may be missing is the last one.
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}
