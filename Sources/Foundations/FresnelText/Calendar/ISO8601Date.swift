/// A date, or a date and time, as written in ISO 8601.
struct ISO8601Date: Equatable {
  private(set) var year = 1970
  private(set) var month = 1
  private(set) var day = 1
  private(set) var hour = 0
  private(set) var minute = 0
  private(set) var second = 0
  /// The part of a second past the whole ones, or of the smallest unit written, in seconds.
  private(set) var fraction = 0.0
  /// The offset that was written; `nil` stands for local time.
  private(set) var secondsFromUTC: Int?

  /// Reads a date; `nil` unless the whole text is one.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    var reader = Reader(text: text)
    guard readDate(&reader) else { return nil }
    if !reader.isAtEnd {
      guard reader.skip("T") || reader.skip("t") || reader.skip(" "),
        readTime(&reader), readZone(&reader), reader.isAtEnd
      else { return nil }
    }
  }

  /// Seconds from the start of 1970 to this date, both on the same clock.
  var secondsSince1970: Double {
    let days = Self.daysSince1970(year: year, month: month, day: day)
    return Double(days * 86_400 + hour * 3600 + minute * 60 + second) + fraction
  }

  // MARK: - Parts

  private mutating func readDate(_ reader: inout Reader) -> Bool {
    guard let year = reader.number(4) else { return false }
    self.year = year
    if reader.isAtEnd { return true }
    let isExtended = reader.skip("-")
    guard let month = reader.number(2), (1...12).contains(month) else { return false }
    self.month = month
    // `202406` could be a month or a day of a short year; ISO 8601 forbids it.
    if reader.isAtEnd { return isExtended }
    if isExtended { guard reader.skip("-") else { return false } }
    guard let day = reader.number(2), (1...Self.dayCount(year: year, month: month)).contains(day)
    else { return false }
    self.day = day
    return true
  }

  private mutating func readTime(_ reader: inout Reader) -> Bool {
    guard let hour = reader.number(2), hour <= 24 else { return false }
    self.hour = hour
    var unit = 3600.0
    let isExtended = reader.skip(":")
    if isExtended || reader.isAtDigit {
      guard let minute = reader.number(2), minute < 60 else { return false }
      self.minute = minute
      unit = 60
      if isExtended ? reader.skip(":") : reader.isAtDigit {
        guard let second = reader.number(2), second <= 60 else { return false }
        self.second = second
        unit = 1
      }
    }
    if reader.skip(".") || reader.skip(",") {
      guard let fraction = reader.fraction() else { return false }
      self.fraction = fraction * unit
    }
    return hour < 24 || (minute == 0 && second == 0 && fraction == 0)
  }

  private mutating func readZone(_ reader: inout Reader) -> Bool {
    if reader.isAtEnd { return true }
    if reader.skip("Z") || reader.skip("z") {
      secondsFromUTC = 0
      return true
    }
    let isNegative = reader.skip("-")
    guard isNegative || reader.skip("+"), let hours = reader.number(2), hours < 24 else {
      return false
    }
    var minutes = 0
    if reader.skip(":") || reader.isAtDigit {
      guard let number = reader.number(2), number < 60 else { return false }
      minutes = number
    }
    secondsFromUTC = (isNegative ? -1 : 1) * (hours * 3600 + minutes * 60)
    return true
  }

  // MARK: - Gregorian calendar

  private static func isLeapYear(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func dayCount(year: Int, month: Int) -> Int {
    switch month {
    case 2: isLeapYear(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    // Years are counted from March, so that the leap day comes last.
    let marchYear = month > 2 ? year : year - 1
    let marchMonth = (month + 9) % 12
    let leapDays =
      floorDivide(marchYear, 4) - floorDivide(marchYear, 100) + floorDivide(marchYear, 400)
    let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
    // 719,468 days lie between 1 March of the year 0 and the start of 1970.
    return 365 * marchYear + leapDays + dayOfYear - 719_468
  }

  private static func floorDivide(_ number: Int, _ divisor: Int) -> Int {
    number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor)
  }
}

/// Reads digits and signs from ASCII text.
private struct Reader {
  let text: UnsafeBufferPointer<UInt8>
  var offset = 0

  init(text: UnsafeBufferPointer<UInt8>) {
    self.text = text
  }

  var isAtEnd: Bool { offset == text.count }
  var isAtDigit: Bool { offset < text.count && text[offset] &- 0x30 < 10 }

  mutating func skip(_ sign: Unicode.Scalar) -> Bool {
    guard offset < text.count, UInt32(text[offset]) == sign.value else { return false }
    offset += 1
    return true
  }

  mutating func number(_ digitCount: Int) -> Int? {
    var number = 0
    for _ in 0..<digitCount {
      guard isAtDigit else { return nil }
      number = number * 10 + Int(text[offset] - 0x30)
      offset += 1
    }
    return number
  }

  mutating func fraction() -> Double? {
    guard isAtDigit else { return nil }
    var numerator = 0.0
    var denominator = 1.0
    var digitCount = 0
    while isAtDigit {
      // More digits than a nanosecond has are read and dropped.
      if digitCount < 9 {
        numerator = numerator * 10 + Double(text[offset] - 0x30)
        denominator *= 10
      }
      digitCount += 1
      offset += 1
    }
    return numerator / denominator
  }
}
