/// A line of robots.txt, taken apart.
struct RobotsLine {
  /// What it is about.
  let field: RobotsField
  /// The text behind the colon, without white space around it.
  let value: ArraySlice<UInt8>
  /// The name as it is written.
  let name: ArraySlice<UInt8>
  /// Whether the name is spelt as it should be.
  let isNameExact: Bool
  /// Whether a colon stands behind the name.
  let hasColon: Bool

  /// Takes a line apart; `nil` when it says nothing: it is empty, a comment, or has no name.
  ///
  /// A space may stand for a colon that was forgotten, if only one word follows.
  init?(_ line: ArraySlice<UInt8>) {
    let text = Self.trimmed(line.prefix { $0 != UInt8(ascii: "#") })
    let name: ArraySlice<UInt8>
    if let colon = text.firstIndex(of: UInt8(ascii: ":")) {
      name = Self.trimmed(text[..<colon])
      value = Self.trimmed(text[(colon + 1)...])
      hasColon = true
    } else {
      guard let space = text.firstIndex(where: Self.isSpace) else { return nil }
      name = text[..<space]
      value = Self.trimmed(text[space...])
      hasColon = false
      if value.contains(where: Self.isSpace) { return nil }
    }
    if name.isEmpty { return nil }
    self.name = name
    (field, isNameExact) = RobotsField.named(name)
  }

  /// Whether a line holds nothing but white space and a comment.
  static func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
    trimmed(line.prefix { $0 != UInt8(ascii: "#") }).isEmpty
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    // White space as C has it: also vertical tab and form feed.
    var bytes = bytes
    while let first = bytes.first, first == UInt8(ascii: " ") || 9...13 ~= first {
      bytes.removeFirst()
    }
    while let last = bytes.last, last == UInt8(ascii: " ") || 9...13 ~= last { bytes.removeLast() }
    return bytes
  }
}
