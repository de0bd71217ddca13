public import FresnelModel

extension Timestamp {
  /// Makes the instant of a fixture: `2026-03-18T15:30:00Z`, this form and no other.
  ///
  /// Counts days by hand, so that tests of calendars do not lean on what they test.
  public init(fixture text: String) {
    let fields = text.split(whereSeparator: { "-T:Z".contains($0) }).map { Int($0) ?? 0 }
    precondition(fields.count == 6 && text.utf8.count == 20, "not a fixture date: \(text)")
    let lengths = [31, Self.isLeap(fields[0]) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var days = lengths.prefix(fields[1] - 1).reduce(0, +) + fields[2] - 1
    for year in min(1970, fields[0])..<max(1970, fields[0]) {
      days += (fields[0] < 1970 ? -1 : 1) * (Self.isLeap(year) ? 366 : 365)
    }
    let seconds = days * 86_400 + fields[3] * 3_600 + fields[4] * 60 + fields[5]
    self.init(secondsSince1970: Double(seconds))
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }
}
