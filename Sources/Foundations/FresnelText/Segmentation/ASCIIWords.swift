/// The word boundaries of UAX #29 in ASCII text, straight from the rules, with ICU's customs: a
/// colon joins letters in some languages only.
struct ASCIIWords {
  private let text: UnsafeBufferPointer<UInt8>
  private let joinsAtColon: Bool

  init(_ text: UnsafeBufferPointer<UInt8>, joinsAtColon: Bool) {
    self.text = text
    self.joinsAtColon = joinsAtColon
  }

  /// Whether a lower-case letter stands before an offset and an upper-case one after it.
  static func isCaseChange(_ text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    text[offset - 1] &- 0x61 < 26 && text[offset] &- 0x41 < 26
  }

  /// Whether a byte is a letter or a digit.
  static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte)
  }

  /// Whether there is a boundary at an offset inside the text, not at its ends.
  ///
  /// The names of the rules are those of UAX #29, section 4.1.1.
  func isBoundary(at offset: Int) -> Bool {
    let before = text[offset - 1]
    let after = text[offset]
    let joinsBefore = Self.isAlphanumeric(before) || before == Self.underscore
    let joinsAfter = Self.isAlphanumeric(after) || after == Self.underscore
    if joinsBefore, joinsAfter { return false }  // WB5, WB8, WB9, WB10, WB13a, WB13b
    if before == 0x0D, after == 0x0A { return false }  // WB3
    if before == 0x20, after == 0x20 { return false }  // WB3d
    if Self.isAlphanumeric(before), offset + 1 < text.count {  // WB6, WB12
      return !joins(before, after, text[offset + 1])
    }
    if Self.isAlphanumeric(after), offset > 1 {  // WB7, WB11
      return !joins(text[offset - 2], before, after)
    }
    return true
  }

  private static let underscore = UInt8(ascii: "_")

  private static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10
  }

  /// Whether a punctuation mark joins the letters, or the digits, on both its sides.
  private func joins(_ left: UInt8, _ middle: UInt8, _ right: UInt8) -> Bool {
    switch middle {
    case UInt8(ascii: "."), UInt8(ascii: "'"):
      Self.isLetter(left) && Self.isLetter(right) || Self.isDigit(left) && Self.isDigit(right)
    case UInt8(ascii: ","), UInt8(ascii: ";"):
      Self.isDigit(left) && Self.isDigit(right)
    case UInt8(ascii: ":"):
      joinsAtColon && Self.isLetter(left) && Self.isLetter(right)
    default:
      false
    }
  }
}
