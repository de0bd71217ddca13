extension Diagnostic {
  /// The most characters of a document that a sentence quotes.
  static let excerptLength = 80

  /// A text of a document as a sentence quotes it: on one line, without characters that would change how the
  /// sentence is shown, and cut when it is long.
  ///
  /// - Parameter text: What was read.
  /// - Returns: At most 80 characters, and an ellipsis where it was cut.
  /// - Complexity: O(1): only the beginning of a long text is looked at.
  public static func excerpt(_ text: String) -> String {
    excerpt(text, length: excerptLength)
  }

  /// The same with at most so many characters.
  package static func excerpt(_ text: String, length: Int) -> String {
    var quoted = String.UnicodeScalarView()
    var count = 0
    var wasSpace = true
    // White space that is folded doesn't count, so a bound is needed on what is looked at as well.
    for scalar in text.unicodeScalars.prefix(8 * length) {
      if count == length {
        quoted.append("…")
        break
      }
      let isSpace = isWhitespace(scalar)
      if !isSpace || !wasSpace {
        quoted.append(isSpace ? " " : isShown(scalar) ? scalar : "\u{FFFD}")
        count += 1
      }
      wasSpace = isSpace
    }
    if quoted.last == " " { quoted.removeLast() }
    return String(quoted)
  }

  /// As Unicode has it; most characters of most texts are ASCII's, for which its tables need not be asked.
  private static func isWhitespace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      ? scalar == " " || (0x09...0x0D).contains(scalar.value) : scalar.properties.isWhitespace
  }

  /// Whether a character turns the direction of the text around it, which then reads as something else than it is.
  ///
  /// - Parameter scalar: The character.
  /// - Returns: Whether it is a mark, an embedding, an override or an isolate of a direction, or ends one.
  package static func turnsDirection(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{200E}", "\u{200F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": true
    default: false
    }
  }

  /// Whether a character shows as itself and leaves its neighbours alone: no control character, and none that
  /// turns the direction of the text.
  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
    default: true
    }
  }
}
