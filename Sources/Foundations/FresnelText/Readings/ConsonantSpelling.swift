/// The spelling of words in letters that mostly leave vowels out, by their consonants.
///
/// Each consonant is one small letter, *c* that of *sh*; a vowel at the beginning is an *a*, whichever it is. Of vowels
/// that are written behind it there is one capital letter, `A`, `I` or `U`, in words of up to three consonants: few
/// words have more consonants in common, so that these are told apart by consonants alone. Who types leaves no vowel
/// out and does not know which ones are written, so a text may be several spellings.
package struct ConsonantSpelling: Sendable {
  /// By letter, what it may be; several are parted by `|`.
  let letters: [Unicode.Scalar: String]
  /// The same where a word begins.
  let first: [Unicode.Scalar: String]
  /// The same where it ends.
  let last: [Unicode.Scalar: String]
  /// What stands for letters that are typed.
  let rules: SpellingRules

  /// Shorter words have their written vowels too.
  private static let leastConsonants = 4
  private static let mostWays = 16
  private static let mostTyped = 24

  /// The spellings of a word.
  ///
  /// - Parameter word: Folded letters, and Latin letters and digits among them.
  /// - Returns: The different spellings, sixteen at most; none where there are letters of other scripts.
  /// - Complexity: O(*n*).
  package func spellings(of word: some RandomAccessCollection<Unicode.Scalar>) -> [[UInt8]] {
    var ways: [[UInt8]] = [[]]
    var before: Unicode.Scalar?
    for (place, scalar) in word.enumerated() {
      let spelt =
        (place == 0 ? first[scalar] : place == word.count - 1 ? last[scalar] : nil)
        ?? letters[scalar] ?? (scalar.isASCII ? "\(scalar)" : nil)
      guard let spelt else { return [] }
      var choices = spelt.split(separator: "|", omittingEmptySubsequences: false)
      // A letter that is written twice may be one that is long.
      if scalar == before { choices.append("") }
      before = scalar
      ways = Array(ways.flatMap { way in choices.map { way + $0.utf8 } }.prefix(Self.mostWays))
    }
    var spellings: [[UInt8]] = []
    for way in ways.map(Self.form) where !spellings.contains(way) { spellings.append(way) }
    return spellings
  }

  /// The spellings that a typed word may be.
  ///
  /// - Parameter typed: Small Latin letters and digits.
  /// - Returns: The spellings.
  /// - Complexity: O(*n*).
  package func typed(_ typed: [UInt8]) -> [[UInt8]] {
    let lists = Self.withAndWithoutLastH(typed).map { letters in
      let (ways, consonants) = read(letters)
      return consonants >= Self.leastConsonants ? Array(ways.prefix(1)) : ways
    }
    var found: [[UInt8]] = []
    // Each list has its share of the most there may be.
    for index in 0..<(lists.map(\.count).max() ?? 0) {
      for ways in lists where index < ways.count && !found.contains(ways[index]) {
        found.append(ways[index])
      }
    }
    return Array(found.prefix(Self.mostTyped))
  }

  /// What the spelling of a word may begin with of which this was typed so far: the next letter may make another
  /// consonant of the last one, as of *s* in *sh*.
  ///
  /// - Parameter typed: Small Latin letters and digits.
  /// - Returns: The beginnings, none of which begins with another one; none while there are too few consonants to tell
  ///   anything by.
  package func beginnings(_ typed: [UInt8]) -> [[UInt8]] {
    var found: [[UInt8]] = []
    func add(_ letters: [UInt8], most: Int) {
      let (ways, consonants) = read(letters)
      guard Self.leastConsonants...max(most, Self.leastConsonants) ~= consonants,
        let way = ways.first, !found.contains(where: { way.starts(with: $0) })
      else { return }
      found.append(way)
    }
    for letters in Self.withAndWithoutLastH(typed) { add(letters, most: .max) }
    let consonants = read(typed).consonants
    guard consonants >= Self.leastConsonants else { return found }
    for letter in "hz".utf8 { add(typed + [letter], most: consonants) }
    return found
  }

  /// What was typed without an *h* behind its last vowel, as the one of *Sarah* is not heard, and as it is: that of
  /// *Saleh* is a consonant.
  private static func withAndWithoutLastH(_ typed: [UInt8]) -> [[UInt8]] {
    guard typed.count > 1, typed.last == UInt8(ascii: "h"), isVowel(typed[typed.count - 2]) else {
      return [typed]
    }
    return [Array(typed.dropLast()), typed]
  }

  /// The ways to read what was typed, first without a written vowel, and the number of consonants.
  private func read(_ typed: [UInt8]) -> (ways: [[UInt8]], consonants: Int) {
    let letters = rules.rewritten(typed)
    var ways: [[UInt8]] = [[]]
    var (place, consonants) = (0, 0)
    while place < letters.count {
      let start = place
      while place < letters.count,
        Self.isVowel(letters[place]) || start > 0 && Self.isGlide(letters[place])
      {
        place += 1
      }
      guard start == place else {
        let choices = start == 0 ? [[UInt8(ascii: "a")]] : Self.written(letters[start..<place])
        ways = Array(ways.flatMap { way in choices.map { way + $0 } }.prefix(Self.mostTyped))
        continue
      }
      place += 1
      if start > 0, letters[start - 1] == letters[start], letters[start] >= UInt8(ascii: "a") {
        continue
      }
      consonants += 1
      for index in ways.indices { ways[index].append(letters[start]) }
    }
    return (ways, consonants)
  }

  /// What may be written of vowels side by side: nothing, or a long one.
  private static func written(_ vowels: ArraySlice<UInt8>) -> [[UInt8]] {
    var choices: [[UInt8]] = [[]]
    for vowel in vowels {
      let letter: [UInt8] =
        switch vowel {
        case UInt8(ascii: "a"): [longA]
        case UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "y"): [longI]
        default: [longU]
        }
      if !choices.contains(letter) { choices.append(letter) }
    }
    return choices
  }

  /// A spelling with one written vowel of those side by side, and with none where there are consonants enough.
  private static func form(_ way: [UInt8]) -> [UInt8] {
    let isFirstVowel = way.first == UInt8(ascii: "a")
    let consonants = way.count { !isLong($0) } - (isFirstVowel ? 1 : 0)
    var output: [UInt8] = []
    for letter in way {
      guard isLong(letter) else {
        output.append(letter)
        continue
      }
      if consonants >= leastConsonants || output.isEmpty { continue }
      let last = output[output.count - 1]
      if !isLong(last) {
        output.append(letter)
      } else {
        // The capital letters are in the order of what is heard.
        output[output.count - 1] = max(last, letter)
      }
    }
    return output
  }

  private static let longA = UInt8(ascii: "A")
  private static let longI = UInt8(ascii: "I")
  private static let longU = UInt8(ascii: "U")

  private static func isLong(_ letter: UInt8) -> Bool {
    letter == longA || letter == longI || letter == longU
  }

  private static func isGlide(_ letter: UInt8) -> Bool {
    letter == UInt8(ascii: "y") || letter == UInt8(ascii: "w")
  }

  private static func isVowel(_ letter: UInt8) -> Bool {
    switch letter {
    case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"),
      UInt8(ascii: "u"):
      true
    default: false
    }
  }
}
