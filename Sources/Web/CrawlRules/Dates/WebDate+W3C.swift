extension WebDate {
  /// Reads a date in the form of W3C (a profile of ISO 8601): `2015`, `2015-06`, `2015-06-10`,
  /// `2015-06-10T10:00Z`, `2015-06-10T10:00:05.25+02:00`; gives `nil` when it isn't one.
  ///
  /// - Parameters:
  ///   - text: The date without white space around it.
  ///   - isZoneNeeded: Whether a time of day without a time zone is refused instead of read as UTC.
  public init?(w3c text: String, isZoneNeeded: Bool = true) {
    guard text.utf8.count <= 64 else { return nil }
    var reader = DigitReader(text)
    var parts = Parts()
    parts.year = reader.number(digits: 4)
    if parts.year == nil { return nil }
    readDate: if reader.skip("-") {
      guard let month = reader.number(digits: 2) else { return nil }
      parts.month = month
      guard reader.skip("-") else { break readDate }
      guard let day = reader.number(digits: 2) else { return nil }
      parts.day = day
      guard reader.skip("T") else { break readDate }
      guard let hour = reader.number(digits: 2), reader.skip(":"),
        let minute = reader.number(digits: 2)
      else { return nil }
      parts.hour = hour
      parts.minute = minute
      if reader.skip(":") {
        guard let second = reader.number(digits: 2) else { return nil }
        parts.second = Double(second)
        if reader.skip(".") {
          guard let fraction = reader.fraction() else { return nil }
          parts.second += fraction
        }
      }
      if isZoneNeeded || !reader.isAtEnd {
        guard let offset = reader.zone() else { return nil }
        parts.offsetMinutes = offset
      }
    }
    guard reader.isAtEnd else { return nil }
    self.init(parts, text: text)
  }
}

/// Reads digits and separators from the front of a text.
private struct DigitReader {
  private var bytes: ArraySlice<UInt8>

  init(_ text: String) { bytes = Array(text.utf8)[...] }

  var isAtEnd: Bool { bytes.isEmpty }

  /// Takes a character if it comes next.
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard bytes.first == UInt8(ascii: character) else { return false }
    bytes.removeFirst()
    return true
  }

  /// Takes a number of exactly so many digits.
  mutating func number(digits count: Int) -> Int? {
    let digits = bytes.prefix(count)
    guard digits.count == count, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    bytes.removeFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Takes the digits of a fraction.
  mutating func fraction() -> Double? {
    let digits = bytes.prefix { 0x30...0x39 ~= $0 }
    guard !digits.isEmpty else { return nil }
    bytes.removeFirst(digits.count)
    return Double("0." + String(decoding: digits, as: UTF8.self))
  }

  /// Takes a time zone: `Z` or hours and minutes.
  mutating func zone() -> Int? {
    if skip("Z") { return 0 }
    let sign = skip("+") ? 1 : skip("-") ? -1 : 0
    guard sign != 0, let hours = number(digits: 2), skip(":"), let minutes = number(digits: 2),
      minutes < 60
    else { return nil }
    return sign * (hours * 60 + minutes)
  }
}
