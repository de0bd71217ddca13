extension StringProtocol {
  /// The text without white space at its two ends.
  package var trimmingSpaces: String {
    var rest = self[...]
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return String(rest)
  }

  /// The text without the full stop at its end, for use within a message.
  package var withoutFullStop: String {
    hasSuffix(".") ? String(dropLast()) : String(self)
  }
}
