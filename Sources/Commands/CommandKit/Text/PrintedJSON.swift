package import FresnelModel

extension JSONValue {
  /// The JSON text as commands print it: the same value as ``text(indented:)``, in characters that are safe on a
  /// terminal. Strings have the control characters U+0080 to U+009F, which some terminals obey, and the embeddings,
  /// overrides and isolates of the writing direction as escapes.
  ///
  /// What is stored, signed or sent keeps to ``text(indented:)``.
  ///
  /// - Parameter indented: Whether the text has several lines.
  /// - Returns: The text.
  /// - Complexity: O(*n*) in the length of the text.
  package func printed(indented: Bool = false) -> String {
    let text = text(indented: indented)
    // The first bytes of these characters.
    guard text.utf8.contains(where: { $0 == 0xC2 || $0 == 0xE2 }) else { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count)
    // Outside strings all is ASCII.
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x80...0x9F: result += "\\u00" + String(scalar.value, radix: 16)
      case 0x202A...0x202E, 0x2066...0x2069: result += "\\u" + String(scalar.value, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
