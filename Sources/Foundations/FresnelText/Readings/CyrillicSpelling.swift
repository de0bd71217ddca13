/// The spelling of Cyrillic words in Latin letters, in the one form that the usual ways to type them come down to.
///
/// It goes by no single standard: what passports, ISO 9, dictionaries and German or English texts have for a letter all
/// leads to the same. *y*, *j* and *i* are one letter, which is left away before an *e*, as *yo* is an *e*: so
/// Достоевский is *dostoevski*, however it is typed. Doubled letters and the soft sign are left away.
package enum CyrillicSpelling {
  /// The spelling of a word.
  ///
  /// - Parameter word: Folded letters, and Latin letters and digits among them.
  /// - Returns: The spelling; `nil` where there are letters of other scripts.
  /// - Complexity: O(*n*).
  package static func spelling(of word: [Unicode.Scalar]) -> [UInt8]? {
    var letters: [UInt8] = []
    for (place, scalar) in word.enumerated() {
      if scalar.isASCII {
        letters.append(UInt8(scalar.value))
      } else if scalar == "ъ" {
        // A vowel of Bulgarian before consonants; elsewhere a sign.
        let next = place + 1 < word.count ? word[place + 1] : "е"
        if !vowelsBehindSign.contains(next) { letters.append(UInt8(ascii: "a")) }
      } else if let spelt = Self.letters[scalar] {
        letters += Array(spelt.utf8)
      } else {
        return nil
      }
    }
    return canonical(letters)
  }

  /// What people type for a word, in the one form.
  ///
  /// - Parameter typed: Small Latin letters and digits.
  /// - Returns: The form.
  /// - Complexity: O(*n*).
  package static func canonical(_ typed: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    for letter in rules.rewritten(typed) {
      var letter = letter
      let isWide = letter == UInt8(ascii: "e") || letter == UInt8(ascii: "o")
      if isWide, output.last == UInt8(ascii: "i") {
        output.removeLast()
        letter = UInt8(ascii: "e")
      }
      if letter != output.last || letter < UInt8(ascii: "a") { output.append(letter) }
    }
    return output
  }

  /// What the form of a word may begin with of which this was typed so far.
  ///
  /// - Parameter typed: Small Latin letters and digits.
  /// - Returns: The beginnings.
  package static func beginnings(_ typed: [UInt8]) -> [[UInt8]] {
    SpellingRules.beginnings(of: typed, next: "he", canonical)
  }

  private static let vowelsBehindSign: Set<Unicode.Scalar> = ["е", "ю", "я", "и", "і", "є", "э"]

  private static let letters: [Unicode.Scalar: String] = [
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ж": "zh", "з": "z", "и": "i",
    "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t",
    "у": "u", "ф": "f", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ы": "y", "ь": "",
    "э": "e", "ю": "yu", "я": "ya",
    // Ukrainian and Belarusian.
    "і": "i", "є": "ye", "ґ": "g",
    // Serbian and Macedonian.
    "ђ": "dj", "ј": "j", "љ": "lj", "њ": "nj", "ћ": "c", "џ": "dzh", "ѕ": "dz",
    // Kazakh, Kyrgyz, Tatar, Tajik and Mongolian.
    "ә": "a", "ғ": "g", "қ": "q", "ң": "ng", "ө": "o", "ұ": "u", "ү": "u", "һ": "h", "җ": "zh",
    "ҳ": "h", "ҷ": "j",
  ]

  private static let rules = SpellingRules(
    """
    schtsch:sh shtsh:sh shch:sh sch:sh sh:sh tsch:ch tch:ch ch:ch kh:h zh:zh tz:ts ts:ts c:ts x:ks w:v ph:f q:k \
    y:i j:i
    """)
}
