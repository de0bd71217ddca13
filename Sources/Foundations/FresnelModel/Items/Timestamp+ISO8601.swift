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
  /// seconds, decimals and zone (`Z`, `+02:00`, `+0200`, `+02`). What is missing is the start of
  /// the period; without a zone the time is UTC.
  ///
  /// - Returns: `nil` when the text is anything else, such as the 30th of February.
  public init?(iso8601 text: String) {
    var scanner = ISO8601Scanner(Array(text.utf8))
    guard let seconds = scanner.seconds() else { return nil }
    self.init(secondsSinceReferenceDate: seconds)
  }

  /// The decimals of a number of seconds with their point; empty when there are none.
  private static func decimals(of seconds: Double, whole: Double) -> String? {
    let fraction = seconds - whole
    if fraction == 0 { return "" }
    var scale = 1.0
    for count in 1...12 {
      scale *= 10
      let digits = (fraction * scale).rounded()
      if digits < scale, whole + digits / scale == seconds {
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

/// A day of the Gregorian calendar, extended to all years.
private struct CivilDate: Equatable {
  var year: Int
  var month: Int
  var day: Int

  /// Makes the date of a day number; 0 is 1 January 2001.
  ///
  /// Years are counted from March here, so that the leap day is the last of its year and every
  /// month's first day follows from 153 days in five months.
  init(daysSince2001 days: Int) {
    // 1 January 2001 is 306 days after 1 March 2000, where a period of 400 years begins.
    let sinceMarch2000 = days + 306
    let period =
      sinceMarch2000 >= 0
      ? sinceMarch2000 / Self.daysIn400Years
      : (sinceMarch2000 - Self.daysIn400Years + 1) / Self.daysIn400Years
    let dayOfPeriod = sinceMarch2000 - period * Self.daysIn400Years
    var yearOfPeriod = min(dayOfPeriod / 365, 399)
    while Self.days(before: yearOfPeriod) > dayOfPeriod { yearOfPeriod -= 1 }
    let dayOfYear = dayOfPeriod - Self.days(before: yearOfPeriod)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = 2000 + 400 * period + yearOfPeriod + (month <= 2 ? 1 : 0)
  }

  /// Makes a date of the years 1 to 9999; `nil` when there is no such day.
  init?(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
    guard 1...9999 ~= year, 1...12 ~= month, 1...31 ~= day,
      CivilDate(daysSince2001: daysSince2001) == self
    else { return nil }
  }

  var daysSince2001: Int {
    let marchYear = month > 2 ? year : year - 1
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    // The year 0 begins a period; the years given are never before it.
    let period = marchYear / 400
    let yearOfPeriod = marchYear - 400 * period
    return (period - 5) * Self.daysIn400Years + Self.days(before: yearOfPeriod)
      + (153 * monthFromMarch + 2) / 5 + day - 1 - 306
  }

  private static let daysIn400Years = 146_097

  /// The days of a 400-year period before one of its years, which begin in March.
  private static func days(before year: Int) -> Int {
    365 * year + year / 4 - year / 100
  }
}

/// Reads an ISO 8601 text from left to right.
private struct ISO8601Scanner {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  private var isAtEnd: Bool { position == bytes.count }

  /// Seconds since 1 January 2001, 00:00 UTC.
  mutating func seconds() -> Double? {
    guard let year = digits(4) else { return nil }
    var (month, day) = (1, 1)
    if !isAtEnd {
      guard skip("-"), let given = digits(2) else { return nil }
      month = given
    }
    if !isAtEnd {
      guard skip("-"), let given = digits(2) else { return nil }
      day = given
    }
    guard let date = CivilDate(year: year, month: month, day: day) else { return nil }
    let midnight = date.daysSince2001 * 86_400
    if isAtEnd { return Double(midnight) }
    guard skip("T") || skip("t") || skip(" "), let hour = digits(2), skip(":"),
      let minute = digits(2), hour < 24, minute < 60
    else { return nil }
    var second = 0
    var fraction = 0.0
    if skip(":") {
      // A leap second is the first of the next minute.
      guard let given = digits(2), given <= 60 else { return nil }
      second = given
      if skip(".") || skip(",") {
        guard let given = decimals() else { return nil }
        fraction = given
      }
    }
    guard let offset = zone(), isAtEnd else { return nil }
    return Double(midnight + hour * 3600 + minute * 60 + second - offset) + fraction
  }

  /// Seconds east of UTC; 0 when no zone is given.
  private mutating func zone() -> Int? {
    if isAtEnd || skip("Z") || skip("z") { return 0 }
    let sign: Int
    if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
    guard let hours = digits(2), hours < 24 else { return nil }
    if isAtEnd { return sign * hours * 3600 }
    _ = skip(":")
    guard let minutes = digits(2), minutes < 60 else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }

  private mutating func decimals() -> Double? {
    let start = position
    while position < bytes.count, isDigit(bytes[position]) { position += 1 }
    guard position > start else { return nil }
    return Double("0." + String(decoding: bytes[start..<position], as: UTF8.self))
  }

  private mutating func digits(_ count: Int) -> Int? {
    guard bytes.count - position >= count else { return nil }
    var value = 0
    for byte in bytes[position..<position + count] {
      guard isDigit(byte) else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    position += count
    return value
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}
