extension PropertyList {
  /// The list as an XML document as Apple's tools write it: keys in the order of their bytes, tabs for
  /// indentation. Reading the text gives the list again, with dates cut to the second.
  ///
  /// `nil` when XML cannot say it: text with control characters, a date beyond the years 1 to 9999.
  package var xml: String? {
    var writer = XMLPropertyListWriter()
    writer.append(self, level: 0)
    guard writer.isFaithful else { return nil }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      \(writer.text)</plist>

      """
  }
}

private struct XMLPropertyListWriter {
  private(set) var text = ""
  /// Whether the text says everything so far.
  private(set) var isFaithful = true

  mutating func append(_ value: PropertyList, level: Int) {
    switch value {
    case .string(let text): append("string", escaped(text), level)
    case .integer(let number): append("integer", String(number), level)
    case .real(let number): append("real", String(number), level)
    case .boolean(let boolean): append(line: boolean ? "<true/>" : "<false/>", level)
    case .date(let date): append("date", text(of: date), level)
    case .data(let bytes): append("data", Base64.encode(bytes), level)
    case .array(let values) where values.isEmpty: append(line: "<array/>", level)
    case .array(let values):
      append(line: "<array>", level)
      for value in values { append(value, level: level + 1) }
      append(line: "</array>", level)
    case .dictionary(let entries) where entries.isEmpty: append(line: "<dict/>", level)
    case .dictionary(let entries):
      append(line: "<dict>", level)
      let sorted = entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      for entry in sorted {
        append("key", escaped(entry.key), level + 1)
        append(entry.value, level: level + 1)
      }
      append(line: "</dict>", level)
    }
  }

  private mutating func append(_ element: String, _ content: String, _ level: Int) {
    append(line: "<\(element)>\(content)</\(element)>", level)
  }

  private mutating func append(line: String, _ level: Int) {
    text += String(repeating: "\t", count: level) + line + "\n"
  }

  private mutating func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      // As itself it would be read as a line feed.
      case "\r": result += "&#13;"
      case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}":
        isFaithful = false
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private mutating func text(of date: Timestamp) -> String {
    let whole = Timestamp(secondsSinceReferenceDate: date.secondsSinceReferenceDate.rounded(.down))
    if let text = whole.iso8601 { return text }
    isFaithful = false
    return ""
  }
}
