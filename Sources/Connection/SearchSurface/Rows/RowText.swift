/// Texts of apps made fit for a row: one line, of bounded length, that changes nothing around it.
package enum RowText {
  /// The most characters of a text.
  package static let maximumLength = 200
  /// The most bytes of a text that are looked at.
  private static let examinedByteCount = 4096

  /// A text as one line: runs of white space and control characters become single spaces, marks that turn the direction
  /// of what follows are left out, and what is too long ends in an ellipsis.
  ///
  /// - Parameter text: Any text.
  /// - Returns: The line; empty where there is nothing to show.
  /// - Complexity: O(1): only the beginning of a long text is looked at.
  package static func line(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    var isSpaceDue = false
    for scalar in text.unicodeScalars.prefix(examinedByteCount) {
      if isSpace(scalar) {
        isSpaceDue = !scalars.isEmpty
      } else if !isDirectionMark(scalar) {
        if isSpaceDue { scalars.append(" ") }
        isSpaceDue = false
        scalars.append(scalar)
      }
    }
    let line = String(scalars)
    guard line.unicodeScalars.count > maximumLength, line.count > maximumLength else { return line }
    return line.prefix(maximumLength - 1) + "…"
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value <= 0x20 || scalar.value == 0x7F }
    return (0x80..<0xA0).contains(scalar.value) || scalar.properties.isWhitespace
  }

  /// Whether a character begins or ends a run of text of another direction (UAX #9), or is one of the marks that have
  /// the same effect without being seen.
  private static func isDirectionMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
