/// Texts as they stand in HTML, both between tags and in the quotes of an attribute.
enum HTMLEscaping {
  /// A text with what has a meaning in HTML escaped.
  ///
  /// Characters that a parser would change or drop are kept (a carriage return) or replaced by U+FFFD (zero, and control
  /// characters, which no page may hold).
  static func text(_ text: String) -> String {
    guard text.utf8.contains(where: isSpecial) else { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count + 16)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\r": result += "&#13;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      case "\0"..."\u{1F}", "\u{7F}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: "\t"): false
    case 0...0x1F, 0x7F, UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "\""), UInt8(ascii: "'"):
      true
    default: false
    }
  }
}
