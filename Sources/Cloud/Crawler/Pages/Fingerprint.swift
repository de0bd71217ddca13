/// A number for a text such that texts that differ in a few of many words have numbers that differ in a few bits
/// (simhash over words). The order of the words does not count.
package struct Fingerprint: Hashable, Sendable {
  /// The 64 bits.
  package let bits: UInt64
  /// Whether the text was too short to say anything.
  package let isVague: Bool

  /// The most bits in which the fingerprints of texts differ that are taken for the same.
  package static let nearness = 3
  /// The fewest words that say something.
  package static let fewestWords = 20
  /// The most words that are read.
  private static let wordLimit = 50_000

  /// Takes what was made before.
  package init(bits: UInt64, isVague: Bool) {
    self.bits = bits
    self.isVague = isVague
  }

  /// Makes the fingerprint of a text. Capital letters count as small ones; all but letters and digits parts words.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package init(of text: String) {
    var counts = [Int32](repeating: 0, count: 64)
    var words = 0
    var word = Self.seed
    var isInside = false

    func take(_ hash: UInt64) {
      words += 1
      let bits = Self.mixed(hash)
      for bit in 0..<64 { counts[bit] += bits >> UInt64(bit) & 1 == 1 ? 1 : -1 }
    }
    for scalar in text.unicodeScalars where words < Self.wordLimit {
      guard Self.isOfWord(scalar) else {
        if isInside { take(word) }
        (isInside, word) = (false, Self.seed)
        continue
      }
      let value = (0x41...0x5A).contains(scalar.value) ? scalar.value | 0x20 : scalar.value
      word = (word ^ UInt64(value)) &* 0x0000_0100_0000_01B3
      isInside = true
      // Scripts that put no space between words: each sign is one.
      if (0x2E80...0xD7FF).contains(value) || value >= 0x20000 {
        take(word)
        (isInside, word) = (false, Self.seed)
      }
    }
    if isInside { take(word) }
    var bits: UInt64 = 0
    for bit in 0..<64 where counts[bit] > 0 { bits |= 1 << UInt64(bit) }
    self.bits = bits
    isVague = words < Self.fewestWords
  }

  /// Whether two texts are nearly the same. One that says nothing is like no other.
  package func isNear(_ other: Fingerprint) -> Bool {
    !isVague && !other.isVague && (bits ^ other.bits).nonzeroBitCount <= Self.nearness
  }

  private static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

  private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0..<0x80: false
    default: scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    var value = value
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
