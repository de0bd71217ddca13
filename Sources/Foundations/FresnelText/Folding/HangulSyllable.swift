/// The arithmetic of Hangul: The Unicode Standard, section 3.12, "Conjoining Jamo Behavior".
///
/// A syllable is a leading consonant and a vowel, and a closed one has a trailing consonant too. Each is one
/// code point of the block of syllables, or two or three letters of the block of jamo.
enum HangulSyllable {
  private static let first: UInt32 = 0xAC00
  private static let firstLeading: UInt32 = 0x1100
  private static let firstVowel: UInt32 = 0x1161
  /// The one before the first trailing consonant, which stands for none.
  private static let noTrailing: UInt32 = 0x11A7
  private static let leadingCount: UInt32 = 19
  private static let vowelCount: UInt32 = 21
  private static let trailingCount: UInt32 = 28

  /// Whether a code point is a syllable.
  static func contains(_ scalar: UInt32) -> Bool {
    scalar &- first < leadingCount * vowelCount * trailingCount
  }

  /// Whether a code point is a syllable without a trailing consonant.
  static func isOpen(_ scalar: UInt32) -> Bool {
    contains(scalar) && (scalar - first) % trailingCount == 0
  }

  /// The syllable that a leading consonant and a vowel make, or an open syllable and a trailing consonant;
  /// `nil` for all other pairs.
  static func composed(_ left: UInt32, _ right: UInt32) -> UInt32? {
    let leading = left &- firstLeading
    let vowel = right &- firstVowel
    if leading < leadingCount, vowel < vowelCount {
      return first + (leading * vowelCount + vowel) * trailingCount
    }
    let trailing = right &- noTrailing
    guard isOpen(left), trailing > 0, trailing < trailingCount else { return nil }
    return left + trailing
  }
}
