/// The parts of JSON texts (RFC 8259): names, texts, numbers and what stands between them. What they are
/// put together to is the matter of a parser.
package struct JSONScanner {
  private let bytes: ArraySlice<UInt8>
  /// The index of the byte that comes next, in the part of the buffer that was given.
  package private(set) var position: Int

  /// Begins at the start of a text.
  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  // MARK: - Values

  /// What a value begins with.
  package enum Beginning {
    /// A brace, which comes next.
    case object
    /// A bracket, which comes next.
    case array
    /// Quotes, which come next.
    case string
    /// The first character of a number, which comes next.
    case number
    /// The word `true` or `false`, which was stepped over.
    case boolean(Bool)
    /// The word `null`, which was stepped over.
    case null
  }

  /// Steps over white space and says which kind of value follows.
  package mutating func beginning() throws(JSONError) -> Beginning {
    skipWhiteSpace()
    guard let first = peek else { throw error("expected a value") }
    switch first {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    case UInt8(ascii: "t") where skip(text: "true"): return .boolean(true)
    case UInt8(ascii: "f") where skip(text: "false"): return .boolean(false)
    case UInt8(ascii: "n") where skip(text: "null"): return .null
    default: throw error("expected a value")
    }
  }

  /// Steps over the brace or bracket that opens a list of members or values.
  package mutating func open(depth: Int, of maximumDepth: Int) throws(JSONError) {
    guard depth <= maximumDepth else {
      throw error("arrays and objects nest deeper than \(maximumDepth)")
    }
    position += 1
  }

  /// Steps to the next member or value of a list, or over what closes it.
  ///
  /// - Returns: Whether there is another one.
  package mutating func next(
    closing: Unicode.Scalar, isFirst: Bool
  ) throws(JSONError) -> Bool {
    skipWhiteSpace()
    if skip(closing) { return false }
    if isFirst { return true }
    guard skip(",") else {
      throw error("expected a comma or a closing \(closing == "}" ? "brace" : "bracket")")
    }
    skipWhiteSpace()
    return true
  }

  /// Reads a member's name.
  package mutating func name() throws(JSONError) -> String {
    guard peek == UInt8(ascii: "\"") else { throw error("expected a name in quotes") }
    return try string()
  }

  /// Steps over the colon behind a name.
  package mutating func colon() throws(JSONError) {
    skipWhiteSpace()
    guard skip(":") else { throw error("expected a colon") }
  }

  /// Makes sure that nothing but white space follows.
  package mutating func end() throws(JSONError) {
    skipWhiteSpace()
    guard position == bytes.endIndex else { throw error("expected the end of the text") }
  }

  /// Reads a number as it is written, and whether it has neither fraction nor exponent.
  package mutating func number() throws(JSONError) -> (text: String, isWhole: Bool) {
    let start = position
    var isWhole = true
    _ = skip("-")
    if !skip("0") { try digits() }
    if skip(".") {
      isWhole = false
      try digits()
    }
    if skip("e") || skip("E") {
      isWhole = false
      if !skip("+") { _ = skip("-") }
      try digits()
    }
    return (String(decoding: bytes[start..<position], as: UTF8.self), isWhole)
  }

  private mutating func digits() throws(JSONError) {
    let start = position
    while let byte = peek, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
    if position == start { throw error("expected a digit") }
  }

  // MARK: - Strings

  /// Reads a text, which begins at the position: its characters, with escapes resolved.
  ///
  /// - Throws: ``JSONError`` for a control character, an escape that says nothing, half of a surrogate pair, and
  ///   bytes that are not UTF-8.
  package mutating func string() throws(JSONError) -> String {
    let start = position
    position += 1
    var unescaped: [UInt8] = []
    var runStart = position
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        // Text without escapes, which nearly all is, is copied once.
        let run = bytes[runStart..<position]
        if !unescaped.isEmpty { unescaped.append(contentsOf: run) }
        let string = String(
          validating: unescaped.isEmpty ? run : unescaped[...], as: UTF8.self)
        guard let string else { throw error("the text is not UTF-8", at: start) }
        position += 1
        return string
      case UInt8(ascii: "\\"):
        unescaped.append(contentsOf: bytes[runStart..<position])
        try escape(into: &unescaped)
        runStart = position
      case 0..<0x20: throw error("a control character must be escaped")
      default: position += 1
      }
    }
    throw error("the quotes are not closed", at: start)
  }

  private mutating func escape(into output: inout [UInt8]) throws(JSONError) {
    let start = position
    position += 1
    guard let letter = peek else { throw error("an escape is cut short", at: start) }
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): output.append(letter)
    case UInt8(ascii: "b"): output.append(0x08)
    case UInt8(ascii: "f"): output.append(0x0c)
    case UInt8(ascii: "n"): output.append(0x0a)
    case UInt8(ascii: "r"): output.append(0x0d)
    case UInt8(ascii: "t"): output.append(0x09)
    case UInt8(ascii: "u"):
      var value = try hexadecimal(escapeStart: start)
      if 0xd800..<0xdc00 ~= value, skip(text: "\\u") {
        let low = try hexadecimal(escapeStart: start)
        guard 0xdc00..<0xe000 ~= low else {
          throw error("half of a surrogate pair", at: start)
        }
        value = 0x10000 + (value - 0xd800) << 10 + (low - 0xdc00)
      }
      guard let scalar = Unicode.Scalar(value) else {
        throw error("half of a surrogate pair", at: start)
      }
      output.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
    default: throw error("no such escape", at: start)
    }
  }

  private mutating func hexadecimal(escapeStart: Int) throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = peek.flatMap(Self.hexadecimalDigit) else {
        throw error("an escape needs four hexadecimal digits", at: escapeStart)
      }
      value = value << 4 | digit
      position += 1
    }
    return value
  }

  private static func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  // MARK: - Bytes

  private var peek: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  /// Steps over white space.
  package mutating func skipWhiteSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 {
      position += 1
    }
  }

  /// Steps over a character if it comes next.
  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Steps over some text if it comes next.
  private mutating func skip(text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  /// An error with its place, which is the position unless another one is given.
  ///
  /// - Complexity: O(*b*) in the number of bytes before it.
  package func error(_ reason: String, at position: Int? = nil) -> JSONError {
    let position = position ?? self.position
    let before = bytes[..<position]
    let lineStart = before.lastIndex(of: 0x0a).map { $0 + 1 } ?? bytes.startIndex
    return JSONError(
      line: before.count(where: { $0 == 0x0a }) + 1,
      // Every byte but the continuation bytes of UTF-8 begins a character.
      column: bytes[lineStart..<position].count(where: { $0 & 0xc0 != 0x80 }) + 1,
      offset: position - bytes.startIndex, reason: reason)
  }
}
