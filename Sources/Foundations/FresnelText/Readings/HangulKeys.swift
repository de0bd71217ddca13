/// Hangul as the letters that a person presses for it, one after the other, which a syllable that is being typed is the
/// beginning of: 하 is on the way to 한, and 닥 to 닭.
///
/// Each letter is that of the Latin keyboard under the key of the Korean standard layout, a capital one for a letter
/// that takes the shift key.
package enum HangulKeys {
  /// The keys of a syllable or a single letter of Hangul.
  ///
  /// - Parameter scalar: The code point.
  /// - Returns: ASCII letters; none for what is no modern Hangul.
  package static func keys(of scalar: UInt32) -> String {
    switch scalar {
    case 0xAC00...0xD7A3:
      let place = Int(scalar - 0xAC00)
      return leading[place / (21 * 28)] + vowels[place / 28 % 21] + trailing[place % 28]
    case 0x1100...0x1112: return leading[Int(scalar - 0x1100)]
    case 0x1161...0x1175: return vowels[Int(scalar - 0x1161)]
    case 0x11A8...0x11C2: return trailing[Int(scalar - 0x11A7)]
    case 0x3131...0x314E: return consonants[Int(scalar - 0x3131)]
    case 0x314F...0x3163: return vowels[Int(scalar - 0x314F)]
    default: return ""
    }
  }

  /// The key of the consonant that a syllable begins with, or of one that stands alone.
  ///
  /// - Parameter scalar: The code point.
  /// - Returns: One ASCII letter; `nil` for what is neither.
  package static func leadingKey(of scalar: UInt32) -> String? {
    switch scalar {
    case 0xAC00...0xD7A3: leading[Int(scalar - 0xAC00) / (21 * 28)]
    case 0x1100...0x1112: leading[Int(scalar - 0x1100)]
    case 0x3131...0x314E where leading.contains(consonants[Int(scalar - 0x3131)]):
      consonants[Int(scalar - 0x3131)]
    default: nil
    }
  }

  /// Whether a code point is a consonant that stands alone.
  ///
  /// - Parameter scalar: The code point.
  /// - Returns: Whether it is.
  package static func isConsonant(_ scalar: UInt32) -> Bool {
    0x3131...0x314E ~= scalar || 0x1100...0x1112 ~= scalar
  }

  // ㄱ ㄲ ㄴ ㄷ ㄸ ㄹ ㅁ ㅂ ㅃ ㅅ ㅆ ㅇ ㅈ ㅉ ㅊ ㅋ ㅌ ㅍ ㅎ
  private static let leading = list("r R s e E f a q Q t T d w W c z x v g")
  // ㅏ ㅐ ㅑ ㅒ ㅓ ㅔ ㅕ ㅖ ㅗ ㅘ ㅙ ㅚ ㅛ ㅜ ㅝ ㅞ ㅟ ㅠ ㅡ ㅢ ㅣ
  private static let vowels = list("k o i O j p u P h hk ho hl y n nj np nl b m ml l")
  // None, ㄱ ㄲ ㄳ ㄴ ㄵ ㄶ ㄷ ㄹ ㄺ ㄻ ㄼ ㄽ ㄾ ㄿ ㅀ ㅁ ㅂ ㅄ ㅅ ㅆ ㅇ ㅈ ㅊ ㅋ ㅌ ㅍ ㅎ
  private static let trailing =
    [""] + list("r R rt s sw sg e f fr fa fq ft fx fv fg a q qt t T d w c z x v g")
  // ㄱ ㄲ ㄳ ㄴ ㄵ ㄶ ㄷ ㄸ ㄹ ㄺ ㄻ ㄼ ㄽ ㄾ ㄿ ㅀ ㅁ ㅂ ㅃ ㅄ ㅅ ㅆ ㅇ ㅈ ㅉ ㅊ ㅋ ㅌ ㅍ ㅎ
  private static let consonants =
    list("r R rt s sw sg e E f fr fa fq ft fx fv fg a q Q qt t T d w W c z x v g")

  private static func list(_ keys: String) -> [String] {
    keys.split(separator: " ").map(String.init)
  }
}
