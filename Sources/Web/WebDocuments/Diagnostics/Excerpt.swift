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
    var quoted = String.UnicodeScalarView()
    var wasSpace = true
    // White space that is folded doesn't count, so a bound is needed on what is looked at as well.
    for scalar in text.unicodeScalars.prefix(8 * excerptLength) {
      if quoted.count == excerptLength {
        quoted.append("…")
        break
      }
      let isSpace = scalar.properties.isWhitespace
      if isSpace {
        if !wasSpace { quoted.append(" ") }
      } else if isShown(scalar) {
        quoted.append(scalar)
      } else {
        quoted.append("\u{FFFD}")
      }
      wasSpace = isSpace
    }
    if quoted.last == " " { quoted.removeLast() }
    return String(quoted)
  }

  /// Whether a character shows as itself and leaves its neighbours alone: no control character, and none that
  /// turns the direction of the text.
  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
    default: true
    }
  }
}
