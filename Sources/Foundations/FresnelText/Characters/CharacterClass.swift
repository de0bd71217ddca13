/// What a folded character is to the index.
///
/// Terms are cut by the classes of characters alone, so that a text and a part of it are cut at the
/// same places. That makes candidates sound: wherever a pattern matches, each run inside the pattern
/// is a run of the text, or at an end of the pattern perhaps a part of one.
package enum CharacterClass: UInt8 {
  /// Not part of any term.
  case separator
  /// Letters and digits of scripts in which no word boundary of UAX #29 falls between two of them; a
  /// maximal run is a term.
  case plain
  /// Hangul syllables, which ICU's rules separate from other letters; a maximal run is a term.
  case hangul
  /// Everything else that a word may hold, above all the scripts written without spaces, where only a
  /// dictionary finds words; each character is a term.
  case single
  /// Marks that folding keeps. They go on with a plain run and separate elsewhere: what precedes them
  /// decides whether a word begins after them.
  case mark

  /// The class of a character.
  package static func of(_ scalar: UInt32) -> CharacterClass {
    if scalar < 0x80 {
      let isAlphanumeric =
        (scalar | 0x20) &- 0x61 < 26 || scalar &- 0x30 < 10
      return isAlphanumeric ? .plain : .separator
    }
    if scalar < 0x1_0000 {
      // The raw values of the table are those of this enum.
      return CharacterClass(rawValue: basicPlane[Int(scalar)]) ?? .separator
    }
    return classify(scalar)
  }

  /// Classes of the Basic Multilingual Plane, made on first use: about a millisecond.
  package static let basicPlane: [UInt8] = (0..<0x1_0000).map { classify($0).rawValue }

  private static func classify(_ scalar: UInt32) -> CharacterClass {
    switch scalar {
    case 0xAC00...0xD7A3: return .hangul
    case 0x3400...0x4DBF, 0x4E00...0x9FFF: return .single
    case 0xD800...0xF8FF: return .separator
    default: break
    }
    guard let properties = Unicode.Scalar(scalar)?.properties else { return .separator }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber:
      return isPlainBlock(scalar) ? .plain : .single
    case .nonspacingMark, .spacingMark, .enclosingMark:
      // Marks of a block of single characters are as those are; U+20DD and the like stand anywhere.
      return isPlainBlock(scalar) || 0x20D0...0x20FF ~= scalar || 0xFE00...0xFE2F ~= scalar
        ? .mark : .single
    case .letterNumber, .otherNumber:
      // U+3007 and the Hangzhou numerals stand in ideographic text; other numbers, such as
      // superscripts, end a word.
      return 0x3000...0x303F ~= scalar ? .single : .separator
    default:
      return .separator
    }
  }

  /// Blocks whose letters, digits and marks are ALetter, Hebrew_Letter, Numeric or Extend in UAX #29
  /// and that ICU segments without a dictionary. Leaving a block out costs precision only.
  private static func isPlainBlock(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0080...0x0DFF, 0x10A0...0x10FF, 0x1200...0x13FF, 0x1C80...0x1CBF, 0x1D00...0x1FFF,
      0x2C00...0x2DFF, 0xA640...0xA69F, 0xA720...0xA7FF, 0xAB30...0xAB6F, 0xFB00...0xFDFF,
      0xFE70...0xFEFC:
      true
    default:
      false
    }
  }
}
