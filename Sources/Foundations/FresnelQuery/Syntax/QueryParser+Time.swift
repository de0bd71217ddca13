extension QueryParser {
  /// Reads a `$time` expression at its `$`.
  mutating func parseTime() throws(QueryError) -> TimeExpression {
    let start = scanner.offset
    let known =
      "$time followed by .now, .today, .yesterday, .this_week, .last_week, .this_month, "
      + ".this_year or .iso(…)"
    guard scanner.take("$time.") else {
      throw scanner.error(.unknownTime, at: start, expected: known)
    }
    let name = scanner.takeWhile(isNameByte)
    switch scanner.text(in: name) {
    case "now": return .now(offset: try parseSecondsArgument())
    case "today": return .start(of: .day, offset: try parsePeriodArgument())
    case "this_week": return .start(of: .week, offset: try parsePeriodArgument())
    case "this_month": return .start(of: .month, offset: try parsePeriodArgument())
    case "this_year": return .start(of: .year, offset: try parsePeriodArgument())
    case "yesterday": return .start(of: .day, offset: -1)
    case "last_week": return .start(of: .week, offset: -1)
    case "iso": return .iso(try parseInstantArgument())
    default: throw scanner.error(.unknownTime, at: name.lowerBound, expected: known)
    }
  }

  /// Reads `(N)` with any number, or nothing.
  private mutating func parseSecondsArgument() throws(QueryError) -> Double {
    guard try takeArgumentStart() else { return 0 }
    let start = scanner.offset
    let offset: Double
    switch try parseArgumentNumber(expected: "a number of seconds") {
    case .integer(let integer): offset = Double(integer)
    case .double(let double): offset = double
    case .pattern, .time:
      throw scanner.error(.unknownTime, at: start, expected: "a number of seconds")
    }
    try expectArgumentEnd()
    return offset
  }

  /// Reads `(N)` with a whole number, or nothing.
  private mutating func parsePeriodArgument() throws(QueryError) -> Int {
    guard try takeArgumentStart() else { return 0 }
    let start = scanner.offset
    let limit = QueryLimits.maximumPeriodOffset
    let expected = "a whole number from -\(limit) to \(limit)"
    guard case .integer(let integer) = try parseArgumentNumber(expected: expected),
      -Int64(limit)...Int64(limit) ~= integer
    else {
      throw scanner.error(.unknownTime, at: start, expected: expected)
    }
    try expectArgumentEnd()
    return Int(integer)
  }

  private mutating func parseArgumentNumber(expected: String) throws(QueryError) -> Literal {
    guard let byte = scanner.next, isNameByte(byte) || "+-.".utf8.contains(byte) else {
      throw scanner.error(.unknownTime, at: scanner.offset, expected: expected)
    }
    return try parseNumber()
  }

  /// Reads `(STRING)`: an ISO 8601 instant, in quotes or not, kept as written.
  private mutating func parseInstantArgument() throws(QueryError) -> String {
    guard try takeArgumentStart() else {
      throw scanner.error(
        .unknownTime, at: scanner.offset, expected: "an ISO 8601 instant in parentheses")
    }
    let quote = scanner.next.flatMap { isQuote($0) ? $0 : nil }
    if quote != nil { scanner.offset += 1 }
    let start = scanner.offset
    let range = scanner.takeWhile(isInstantByte)
    let instant = scanner.text(in: range)
    guard isISO8601Instant(instant) else {
      throw scanner.error(
        .unknownTime, at: start, expected: "an ISO 8601 instant such as 2026-02-03T10:20:30Z")
    }
    if let quote {
      guard scanner.next == quote else {
        throw scanner.error(.syntax, at: scanner.offset, expected: "a closing quote")
      }
      scanner.offset += 1
    }
    try expectArgumentEnd()
    return instant
  }

  /// Steps over an opening parenthesis, if one follows.
  private mutating func takeArgumentStart() throws(QueryError) -> Bool {
    let end = scanner.offset
    scanner.skipWhiteSpace()
    guard scanner.take("(") else {
      scanner.offset = end
      return false
    }
    scanner.skipWhiteSpace()
    return true
  }

  private mutating func expectArgumentEnd() throws(QueryError) {
    scanner.skipWhiteSpace()
    guard scanner.take(")") else {
      throw scanner.error(
        .syntax, at: scanner.offset, expected: "a closing parenthesis after the argument")
    }
  }
}

/// Whether a byte may stand in an ISO 8601 instant: digits, signs, separators and the letters T, W
/// and Z in either case.
func isInstantByte(_ byte: UInt8) -> Bool {
  isNameByte(byte) && byte != UInt8(ascii: "_") || "+-:.,".utf8.contains(byte)
}
