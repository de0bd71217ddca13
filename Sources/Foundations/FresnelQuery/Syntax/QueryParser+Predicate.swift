extension QueryParser {
  /// Reads `attribute operator value` or `InRange(attribute, lower, upper)`.
  mutating func parsePredicate() throws(QueryError) -> Query {
    let start = scanner.offset
    let attribute = try parseAttribute()
    scanner.skipWhiteSpace()
    if scanner.next == UInt8(ascii: "("), case .named(let name) = attribute {
      guard name == "InRange" || name == "inRange" else {
        throw scanner.error(.syntax, at: start, expected: "InRange, the only function")
      }
      scanner.offset += 1
      return try parseRange()
    }
    return .comparison(try parseComparison(of: attribute))
  }

  private mutating func parseAttribute() throws(QueryError) -> AttributeReference {
    if scanner.take("**") { return .metadataAndText }
    if scanner.take("*") { return .metadata }
    let start = scanner.offset
    let name = scanner.takeWhile(isNameByte)
    guard !name.isEmpty else {
      throw scanner.error(
        .syntax, at: start, expected: "an attribute name, \"*\", \"**\", InRange, \"!\" or \"(\"")
    }
    return self.attribute(at: name)
  }

  private mutating func parseComparison(
    of attribute: AttributeReference
  ) throws(QueryError) -> Comparison {
    let comparator = try parseComparator()
    scanner.skipWhiteSpace()
    let bracket = scanner.offset
    var modifiers: MatchModifiers = []
    if scanner.take("[") {
      guard !comparator.isOrdering else {
        throw scanner.error(
          .invalidValue, at: bracket,
          expected: "a number or a $time value after \"\(comparator.rawValue)\"")
      }
      modifiers = try parseBracketedModifiers()
      scanner.skipWhiteSpace()
    }
    guard let quote = scanner.next, isQuote(quote) else {
      let start = scanner.offset
      if !comparator.isOrdering, let pattern = try parseUnquotedPattern() {
        return Comparison(
          attribute: attribute, comparator: comparator, value: .pattern(pattern),
          modifiers: modifiers)
      }
      let value = try parseOrderedValue(
        expected: modifiers.isEmpty && !comparator.isOrdering
          ? "a text in straight quotes, a number or a $time value" : "a number or a $time value")
      guard modifiers.isEmpty else {
        throw scanner.error(.invalidValue, at: start, expected: "a text in quotes after modifiers")
      }
      return Comparison(attribute: attribute, comparator: comparator, value: value)
    }
    guard !comparator.isOrdering else {
      throw scanner.error(
        .invalidValue, at: scanner.offset,
        expected:
          "a number or a $time value after \"\(comparator.rawValue)\", such as $time.iso(2026-11-22)"
      )
    }
    let pattern = try parsePattern(quote: quote)
    modifiers.formUnion(try parseModifierSuffix())
    return Comparison(
      attribute: attribute, comparator: comparator, value: .pattern(pattern), modifiers: modifiers)
  }

  private mutating func parseComparator() throws(QueryError) -> Comparator {
    // The longer spelling first, so that `<=` is not read as `<`.
    if scanner.take("==") || scanner.take("=") { return .equal }
    if scanner.take("!=") { return .notEqual }
    if scanner.take("<=") { return .lessOrEqual }
    if scanner.take(">=") { return .greaterOrEqual }
    if scanner.take("<") { return .less }
    if scanner.take(">") { return .greater }
    throw scanner.error(
      .syntax, at: scanner.offset, expected: "one of the operators == = != < <= > >=")
  }

  private mutating func parseRange() throws(QueryError) -> Query {
    scanner.skipWhiteSpace()
    let attribute = try parseAttribute()
    try expect(",", "a comma after the attribute of InRange")
    let lower = try parseOrderedValue(expected: "a number or a $time value as the lower bound")
    try expect(",", "a comma after the lower bound of InRange")
    let upper = try parseOrderedValue(expected: "a number or a $time value as the upper bound")
    try expect(")", "a closing parenthesis after the upper bound of InRange")
    return .inRange(attribute, lower: lower, upper: upper)
  }

  /// Steps over white space, the token, and white space after it.
  mutating func expect(_ token: StaticString, _ expected: String) throws(QueryError) {
    scanner.skipWhiteSpace()
    guard scanner.take(token) else {
      throw scanner.error(.syntax, at: scanner.offset, expected: expected)
    }
    scanner.skipWhiteSpace()
  }
}

extension Comparator {
  /// Whether the operator asks for an order, which text does not have.
  var isOrdering: Bool {
    switch self {
    case .equal, .notEqual: false
    case .less, .lessOrEqual, .greater, .greaterOrEqual: true
    }
  }
}
