import FresnelModel

extension Timestamp {
  /// The instant in ISO 8601 form to the second, UTC: `2026-02-03T10:20:30Z`.
  ///
  /// Days become dates by the method of Howard Hinnant, "chrono-compatible low-level date
  /// algorithms", 2014: count from 1 March of year 0, where the leap day ends a year.
  var iso8601: String {
    let seconds = secondsSince1970.rounded(.down)
    // Years beyond four digits are of no use to a reader.
    guard abs(seconds) < 253_402_300_800, seconds >= -62_135_596_800 else {
      return "\(secondsSinceReferenceDate) seconds since 2001"
    }
    let total = Int(seconds)
    let day = (total >= 0 ? total : total - 86_399) / 86_400
    let second = total - day * 86_400
    let shifted = day + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1
    let civilMonth = month < 10 ? month + 3 : month - 9
    let year = era * 400 + yearOfEra + (civilMonth <= 2 ? 1 : 0)
    return padded(year, 4) + "-" + padded(civilMonth) + "-" + padded(dayOfMonth) + "T"
      + padded(second / 3_600) + ":" + padded(second / 60 % 60) + ":" + padded(second % 60) + "Z"
  }

  private func padded(_ number: Int, _ width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
