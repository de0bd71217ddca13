/// A time of the day that was read from a text.
package struct TimeReading: Hashable, Sendable {
  /// The hour, 24 only at the end of a day.
  package let hour: Int
  /// The minute; 0 when only the hour stands there.
  package let minute: Int
  /// The second with its fraction.
  package let second: Double
  /// How many minutes the zone's clocks are ahead of UTC; `nil` when no zone is named.
  package let offset: Int?
  /// What was unusual about it.
  package let oddities: [ValueOddity]

  /// Reads a time of ISO 8601: `10`, `10:30`, `10:30:15.5`, `1030`, each also with `Z` or `+02:00` behind.
  package init?(_ text: String) {
    guard var scanner = ValueScanner(text) else { return nil }
    _ = scanner.take("T")
    self.init(&scanner)
  }

  /// Reads a time that ends a text.
  init?(_ scanner: inout ValueScanner) {
    guard let hour = scanner.digits(2) else { return nil }
    var minute = 0
    var second = 0.0
    let isExtended = scanner.take(":")
    if isExtended || scanner.digitCount >= 2 {
      guard let digits = scanner.digits(2) else { return nil }
      minute = digits
      if isExtended ? scanner.take(":") : scanner.digitCount >= 2 {
        guard scanner.digitCount == 2, let decimal = scanner.decimal() else { return nil }
        second = decimal
      }
    }
    var oddities: [ValueOddity] = []
    var offset: Int?
    if let letter = scanner.takeLetter("Z") {
      if letter == .small { oddities.append(.letterCase) }
      offset = 0
    } else if let next = scanner.next, scanner.take("+") || scanner.take("-") {
      guard let hours = scanner.digits(2), hours <= 23 else { return nil }
      var minutes = 0
      if scanner.take(":") || scanner.digitCount == 2 {
        guard let digits = scanner.digits(2), digits < 60 else { return nil }
        minutes = digits
      }
      offset = (60 * hours + minutes) * (next == UInt8(ascii: "-") ? -1 : 1)
    }
    guard scanner.isAtEnd, minute < 60, second < 61,
      hour < 24 || hour == 24 && minute == 0 && second == 0
    else { return nil }
    self.hour = hour
    self.minute = minute
    self.second = second
    self.offset = offset
    self.oddities = oddities
  }

  /// Seconds since midnight in UTC; of the time itself where no zone is named.
  package var secondsSinceMidnight: Double {
    Double(3_600 * hour + 60 * (minute - (offset ?? 0))) + second
  }
}
