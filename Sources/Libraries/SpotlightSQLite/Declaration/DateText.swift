internal import Foundation

/// Instants as text: `YYYY-MM-DD`, then, after a space or a `T`, `HH:MM`, `:SS`, a fraction, and `Z` or an
/// offset as `+HH:MM` or `+HHMM`.
enum DateText {
  /// Reads a text; `nil` for one that is no such instant.
  static func date(of text: String) -> Date? {
    var reader = Reader(text: Array(text.utf8))
    guard let year = reader.number(digits: 4), reader.take("-"),
      let month = reader.number(digits: 2), (1...12).contains(month), reader.take("-"),
      let day = reader.number(digits: 2), (1...31).contains(day)
    else { return nil }
    var seconds = Double(daysSince1970(year: year, month: month, day: day) * 86_400)
    if reader.take("T") || reader.take("t") || reader.take(" ") {
      guard let time = time(&reader), let offset = offset(&reader) else { return nil }
      seconds += time - Double(offset)
    }
    return reader.isAtEnd ? Date(timeIntervalSince1970: seconds) : nil
  }

  /// The seconds of the day.
  private static func time(_ reader: inout Reader) -> Double? {
    guard let hour = reader.number(digits: 2), hour < 24, reader.take(":"),
      let minute = reader.number(digits: 2), minute < 60
    else { return nil }
    var seconds = Double(hour * 3600 + minute * 60)
    if reader.take(":") {
      // 60 is a leap second.
      guard let second = reader.number(digits: 2), second <= 60 else { return nil }
      seconds += Double(second)
      if reader.take(".") {
        guard let fraction = reader.fraction() else { return nil }
        seconds += fraction
      }
    }
    return seconds
  }

  /// The seconds that the clock is ahead of UTC.
  private static func offset(_ reader: inout Reader) -> Int? {
    if reader.isAtEnd || reader.take("Z") || reader.take("z") { return 0 }
    let sign = reader.take("-") ? -1 : 1
    guard sign == -1 || reader.take("+"), let hours = reader.number(digits: 2), hours < 24 else {
      return nil
    }
    _ = reader.take(":")
    guard let minutes = reader.number(digits: 2), minutes < 60 else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }

  /// Days of the Gregorian calendar, counted in years that begin in March, so that the leap day comes last.
  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let monthFromMarch = (month + 9) % 12
    // Down also for the year before 0, which January and February of 0 belong to.
    let (era, yearOfEra) = year < 0 ? (-1, year + 400) : (year / 400, year % 400)
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private struct Reader {
    let text: [UInt8]
    var position = 0

    init(text: [UInt8]) {
      self.text = text
    }

    var isAtEnd: Bool { position == text.count }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard position < text.count, UInt32(text[position]) == character.value else { return false }
      position += 1
      return true
    }

    private mutating func digit() -> Int? {
      guard position < text.count, (0x30...0x39).contains(text[position]) else { return nil }
      position += 1
      return Int(text[position - 1]) - 0x30
    }

    mutating func number(digits: Int) -> Int? {
      var number = 0
      for _ in 0..<digits {
        guard let digit = digit() else { return nil }
        number = number * 10 + digit
      }
      return number
    }

    mutating func fraction() -> Double? {
      guard let first = digit() else { return nil }
      var (fraction, place) = (Double(first) / 10, 0.01)
      while let digit = digit() {
        fraction += Double(digit) * place
        place /= 10
      }
      return fraction
    }
  }
}
