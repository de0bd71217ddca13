extension QueryParser {
  /// Reads the comparisons of a long list that have the form of those before them, each up to the `||` behind it.
  ///
  /// What has another form, or no `||` behind it, is left to be read as any other clause, errors included: the cursor
  /// stands behind the last `||`.
  ///
  /// - Parameters:
  ///   - literals: The comparisons before, of a named attribute; grows.
  ///   - name: The attribute's name.
  mutating func parseAlternatives(into literals: inout LiteralList, name: String) {
    let limit = QueryLimits.maximumClauseCount - clauseCount
    let countBefore = literals.count
    let start = scanner.offset
    scanner.offset = scanner.bytes.withUnsafeBufferPointer { bytes in
      var name = name
      return name.withUTF8 { name in
        var reader = AlternativeReader(
          bytes: bytes, name: name, modifiers: literals.modifiers, offset: start)
        var end = start
        while literals.count - countBefore < limit, reader.read(into: &literals) {
          literals.endText()
          end = reader.offset
        }
        literals.dropUnendedText()
        return end
      }
    }
    clauseCount += literals.count - countBefore
  }
}

/// Reads comparisons of one form from the bytes of a query.
private struct AlternativeReader {
  let bytes: UnsafeBufferPointer<UInt8>
  let name: UnsafeBufferPointer<UInt8>
  let modifiers: MatchModifiers
  var offset: Int

  /// Reads `name == "text"modifiers ||`, and adds the text.
  ///
  /// - Returns: Whether that is what stands at the cursor; else a part of the text may have been added.
  mutating func read(into literals: inout LiteralList) -> Bool {
    skipSpaces()
    guard bytes.count - offset > name.count, isName(at: offset) else { return false }
    offset += name.count
    guard !isNameByte(bytes[offset]) else { return false }
    skipSpaces()
    guard take(UInt8(ascii: "=")) else { return false }
    _ = take(UInt8(ascii: "="))
    skipSpaces()
    guard offset < bytes.count, isQuote(bytes[offset]) else { return false }
    let quote = bytes[offset]
    offset += 1
    guard readText(quote, into: &literals), readModifiers() == modifiers else { return false }
    skipSpaces()
    return take(UInt8(ascii: "|")) && take(UInt8(ascii: "|"))
  }

  private func isName(at offset: Int) -> Bool {
    UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[offset..<offset + name.count]))
      .isEqual(to: UnsafeRawBufferPointer(name))
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard offset < bytes.count, bytes[offset] == byte else { return false }
    offset += 1
    return true
  }

  /// Steps over the white space of ASCII; where there is other one, the form is not the usual.
  private mutating func skipSpaces() {
    while offset < bytes.count, bytes[offset] == 0x20 || 0x09...0x0D ~= bytes[offset] {
      offset += 1
    }
  }

  /// Reads the text behind a quote, and the closing one.
  private mutating func readText(_ quote: UInt8, into literals: inout LiteralList) -> Bool {
    var start = offset
    while true {
      offset = Self.nextSyntax(in: bytes, from: offset, quote: quote)
      guard offset < bytes.count else { return false }
      literals.append(bytes: UnsafeBufferPointer(rebasing: bytes[start..<offset]))
      switch bytes[offset] {
      case quote:
        offset += 1
        return literals.isTextShort
      case UInt8(ascii: "\\"):
        // What is escaped belongs to the text, whatever it is.
        start = offset + 1
        offset += 2
        guard offset <= bytes.count else { return false }
      default: return false
      }
    }
  }

  /// Reads the letters behind the closing quote; `nil` where they aren't modifiers alone.
  private mutating func readModifiers() -> MatchModifiers? {
    var modifiers: MatchModifiers = []
    while offset < bytes.count, isNameByte(bytes[offset]) {
      guard let modifier = MatchModifiers(letter: bytes[offset]) else { return nil }
      modifiers.formUnion(modifier)
      offset += 1
    }
    return modifiers
  }

  /// The first place of a quote, an escape or a wildcard; the end where there is none.
  private static func nextSyntax(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, quote: UInt8
  ) -> Int {
    let raw = UnsafeRawBufferPointer(bytes)
    var offset = start
    while bytes.count - offset >= 8 {
      let word = UInt64(
        littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let found =
        marks(of: quote, in: word) | marks(of: UInt8(ascii: "\\"), in: word)
        | marks(of: UInt8(ascii: "*"), in: word) | marks(of: UInt8(ascii: "?"), in: word)
      if found != 0 { return offset + found.trailingZeroBitCount / 8 }
      offset += 8
    }
    while offset < bytes.count, bytes[offset] != quote, !isPatternSyntax(bytes[offset]) {
      offset += 1
    }
    return offset
  }

  /// The upper bits of the bytes of a word that are a certain one. Those above the lowest may be marked in error.
  @inline(__always)
  private static func marks(of byte: UInt8, in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let difference = word ^ (ones &* UInt64(byte))
    return (difference &- ones) & ~difference & (ones << 7)
  }
}
