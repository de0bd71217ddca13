/// The beginnings of the words of a name, as a filter: what is not in it begins no word of the name, and what is in it
/// may begin one.
///
/// It tells of thousands of names which are worth being looked up, in a few instructions each. Of a beginning of one,
/// two and three characters it keeps a bit each. `Documentation/formats/history.md` describes them.
package struct NameBeginnings: Hashable, Sendable {
  /// The most beginnings of a word that are kept: those of one character, of two and so on.
  package static let longest = 3
  /// From here on, scripts put no space between words: each character may begin one.
  private static let firstUnspaced: Unicode.Scalar = "\u{2E80}"

  /// The bits of beginnings of one character, of two and of three; the last number is 0.
  package private(set) var bits: SIMD4<UInt64> = .zero

  /// Those of no name.
  package init() {}

  /// Puts the parts together.
  ///
  /// - Parameter parts: The bits of beginnings of one character, of two and of three.
  init(parts: [UInt64]) {
    for (length, part) in parts.prefix(Self.longest).enumerated() { bits[length] = part }
  }

  /// The bits of beginnings of one character, of two and of three.
  var parts: [UInt64] { (0..<Self.longest).map { bits[$0] } }

  /// Whether nothing is in it.
  package var isEmpty: Bool { bits == .zero }

  /// Whether all of some beginnings are in it.
  package func contains(_ others: NameBeginnings) -> Bool { bits & others.bits == others.bits }

  /// Adds the beginnings of all words of a name.
  ///
  /// - Parameter name: The name, folded.
  /// - Complexity: O(*n*) in the length of the name.
  package mutating func insert(wordsOf name: String) {
    for part in name.unicodeScalars.split(whereSeparator: \.properties.isWhitespace) {
      let words = part.split { !Self.isPartOfWord($0) }
      for word in words { insert(Array(word)) }
      // What is written in parts may be typed as one word.
      if words.count > 1 { insert(Array(words.joined())) }
    }
  }

  /// Adds what a typed text asks of a name: the longest beginnings of its words that are kept.
  ///
  /// - Parameter text: The text, folded.
  /// - Complexity: O(*n*) in the length of the text.
  package mutating func insert(typed text: String) {
    var word = Beginning()
    for scalar in text.unicodeScalars {
      if Self.isPartOfWord(scalar) { insert(scalar, in: &word) } else { word = Beginning() }
    }
  }

  /// What has been read of a word.
  private struct Beginning {
    var length = 0
    var hash: UInt64 = 0
  }

  private mutating func insert(_ word: [Unicode.Scalar]) {
    for place in word.indices where place == 0 || word[place] >= Self.firstUnspaced {
      var beginning = Beginning()
      for scalar in word[place...].prefix(Self.longest) { insert(scalar, in: &beginning) }
    }
  }

  private mutating func insert(_ scalar: Unicode.Scalar, in word: inout Beginning) {
    guard word.length < Self.longest else { return }
    word.hash = (word.hash ^ UInt64(scalar.value)) &* 0x9E37_79B9_7F4A_7C15
    bits[word.length] |= 1 << (word.hash >> 58)
    word.length += 1
  }

  private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      let letter = scalar.value | 0x20
      return 0x61...0x7A ~= letter || 0x30...0x39 ~= scalar.value
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      return true
    default: return false
    }
  }
}
