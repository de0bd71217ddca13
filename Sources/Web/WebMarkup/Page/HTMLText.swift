/// White space and words as HTML counts them.
enum HTMLText {
  /// Whether a byte is white space in HTML.
  static func isSpace(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x0a, 0x0c, 0x0d, 0x20: true
    default: false
    }
  }

  /// Whether a byte is one of the digits 0 to 9.
  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// A text without white space at both ends.
  static func trimmed(_ text: String) -> String {
    let bytes = text.utf8
    guard let first = bytes.firstIndex(where: { !isSpace($0) }),
      let last = bytes.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(text[first...last])
  }

  /// The words between white space.
  static func tokens(_ text: String) -> [String] {
    text.utf8.split(whereSeparator: isSpace).compactMap { String($0) }
  }
}

extension String {
  /// The text with A to Z in lower case and everything else as it is.
  var asciiLowercased: String {
    guard utf8.contains(where: { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) else {
      return self
    }
    return String(
      decoding: utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 },
      as: UTF8.self)
  }
}
