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
    let (carriageReturn, lineFeed) = (UInt8(ascii: "\r"), UInt8(ascii: "\n"))
    return text.withUnsafeBufferPointer { bytes in
      guard var end = bytes.first(carriageReturn, carriageReturn, in: 0..<bytes.count) else {
        return text
      }
      var normalized: [UInt8] = []
      normalized.reserveCapacity(bytes.count)
      var start = 0
      while true {
        normalized.append(contentsOf: bytes[start..<end])
        guard end < bytes.count else { return normalized }
        normalized.append(lineFeed)
        start = end + 1
        if start < bytes.count, bytes[start] == lineFeed { start += 1 }
        end = bytes.first(carriageReturn, carriageReturn, in: start..<bytes.count) ?? bytes.count
      }
    }
  }
}
