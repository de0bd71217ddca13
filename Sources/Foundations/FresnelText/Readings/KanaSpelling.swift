/// The spelling of kana in Latin letters, in the one form that all usual ways to type them come down to.
///
/// The form is that of Kunrei, with vowels and consonants that are long or doubled written once: `si` stands for し,
/// which people type as *si* or *shi*, and `tokyo` for とうきょう, トーキョー, *toukyou* and *tōkyō*.
package enum KanaSpelling {
  /// Whether a code point is kana, or the sign that makes a vowel long.
  package static func isKana(_ scalar: UInt32) -> Bool {
    0x3041...0x3096 ~= scalar || 0x30A1...0x30FA ~= scalar || scalar == longVowel
  }

  /// The spelling of kana, with Latin letters and digits between them as they are.
  ///
  /// - Parameter text: Folded text.
  /// - Returns: The spelling.
  /// - Complexity: O(*n*).
  package static func spelling(of text: some Collection<Unicode.Scalar>) -> [UInt8] {
    var letters: [UInt8] = []
    for scalar in text {
      if scalar.value < 0x80 {
        letters.append(UInt8(scalar.value))
      } else if isKana(scalar.value), scalar.value != longVowel {
        // Katakana lie behind hiragana, in the same order.
        let place = Int(scalar.value) - (scalar.value < 0x30A0 ? 0x3041 : 0x30A1)
        append(syllables[min(place, syllables.count - 1)], to: &letters)
      }
    }
    return canonical(letters)
  }

  /// What people type for kana, in the one form.
  ///
  /// - Parameter letters: Small Latin letters, and digits. The last letters may be the beginning of a syllable.
  /// - Returns: The form. That of a beginning of a text is the beginning of that of the text, or shorter by the
  ///   letters that the next one decides on.
  /// - Complexity: O(*n*).
  package static func canonical(_ letters: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    var place = 0
    while place < letters.count {
      let rest = letters[place...]
      let rule = rules.first { rest.starts(with: $0.typed) }
      var kunrei = rule?.kunrei ?? [letters[place]]
      place += rule?.typed.count ?? 1
      // Whether the syllable is *si* or *sya* is not known before its vowel.
      if place == letters.count, kunrei.count == 2, kunrei[1] == UInt8(ascii: "y") {
        kunrei.removeLast()
      }
      for letter in kunrei where !isRepeated(letter, behind: output) { output.append(letter) }
    }
    return output
  }

  /// Whether a letter only makes the one before it long or double.
  private static func isRepeated(_ letter: UInt8, behind output: [UInt8]) -> Bool {
    guard let last = output.last, letter &- 0x61 < 26 else { return false }
    return letter == last || (letter == UInt8(ascii: "u") && last == UInt8(ascii: "o"))
  }

  private static let longVowel: UInt32 = 0x30FC

  private struct Rule {
    let typed: [UInt8]
    let kunrei: [UInt8]

    init(_ typed: StaticString, _ kunrei: StaticString) {
      self.typed = KanaSpelling.bytes(of: typed)
      self.kunrei = KanaSpelling.bytes(of: kunrei)
    }
  }

  private static func bytes(of text: StaticString) -> [UInt8] {
    Array(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// The longer ones first.
  private static let rules = [
    Rule("tchi", "ti"), Rule("cchi", "ti"), Rule("shi", "si"), Rule("chi", "ti"),
    Rule("tsu", "tu"), Rule("jji", "zi"), Rule("tch", "ty"), Rule("cch", "ty"), Rule("jj", "zy"),
    Rule("sh", "sy"), Rule("ch", "ty"), Rule("ts", "t"), Rule("ji", "zi"), Rule("jy", "zy"),
    Rule("wo", "o"), Rule("mb", "nb"), Rule("mp", "np"), Rule("mm", "nm"),
    Rule("j", "zy"), Rule("f", "h"), Rule("v", "b"), Rule("l", "r"),
  ]

  /// Appends a syllable. A small vowel or y changes the syllable before it, and a small tu doubles a consonant, which
  /// the form leaves away.
  private static func append(_ syllable: String, to letters: inout [UInt8]) {
    guard syllable.first == "-" else { return letters += Array(syllable.utf8) }
    let small = Array(syllable.utf8.dropFirst())
    guard let last = letters.last, !small.isEmpty else { return letters += small }
    let before = letters.count > 1 ? letters[letters.count - 2] : 0
    if last == UInt8(ascii: "u"), !(before &- 0x61 < 26) || isVowel(before) {
      // ウィ is *wi*.
      letters[letters.count - 1] = UInt8(ascii: "w")
    } else if isVowel(last), !isVowel(before) {
      letters.removeLast()
      let isSoft = last == UInt8(ascii: "i") && small[0] != UInt8(ascii: "y")
      // シェ is *sye*, but フィ *hi*.
      if isSoft { letters.append(UInt8(ascii: "y")) }
    }
    letters += small
  }

  private static func isVowel(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"),
      UInt8(ascii: "u"):
      true
    default: false
    }
  }

  /// By code point from U+3041 on; with a hyphen in front those that are small.
  private static let syllables: [String] =
    """
    -a a -i i -u u -e e -o o ka ga ki gi ku gu ke ge ko go sa za si zi su zu se ze so zo ta da ti zi - tu zu te de \
    to do na ni nu ne no ha ba pa hi bi pi hu bu pu he be pe ho bo po ma mi mu me mo -ya ya -yu yu -yo yo ra ri ru \
    re ro -wa wa i e o n bu ka ke ba bi be bo
    """
    .split(separator: " ").map(String.init)
}
