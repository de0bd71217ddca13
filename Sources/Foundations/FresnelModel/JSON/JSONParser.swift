extension JSONValue {
  /// How deeply arrays and objects may nest in a text.
  public static let maximumDepth = 128

  /// Parses a JSON text, which must be UTF-8 and nothing but one value and white space.
  ///
  /// - Throws: ``JSONError`` with line and column. A name that comes twice in an object, half of a
  ///   surrogate pair and a number beyond the range of a binary64 are errors too.
  /// - Complexity: O(*b*) in the number of bytes.
  public static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
    try parse(bytes[...])
  }

  /// Parses a JSON text that is part of a buffer; places in errors count from the start of the part.
  ///
  /// - Throws: ``JSONError`` with line and column.
  /// - Complexity: O(*b*) in the number of bytes.
  public static func parse(_ bytes: ArraySlice<UInt8>) throws(JSONError) -> JSONValue {
    var parser = JSONParser(bytes)
    return try parser.document()
  }
}

/// A recursive-descent parser; nesting is bounded by ``JSONValue/maximumDepth``.
private struct JSONParser {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  mutating func document() throws(JSONError) -> JSONValue {
    let value = try value(depth: 0)
    skipWhiteSpace()
    guard position == bytes.endIndex else { throw error("expected the end of the text") }
    return value
  }

  // MARK: - Values

  private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    skipWhiteSpace()
    guard let first = peek else { throw error("expected a value") }
    switch first {
    case UInt8(ascii: "{"): return try object(depth: depth + 1)
    case UInt8(ascii: "["): return try array(depth: depth + 1)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: throw error("expected a value")
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
    try check(depth)
    position += 1
    var members: [JSONMember] = []
    var names: Set<String> = []
    skipWhiteSpace()
    if skip("}") { return .object(members) }
    while true {
      skipWhiteSpace()
      guard peek == UInt8(ascii: "\"") else { throw error("expected a name in quotes") }
      let start = position
      let name = try string()
      // Small objects are compared by looking, large ones with a set.
      if members.count == 16 { names = Set(members.map(\.name)) }
      let isRepeated =
        members.count < 16
        ? members.contains { $0.name == name } : !names.insert(name).inserted
      guard !isRepeated else { throw error("the name \"\(name)\" comes twice", at: start) }
      skipWhiteSpace()
      guard skip(":") else { throw error("expected a colon") }
      members.append(JSONMember(name, try value(depth: depth)))
      skipWhiteSpace()
      if skip("}") { return .object(members) }
      guard skip(",") else { throw error("expected a comma or a closing brace") }
    }
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
    try check(depth)
    position += 1
    var values: [JSONValue] = []
    skipWhiteSpace()
    if skip("]") { return .array(values) }
    while true {
      values.append(try value(depth: depth))
      skipWhiteSpace()
      if skip("]") { return .array(values) }
      guard skip(",") else { throw error("expected a comma or a closing bracket") }
    }
  }

  private mutating func number() throws(JSONError) -> JSONValue {
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
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole, let integer = Int64(text) { return .integer(integer) }
    guard let double = Double(text), double.isFinite else {
      throw error("the number is out of range", at: start)
    }
    return .double(double)
  }

  private mutating func digits() throws(JSONError) {
    let start = position
    while let byte = peek, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
    if position == start { throw error("expected a digit") }
  }

  private mutating func word(
    _ word: String, _ value: JSONValue
  ) throws(JSONError) -> JSONValue {
    let start = position
    guard skip(text: word) else { throw error("expected a value", at: start) }
    return value
  }

  // MARK: - Strings

  private mutating func string() throws(JSONError) -> String {
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

  private mutating func skipWhiteSpace() {
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

  private func check(_ depth: Int) throws(JSONError) {
    guard depth <= JSONValue.maximumDepth else {
      throw error("arrays and objects nest deeper than \(JSONValue.maximumDepth)")
    }
  }

  private func error(_ reason: String, at position: Int? = nil) -> JSONError {
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
