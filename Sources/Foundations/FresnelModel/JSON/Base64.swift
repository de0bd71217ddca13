/// Bytes as text (RFC 4648).
package enum Base64 {
  /// The characters that stand for six bits each.
  package enum Alphabet: Sendable {
    /// That of section 4, padded to groups of four characters.
    case standard
    /// That of section 5, without padding: the text may stand in a path or a name.
    case forNames

    fileprivate var last: (UInt8, UInt8) {
      switch self {
      case .standard: (UInt8(ascii: "+"), UInt8(ascii: "/"))
      case .forNames: (UInt8(ascii: "-"), UInt8(ascii: "_"))
      }
    }

    fileprivate func character(_ sextet: UInt8) -> UInt8 {
      switch sextet {
      case 0..<26: UInt8(ascii: "A") + sextet
      case 26..<52: UInt8(ascii: "a") + sextet - 26
      case 52..<62: UInt8(ascii: "0") + sextet - 52
      case 62: last.0
      default: last.1
      }
    }

    fileprivate func sextet(_ character: UInt8) -> UInt32? {
      switch character {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
      case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a") + 26)
      case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0") + 52)
      case last.0: 62
      case last.1: 63
      default: nil
      }
    }
  }

  /// The text of some bytes.
  ///
  /// - Complexity: O(*n*) in the bytes.
  package static func encode(_ bytes: [UInt8], _ alphabet: Alphabet = .standard) -> String {
    var output: [UInt8] = []
    output.reserveCapacity((bytes.count + 2) / 3 * 4)
    var bits: UInt32 = 0
    var bitCount = 0
    for byte in bytes {
      bits = (bits << 8 | UInt32(byte)) & 0xFFFF
      bitCount += 8
      while bitCount >= 6 {
        bitCount -= 6
        output.append(alphabet.character(UInt8(bits >> UInt32(bitCount) & 0x3F)))
      }
    }
    if bitCount > 0 {
      output.append(alphabet.character(UInt8(bits << UInt32(6 - bitCount) & 0x3F)))
    }
    if alphabet == .standard {
      while !output.count.isMultiple(of: 4) { output.append(UInt8(ascii: "=")) }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The bytes of a text; `nil` unless it is the one encoding of some bytes.
  ///
  /// - Complexity: O(*n*) in the characters.
  package static func decode(
    _ text: some BidirectionalCollection<UInt8>, _ alphabet: Alphabet = .standard
  ) -> [UInt8]? {
    let count = text.count
    var characters = text[...]
    if alphabet == .standard {
      guard count.isMultiple(of: 4) else { return nil }
      var padding = 0
      while padding < 2, characters.last == UInt8(ascii: "=") {
        characters.removeLast()
        padding += 1
      }
    }
    var output: [UInt8] = []
    output.reserveCapacity(count / 4 * 3 + 2)
    var bits: UInt32 = 0
    var bitCount = 0
    for character in characters {
      guard let sextet = alphabet.sextet(character) else { return nil }
      bits = (bits << 6 | sextet) & 0xFFFF
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        output.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
      }
    }
    // A last character that carries less than a byte carries zeros, and one alone carries nothing.
    guard bitCount < 6, bits & (1 << UInt32(bitCount) - 1) == 0 else { return nil }
    return output
  }
}
