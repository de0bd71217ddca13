/// Bytes as text that may stand in a path or a name (RFC 4648, section 5): without padding, the one encoding of its bytes.
enum Base64URL {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The text of some bytes.
  ///
  /// - Complexity: O(*n*) in the bytes.
  static func encode(_ bytes: [UInt8]) -> String {
    var output: [UInt8] = []
    output.reserveCapacity((bytes.count * 4 + 2) / 3)
    var bits: UInt32 = 0
    var bitCount = 0
    for byte in bytes {
      bits = (bits << 8 | UInt32(byte)) & 0xFFFF
      bitCount += 8
      while bitCount >= 6 {
        bitCount -= 6
        output.append(alphabet[Int(bits >> UInt32(bitCount) & 0x3F)])
      }
    }
    if bitCount > 0 { output.append(alphabet[Int(bits << UInt32(6 - bitCount) & 0x3F)]) }
    return String(decoding: output, as: UTF8.self)
  }

  /// The bytes of a text; `nil` unless it is the one encoding of some bytes.
  ///
  /// - Complexity: O(*n*) in the characters.
  static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    var output: [UInt8] = []
    output.reserveCapacity(text.count * 3 / 4)
    var bits: UInt32 = 0
    var bitCount = 0
    for character in text {
      guard let sextet = value(of: character) else { return nil }
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

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a") + 26)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0") + 52)
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
