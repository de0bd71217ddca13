/// Reads an ISO 8601 text from left to right.
struct ISO8601Scanner {
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
