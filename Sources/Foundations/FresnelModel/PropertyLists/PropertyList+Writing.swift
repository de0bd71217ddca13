extension PropertyList {
  /// The list as an XML document as Apple's tools write it: keys in the order of their bytes, tabs for
  /// indentation. Reading the text gives the list again.
  ///
  /// What XML cannot say is left out of text: control characters and the two that are no characters.
  /// A date is cut to the second; one beyond the years 1 to 9999 becomes the nearest.
  package var xml: String {
    var writer = XMLPropertyListWriter()
    writer.append(self, level: 0)
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
  var text = ""

  mutating func append(_ value: PropertyList, level: Int) {
    switch value {
    case .string(let text): append("string", Self.escaped(text), level)
    case .integer(let number): append("integer", String(number), level)
    case .real(let number): append("real", String(number), level)
    case .boolean(let boolean): append(line: boolean ? "<true/>" : "<false/>", level)
    case .date(let date): append("date", Self.text(of: date), level)
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
        append("key", Self.escaped(entry.key), level + 1)
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

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      // As itself it would be read as a line feed.
      case "\r": result += "&#13;"
      case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": break
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func text(of date: Timestamp) -> String {
    let seconds = date.secondsSinceReferenceDate.rounded(.down)
    // The first and the last second that the form can say.
    let bounded = min(max(seconds, -63_113_904_000), 252_423_993_599)
    return Timestamp(secondsSinceReferenceDate: bounded).iso8601 ?? "2001-01-01T00:00:00Z"
  }
}
