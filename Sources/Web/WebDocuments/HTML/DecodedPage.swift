/// The text of a page, in UTF-8 whatever it came in.
package struct DecodedPage: Sendable {
  /// The text: valid UTF-8 in which every line ends with LF.
  package let bytes: [UInt8]
  /// The encoding that it came in.
  package let encoding: TextEncoding
  /// What was found wrong on the way.
  package let diagnostics: [Diagnostic]

  /// Takes a text.
  package init(_ text: String) {
    self.init(text: Array(text.utf8), encoding: .utf8, diagnostics: [])
  }

  /// Takes bytes as UTF-8; what is none is replaced by U+FFFD.
  package init(utf8 bytes: [UInt8]) {
    self.init(text: TextEncoding.utf8.decode(bytes[...]), encoding: .utf8, diagnostics: [])
  }

  init(text: [UInt8], encoding: TextEncoding, diagnostics: [Diagnostic]) {
    bytes = Self.withLineFeeds(text)
    self.encoding = encoding
    self.diagnostics = diagnostics
  }

  /// A text whose lines end with LF, where they ended with CR or with both.
  private static func withLineFeeds(_ text: [UInt8]) -> [UInt8] {
    guard let first = text.firstIndex(of: UInt8(ascii: "\r")) else { return text }
    var normalized = Array(text[..<first])
    normalized.reserveCapacity(text.count)
    var wasReturn = false
    for byte in text[first...] {
      if byte == UInt8(ascii: "\r") {
        normalized.append(UInt8(ascii: "\n"))
      } else if !(wasReturn && byte == UInt8(ascii: "\n")) {
        normalized.append(byte)
      }
      wasReturn = byte == UInt8(ascii: "\r")
    }
    return normalized
  }
}
