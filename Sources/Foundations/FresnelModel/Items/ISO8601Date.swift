/// A date, or a date and a time of day, as ISO 8601 writes them: the one reader of such texts.
///
/// The forms are `2024`, `2024-06`, `2024-06-01` and `20240601`, the latter two optionally with `T` (or a
/// space) and a time (``ISO8601Time``).
package struct ISO8601Date: Hashable, Sendable {
  /// The year, 0 to 9999.
  package private(set) var year = 0
  /// The month, from 1; `nil` where only a year is written.
  package private(set) var month: Int?
  /// The day of the month, from 1.
  package private(set) var day: Int?
  /// The time of day.
  package private(set) var time: ISO8601Time?
  /// Whether the text has the form of the profile that the web uses (W3C's note *Date and Time Formats*): with all
  /// hyphens and colons, minutes, capital letters and a point before a fraction of seconds. Only a zone may be missing.
  package private(set) var isWebForm = true

  /// Reads a date; `nil` unless the whole text is one.
  ///
  /// - Complexity: O(*n*).
  package init?(_ text: String) {
    var reader = ISO8601Reader(text)
    guard readDay(&reader) else { return nil }
    guard !reader.isAtEnd else { return }
    let isCapital = reader.skip("T")
    guard day != nil, isCapital || reader.skip("t") || reader.skip(" "),
      let time = ISO8601Time(&reader)
    else { return nil }
    isWebForm = isWebForm && isCapital && time.isWebForm
    self.time = time
  }

  private mutating func readDay(_ reader: inout ISO8601Reader) -> Bool {
    guard let year = reader.number(4) else { return false }
    self.year = year
    if reader.isAtEnd { return true }
    let isExtended = reader.skip("-")
    guard let month = reader.number(2), 1...12 ~= month else { return false }
    self.month = month
    // `202406` could be a month or a day of a short year; ISO 8601 forbids it.
    if reader.isAtEnd { return isExtended }
    guard !isExtended || reader.skip("-"), let day = reader.number(2),
      CivilDate(year: year, month: month, day: day) != nil
    else { return false }
    self.day = day
    isWebForm = isExtended
    return true
  }

  /// Seconds since 1 January 2001, 00:00 UTC, of the date's first moment; UTC where no zone is written.
  package var secondsSinceReferenceDate: Double {
    let date = CivilDate(year: year, month: month ?? 1, day: day ?? 1)
    let midnight = Double((date?.daysSince2001 ?? 0) * 86_400)
    guard let time else { return midnight }
    return midnight + Double(time.wholeSeconds - (time.secondsFromUTC ?? 0)) + time.fraction
  }
}

/// A time of day as ISO 8601 writes it, such as `14`, `14:30`, `1430`, `14:30:15` or `14:30:15.25`, and then `Z` or
/// an offset such as `+02`, `+0200` or `+02:00`.
package struct ISO8601Time: Hashable, Sendable {
  /// The hour; 24 only where the minute and the second are 0, which is the next midnight.
  package let hour: Int
  /// The minute; 0 where only an hour is written.
  package let minute: Int
  /// The whole second; 60 is the first of the next minute.
  package let second: Int
  /// The part of the smallest unit written, in seconds.
  package let fraction: Double
  /// How many seconds the zone's clocks are ahead of UTC; `nil` where no zone is written.
  package let secondsFromUTC: Int?
  /// Whether the text has the form that ``ISO8601Date/isWebForm`` describes.
  let isWebForm: Bool

  /// Reads a time, with or without a `T` before it; `nil` unless the whole text is one.
  package init?(_ text: String) {
    var reader = ISO8601Reader(text)
    _ = reader.skip("T")
    self.init(&reader)
  }

  /// Reads a time that ends a text.
  init?(_ reader: inout ISO8601Reader) {
    guard let hour = reader.number(2), hour <= 24 else { return nil }
    var (minute, second, unit) = (0, 0, 3600.0)
    let isExtended = reader.skip(":")
    if isExtended || reader.isAtDigit {
      guard let digits = reader.number(2), digits < 60 else { return nil }
      (minute, unit) = (digits, 60)
      if isExtended ? reader.skip(":") : reader.isAtDigit {
        guard let digits = reader.number(2), digits <= 60 else { return nil }
        (second, unit) = (digits, 1)
      }
    }
    var fraction = 0.0
    let hasPoint = reader.skip(".")
    let hasFraction = hasPoint || reader.skip(",")
    if hasFraction {
      guard let part = reader.fraction() else { return nil }
      fraction = part * unit
    }
    guard hour < 24 || (minute == 0 && second == 0 && fraction == 0),
      let zone = Zone(&reader), reader.isAtEnd
    else { return nil }
    self.hour = hour
    self.minute = minute
    self.second = second
    self.fraction = fraction
    secondsFromUTC = zone.seconds
    isWebForm =
      isExtended && hour < 24 && zone.isWebForm && (!hasFraction || (hasPoint && unit == 1))
  }

  /// The seconds since midnight, without the fraction.
  var wholeSeconds: Int { hour * 3600 + minute * 60 + second }

  private struct Zone {
    var seconds: Int?
    var isWebForm = true

    init?(_ reader: inout ISO8601Reader) {
      if reader.isAtEnd { return }
      isWebForm = reader.skip("Z")
      seconds = 0
      if isWebForm || reader.skip("z") { return }
      let isNegative = reader.skip("-")
      guard isNegative || reader.skip("+"), let hours = reader.number(2), hours < 24 else {
        return nil
      }
      var minutes = 0
      isWebForm = reader.skip(":")
      if isWebForm || reader.isAtDigit {
        guard let digits = reader.number(2), digits < 60 else { return nil }
        minutes = digits
      }
      seconds = (isNegative ? -1 : 1) * (hours * 3600 + minutes * 60)
    }
  }
}

/// Reads digits and signs of a text from left to right.
struct ISO8601Reader {
  private var rest: Substring.UTF8View

  init(_ text: String) {
    rest = text[...].utf8
  }

  var isAtEnd: Bool { rest.isEmpty }

  var isAtDigit: Bool { rest.first.map(Self.isDigit) ?? false }

  mutating func skip(_ sign: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: sign) else { return false }
    rest.removeFirst()
    return true
  }

  /// A number of exactly so many digits.
  mutating func number(_ count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(Self.isDigit) else { return nil }
    rest.removeFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// All digits that follow, as those behind a point.
  mutating func fraction() -> Double? {
    let digits = rest.prefix(while: Self.isDigit)
    guard !digits.isEmpty else { return nil }
    rest.removeFirst(digits.count)
    return Double("0." + String(Substring(digits)))
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}
