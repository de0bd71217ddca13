extension JSONValue {
  /// The JSON text of the value, on one line without spaces, or indented by two spaces a level.
  ///
  /// Parsing the text gives the value again. An infinite number, which JSON cannot say, becomes
  /// `null`.
  public func text(indented: Bool = false) -> String {
    var printer = JSONPrinter(isIndented: indented)
    printer.append(self, level: 0)
    return String(decoding: printer.output, as: UTF8.self)
  }
}

private struct JSONPrinter {
  let isIndented: Bool
  var output: [UInt8] = []

  init(isIndented: Bool) {
    self.isIndented = isIndented
  }

  mutating func append(_ value: JSONValue, level: Int) {
    switch value {
    case .null: append("null")
    case .boolean(let boolean): append(boolean ? "true" : "false")
    case .integer(let integer): append(String(integer))
    // The shortest decimal that reads back as the same number; it always has a fraction or an
    // exponent, so it is not taken for a whole number.
    case .double(let double): append(double.isFinite ? double.description : "null")
    case .string(let string): append(quoted: string)
    case .array(let values):
      append(list: values, open: "[", close: "]", level: level) { printer, value in
        printer.append(value, level: level + 1)
      }
    case .object(let members):
      append(list: members, open: "{", close: "}", level: level) { printer, member in
        printer.append(quoted: member.name)
        printer.append(printer.isIndented ? ": " : ":")
        printer.append(member.value, level: level + 1)
      }
    }
  }

  private mutating func append<Element>(
    list: [Element], open: String, close: String, level: Int,
    _ body: (inout JSONPrinter, Element) -> Void
  ) {
    append(open)
    for (index, element) in list.enumerated() {
      if index > 0 { append(",") }
      breakLine(level: level + 1)
      body(&self, element)
    }
    if !list.isEmpty { breakLine(level: level) }
    append(close)
  }

  private mutating func breakLine(level: Int) {
    guard isIndented else { return }
    output.append(0x0a)
    output.append(contentsOf: repeatElement(0x20, count: 2 * level))
  }

  private mutating func append(_ text: String) {
    output.append(contentsOf: text.utf8)
  }

  private mutating func append(quoted text: String) {
    output.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { bytes in
      // Text between characters that need an escape is copied in one piece.
      var runStart = 0
      for index in bytes.indices where Self.needsEscape(bytes[index]) {
        output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[runStart..<index]))
        append(escaped: bytes[index])
        runStart = index + 1
      }
      output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[runStart...]))
    }
    output.append(UInt8(ascii: "\""))
  }

  /// Quotes, backslashes, control characters, and the one that terminals take for an erasure.
  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7f
  }

  private mutating func append(escaped byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append("\\\"")
    case UInt8(ascii: "\\"): append("\\\\")
    case 0x08: append("\\b")
    case 0x09: append("\\t")
    case 0x0a: append("\\n")
    case 0x0c: append("\\f")
    case 0x0d: append("\\r")
    default:
      let digits = String(byte, radix: 16)
      append(digits.utf8.count == 1 ? "\\u000" : "\\u00")
      append(digits)
    }
  }
}
