/// The spelling of Greek words in Latin letters.
///
/// There are three ways, for each of which a word has a form: ELOT 743, as passports and maps have it (*Athina*,
/// *Peiraias*), what is heard (*Ekaterini*, *Babis*), and that of classical names (*athena*, *zeus*). What else is
/// typed differently leads to one form in all of them: *ph* and *f*, *ch*, *kh* and *h*, *u* and *ou*, *y* and *i*.
package enum GreekSpelling {
  /// The spellings of a word.
  ///
  /// - Parameter word: Folded letters, and Latin letters and digits among them.
  /// - Returns: The different spellings, the first by ELOT 743; none where there are letters of other scripts.
  /// - Complexity: O(*n*).
  package static func spellings(of word: [Unicode.Scalar]) -> [[UInt8]] {
    var spellings: [[UInt8]] = []
    for way in ways {
      guard let letters = spelling(of: word, way) else { return [] }
      let spelling = canonical(letters)
      if !spellings.contains(spelling) { spellings.append(spelling) }
    }
    return spellings
  }

  /// What people type for a word, in the one form of each way.
  ///
  /// - Parameter typed: Small Latin letters and digits.
  /// - Returns: The form.
  /// - Complexity: O(*n*).
  package static func canonical(_ typed: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    for letter in rules.rewritten(typed) where letter != output.last || letter < UInt8(ascii: "a") {
      output.append(letter)
    }
    return output
  }

  /// What the form of a word may begin with of which this was typed so far.
  ///
  /// - Parameter typed: Small Latin letters and digits.
  /// - Returns: The beginnings.
  package static func beginnings(_ typed: [UInt8]) -> [[UInt8]] {
    SpellingRules.beginnings(of: typed, next: "h", canonical)
  }

  private static func spelling(of word: [Unicode.Scalar], _ way: Way) -> [UInt8]? {
    var output: [UInt8] = []
    var place = 0
    while place < word.count {
      let scalar = word[place]
      let pair = place + 1 < word.count ? Pair(scalar, word[place + 1]) : nil
      if let pair, let spelt = (place == 0 ? way.first[pair] : nil) ?? way.pairs[pair] {
        output += Array(spelt.utf8)
        place += 2
        continue
      }
      guard
        let spelt = way.letters[scalar] ?? letters[scalar] ?? (scalar.isASCII ? "\(scalar)" : nil)
      else { return nil }
      output += Array(spelt.utf8)
      place += 1
    }
    return output
  }

  /// Two letters, which may be one sound.
  private struct Pair: Hashable, Sendable, ExpressibleByStringLiteral {
    private let letters: UInt64

    init(_ first: Unicode.Scalar, _ second: Unicode.Scalar) {
      letters = UInt64(first.value) << 32 | UInt64(second.value)
    }

    init(stringLiteral text: String) {
      let scalars = text.unicodeScalars
      self.init(scalars.first ?? " ", scalars.dropFirst().first ?? " ")
    }
  }

  private struct Way: Sendable {
    /// What two letters are where a word begins.
    let first: [Pair: String]
    /// What they are anywhere.
    let pairs: [Pair: String]
    let letters: [Unicode.Scalar: String]

    init(
      first: [Pair: String] = [:], _ pairs: [Pair: String],
      _ letters: [Unicode.Scalar: String] = [:]
    ) {
      (self.first, self.pairs, self.letters) = (first, pairs, letters)
    }
  }

  private static let ways = [
    Way(
      first: ["μπ": "b"],
      ["γγ": "ng", "γξ": "nx", "γχ": "nch", "ου": "ou", "αυ": "av", "ευ": "ev", "ηυ": "iv"]),
    Way([
      "γγ": "g", "γκ": "g", "γξ": "nx", "γχ": "nch", "ου": "ou", "αυ": "av", "ευ": "ev", "ηυ": "iv",
      "αι": "e", "ει": "i", "οι": "i", "υι": "i", "μπ": "b", "ντ": "d",
    ]),
    Way(
      ["γγ": "ng", "γξ": "nx", "γχ": "nch", "ου": "ou", "αυ": "au", "ευ": "eu", "ηυ": "eu"],
      ["η": "e", "β": "b"]),
  ]

  private static let letters: [Unicode.Scalar: String] = [
    "α": "a", "β": "v", "γ": "g", "δ": "d", "ε": "e", "ζ": "z", "η": "i", "θ": "th", "ι": "i",
    "κ": "k", "λ": "l", "μ": "m", "ν": "n", "ξ": "x", "ο": "o", "π": "p", "ρ": "r", "σ": "s",
    "ς": "s", "τ": "t", "υ": "y", "φ": "f", "χ": "ch", "ψ": "ps", "ω": "o",
  ]

  private static let rules = SpellingRules(
    "ph:v f:v ch:h kh:h x:ks ck:k c:k q:k ou:ou u:ou w:o y:i j:i")
}
