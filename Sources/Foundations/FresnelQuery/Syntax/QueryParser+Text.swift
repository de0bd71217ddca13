/// Whether a byte opens and closes a text value.
func isQuote(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
}

/// Whether a byte means something else than itself in a text value.
func isPatternSyntax(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "*") || byte == UInt8(ascii: "?")
}

/// Whether a byte may stand in a text value without quotes: what names, identifiers, paths and
/// addresses are made of, escapes and wildcards.
private func isUnquotedByte(_ byte: UInt8) -> Bool {
  byte >= 0x80 || isNameByte(byte) || isPatternSyntax(byte) || "-.:/@#%+~".utf8.contains(byte)
}

/// Whether a byte begins a number rather than a text without quotes.
private func isNumberStart(_ byte: UInt8) -> Bool {
  UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "+-.".utf8.contains(byte)
}

extension QueryScanner {
  /// Finds where a text ends that begins at the cursor; escaped characters are passed over.
  ///
  /// - Parameter isEnd: Whether the byte at an offset ends the text.
  /// - Returns: The first offset that does, `nil` where the query ends before; and whether the text has
  ///   neither escapes nor wildcards.
  @inline(__always)
  fileprivate func endOfText(
    where isEnd: (UnsafeBufferPointer<UInt8>, Int) -> Bool
  ) -> (offset: Int?, isLiteral: Bool) {
    bytes.withUnsafeBufferPointer { bytes in
      var offset = offset
      var isLiteral = true
      while offset < bytes.count {
        if isEnd(bytes, offset) { return (offset, isLiteral) }
        if isPatternSyntax(bytes[offset]) { isLiteral = false }
        offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
      }
      return (nil, isLiteral)
    }
  }
}

extension QueryParser {
  /// Reads a text value at its opening quote.
  ///
  /// A backslash makes the next character stand for itself; a bare `*` or `?` is a wildcard; the
  /// other kind of quote needs no escape.
  mutating func parsePattern(quote: UInt8) throws(QueryError) -> Pattern {
    let start = scanner.offset
    scanner.offset += 1
    let (found, isLiteral) = scanner.endOfText { bytes, offset in bytes[offset] == quote }
    guard let end = found else {
      throw QueryError(
        code: .unterminatedText, column: scanner.column(of: start),
        expected:
          "a closing \(quote == UInt8(ascii: "'") ? "single" : "double") quote for the text",
        found: "the end of the query")
    }
    let pattern = pattern(in: scanner.offset..<end, isLiteral: isLiteral)
    scanner.offset = end + 1
    try checkLength(of: pattern, at: start)
    return pattern
  }

  /// Reads a text value without quotes, as in `domain == articles` and `title == *`; `nil` where the
  /// next character cannot begin one, or begins a number or a `$time` value.
  ///
  /// Escapes and wildcards are those of quoted text. What is meant as a value of another kind is refused,
  /// since a text of that name would silently find nothing: truth values are compared with 1 and 0, and
  /// no query can ask for NaN and infinities.
  mutating func parseUnquotedPattern() throws(QueryError) -> Pattern? {
    guard let first = scanner.next, isUnquotedByte(first), !isNumberStart(first),
      !scanner.isAtForeignQuote
    else { return nil }
    let start = scanner.offset
    let scanner = scanner
    let (found, isLiteral) = scanner.endOfText { bytes, offset in
      !isUnquotedByte(bytes[offset]) || scanner.whiteSpaceLength(at: offset) > 0
    }
    let end = found ?? scanner.bytes.count
    let pattern = pattern(in: start..<end, isLiteral: isLiteral)
    for word in ["true", "false", "NaN", "nan", "inf"] where pattern == Pattern(literal: word) {
      throw scanner.error(
        .invalidValue, at: start, expected: "1 or 0 for a truth value, a number or a text in quotes"
      )
    }
    self.scanner.offset = end
    try checkLength(of: pattern, at: start)
    return pattern
  }

  /// The pattern of a stretch of the query.
  private func pattern(in range: Range<Int>, isLiteral: Bool) -> Pattern {
    // Most texts have neither escapes nor wildcards, and are taken whole.
    if isLiteral { return Pattern(literal: scanner.text(in: range)) }
    var elements: [Pattern.Element] = []
    var literal: [UInt8] = []
    func flush() {
      guard !literal.isEmpty else { return }
      elements.append(.text(String(decoding: literal, as: UTF8.self)))
      literal = []
    }
    var rest = scanner.bytes[range]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\\"):
        if let escaped = rest.popFirst() { literal.append(escaped) }
      case UInt8(ascii: "*"):
        flush()
        elements.append(.anySequence)
      case UInt8(ascii: "?"):
        flush()
        elements.append(.anyCharacter)
      default:
        literal.append(byte)
      }
    }
    flush()
    return Pattern(elements)
  }

  /// Checks the length of a pattern that holds a `?`. To tell the column is work for an error only: it
  /// takes reading the query from its beginning.
  private func checkLength(of pattern: Pattern, at start: Int) throws(QueryError) {
    do {
      try pattern.validate(column: 0)
    } catch {
      throw QueryError(
        code: error.code, column: scanner.column(of: start), expected: error.expected,
        found: error.found)
    }
  }

  /// Reads the letters right after a closing quote.
  mutating func parseModifierSuffix() throws(QueryError) -> MatchModifiers {
    var modifiers: MatchModifiers = []
    while let byte = scanner.next, isNameByte(byte) {
      modifiers.formUnion(try parseModifier(byte))
    }
    return modifiers
  }

  /// Reads letters and the closing bracket, the opening one having been read.
  mutating func parseBracketedModifiers() throws(QueryError) -> MatchModifiers {
    var modifiers: MatchModifiers = []
    while true {
      scanner.skipWhiteSpace()
      guard let byte = scanner.next else {
        throw scanner.error(
          .syntax, at: scanner.offset, expected: "a closing bracket after the modifiers")
      }
      if byte == UInt8(ascii: "]"), !modifiers.isEmpty {
        scanner.offset += 1
        return modifiers
      }
      modifiers.formUnion(try parseModifier(byte))
    }
  }

  private mutating func parseModifier(_ byte: UInt8) throws(QueryError) -> MatchModifiers {
    guard let modifier = MatchModifiers(letter: byte) else {
      let end = min(scanner.offset + 16, scanner.bytes.count)
      let found = scanner.text(in: scanner.offset..<end).first.map { "\"\($0)\"" } ?? "nothing"
      throw QueryError(
        code: .unknownModifier, column: scanner.column(of: scanner.offset),
        expected: "one of the modifiers c, d, w and t", found: found)
    }
    scanner.offset += 1
    return modifier
  }
}

extension MatchModifiers {
  /// The modifiers with their letters, in the order in which they are printed.
  static let letters: [(letter: UInt8, modifier: MatchModifiers)] = [
    (UInt8(ascii: "c"), .caseInsensitive), (UInt8(ascii: "d"), .diacriticInsensitive),
    (UInt8(ascii: "w"), .words), (UInt8(ascii: "t"), .tokenized),
  ]

  init?(letter: UInt8) {
    guard let entry = Self.letters.first(where: { $0.letter == letter }) else { return nil }
    self = entry.modifier
  }
}
