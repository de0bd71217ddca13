/// What a character is to the word boundaries of UAX #29, as far as it is known here: ASCII, the letters of the
/// Latin, Greek and Cyrillic scripts, and the punctuation and symbols that stand between them.
///
/// Everything else is unknown, which costs precision only. Tests compare each known character with ICU.
enum BreakClass: UInt8 {
  case unknown
  /// Words end at it: spaces, most punctuation, symbols.
  case other
  case letter
  /// A raised or lowered letter: to words a letter like any other, but a term of its own.
  case raisedLetter
  case digit
  /// A combining mark.
  case mark
  /// Goes with what precedes it as a mark does, but separates runs: joiners, soft hyphens, marks of direction.
  case ignored
  /// The underscore, which words go on through.
  case connector
  /// Joins letters, and joins digits.
  case middle
  case middleOfLetters
  case middleOfDigits
  /// Joins letters in some languages.
  case colon

  /// The class of a character.
  static func of(_ scalar: UInt32) -> BreakClass {
    scalar < 0x80 ? ofASCII(UInt8(scalar)) : ofOthers(scalar)
  }

  private static func ofASCII(_ byte: UInt8) -> BreakClass {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): .letter
    case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
    case UInt8(ascii: "_"): .connector
    case UInt8(ascii: "."), UInt8(ascii: "'"): .middle
    case UInt8(ascii: ","), UInt8(ascii: ";"): .middleOfDigits
    case UInt8(ascii: ":"): .colon
    default: .other
    }
  }

  private static func ofOthers(_ scalar: UInt32) -> BreakClass {
    switch scalar {
    case 0xB7: .middleOfLetters
    case 0x2018, 0x2019: .middle
    case 0xD7, 0xF7: .other
    case 0xAA, 0xB5, 0xBA: .letter
    case 0xAD, 0x200C, 0x200E, 0x200F, 0x2060: .ignored
    case 0xA0...0xBF: .other
    case 0xC0...0x2C1: .letter
    case 0x300...0x344, 0x346...0x34E, 0x350...0x36F: .mark
    case 0x370...0x373, 0x376...0x377, 0x37B...0x37D, 0x37F, 0x386, 0x388...0x38A, 0x38C,
      0x38E...0x3A1,
      0x3A3...0x3F5, 0x3F7...0x3FF:
      .letter
    case 0x400...0x481, 0x48A...0x52F: .letter
    // Of other scripts those that transliterations are seen with.
    case 0xD7A...0xD7F: .letter
    // As they end nasal syllables of Southern Min.
    case 0x2071, 0x207F, 0x2090...0x209C: .raisedLetter
    case 0x1E00...0x1EFF: .letter
    case 0x2002...0x200A, 0x2010...0x2017, 0x201A...0x2023, 0x2025...0x2026, 0x2030...0x203A: .other
    case 0x20AC, 0x2190...0x21FF, 0x2200...0x22FF, 0x2500...0x25FF: .other
    default: .unknown
    }
  }

  /// The class of the character that starts at an offset, and where it ends.
  static func after(
    _ offset: Int, _ text: UnsafeBufferPointer<UInt8>
  ) -> (class: BreakClass, offset: Int) {
    let lead = text[offset]
    if lead < 0x80 { return (ofASCII(lead), offset + 1) }
    // No known character takes four bytes.
    let length = lead < 0xE0 ? 2 : 3
    guard lead >= 0xC2, lead < 0xF0, offset + length <= text.count else {
      return (.unknown, offset + 1)
    }
    var scalar = UInt32(lead) & (0x7F >> UInt32(length))
    for place in offset + 1..<offset + length {
      guard text[place] & 0xC0 == 0x80 else { return (.unknown, offset + 1) }
      scalar = scalar << 6 | UInt32(text[place] & 0x3F)
    }
    // What two bytes could have told in three is no character.
    guard length == 2 || scalar >= 0x800 else { return (.unknown, offset + 1) }
    return (ofOthers(scalar), offset + length)
  }

  /// The class of the character that ends at an offset, and where it starts.
  static func before(
    _ offset: Int, _ text: UnsafeBufferPointer<UInt8>
  ) -> (class: BreakClass, offset: Int) {
    var start = offset - 1
    while start > 0, offset - start < 4, text[start] & 0xC0 == 0x80 { start -= 1 }
    let found = after(start, text)
    return found.offset == offset ? (found.class, start) : (.unknown, offset - 1)
  }
}
