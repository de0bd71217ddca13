extension QueryParser {
  /// Reads a number or a `$time` value, white space before it included.
  mutating func parseOrderedValue(expected: String) throws(QueryError) -> Literal {
    scanner.skipWhiteSpace()
    guard let byte = scanner.next else {
      throw scanner.error(.invalidValue, at: scanner.offset, expected: expected)
    }
    if byte == UInt8(ascii: "$") { return .time(try parseTime()) }
    guard isDigit(byte) || "+-.".utf8.contains(byte) else {
      throw scanner.error(.invalidValue, at: scanner.offset, expected: expected)
    }
    return try parseNumber()
  }

  /// Reads `[+-] digits [. digits] [e [+-] digits]`; the digits before the point may be missing.
  ///
  /// A number without fraction and exponent that fits 64 bits is whole; every other one is a Double,
  /// and one that no Double can come near is refused.
  mutating func parseNumber() throws(QueryError) -> Literal {
    let start = scanner.offset
    _ = scanner.take("+") || scanner.take("-")
    let whole = scanner.takeWhile(isDigit)
    var fraction = 0..<0
    var exponent = 0..<0
    let hasPoint = scanner.take(".")
    if hasPoint { fraction = scanner.takeWhile(isDigit) }
    let hasExponent = scanner.take("e") || scanner.take("E")
    if hasExponent {
      _ = scanner.take("+") || scanner.take("-")
      exponent = scanner.takeWhile(isDigit)
    }
    let isMalformed =
      hasPoint ? fraction.isEmpty : whole.isEmpty || (hasExponent && exponent.isEmpty)
    if isMalformed || (hasExponent && exponent.isEmpty)
      || scanner.next.map({ isNameByte($0) || $0 == UInt8(ascii: ".") }) ?? false
    {
      throw scanner.error(
        .invalidNumber, at: start, expected: "a number such as 42, -1.5 or 6.02e23")
    }
    let text = scanner.text(in: start..<scanner.offset)
    if !hasPoint, !hasExponent, let integer = Int64(text) { return .integer(integer) }
    guard let double = Double(text), double.isFinite else {
      throw scanner.error(
        .invalidNumber, at: start, expected: "a number of at most 1.8e308 in size")
    }
    return .double(double)
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}
