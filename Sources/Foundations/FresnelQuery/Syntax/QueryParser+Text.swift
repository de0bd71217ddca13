/// Whether a byte opens and closes a text value.
func isQuote(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
}

extension QueryParser {
  /// Reads a text value at its opening quote.
  ///
  /// A backslash makes the next character stand for itself; a bare `*` or `?` is a wildcard; the
  /// other kind of quote needs no escape.
  mutating func parsePattern(quote: UInt8) throws(QueryError) -> Pattern {
    let start = scanner.offset
    scanner.offset += 1
    var elements: [Pattern.Element] = []
    var literal: [UInt8] = []
    func flush() {
      guard !literal.isEmpty else { return }
      elements.append(.text(String(decoding: literal, as: UTF8.self)))
      literal = []
    }
    while let byte = scanner.next {
      scanner.offset += 1
      switch byte {
      case quote:
        flush()
        let pattern = Pattern(elements)
        try pattern.validate(column: scanner.column(of: start))
        return pattern
      case UInt8(ascii: "\\"):
        guard let escaped = scanner.next else { continue }
        literal.append(escaped)
        scanner.offset += 1
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
    throw QueryError(
      code: .unterminatedText, column: scanner.column(of: start),
      expected: "a closing \(quote == UInt8(ascii: "'") ? "single" : "double") quote for the text",
      found: "the end of the query")
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
