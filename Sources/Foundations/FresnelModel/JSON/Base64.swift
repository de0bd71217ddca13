/// Bytes as text (RFC 4648, section 4): the standard alphabet, padded.
enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text of some bytes.
  static func encode(_ bytes: [UInt8]) -> String {
    var output: [UInt8] = []
    output.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var group: UInt32 = 0
      for index in 0..<3 {
        group = group << 8 | (index < count ? UInt32(bytes[start + index]) : 0)
      }
      for index in 0..<4 {
        let sextet = Int(group >> UInt32(18 - 6 * index) & 0x3f)
        output.append(index <= count ? alphabet[sextet] : UInt8(ascii: "="))
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The bytes of a text; `nil` unless it is the one encoding of some bytes.
  static func decode(_ text: String) -> [UInt8]? {
    var characters = Array(text.utf8)
    guard characters.count.isMultiple(of: 4) else { return nil }
    while characters.last == UInt8(ascii: "="), characters.count % 4 != 2 {
      characters.removeLast()
    }
    var output: [UInt8] = []
    output.reserveCapacity(characters.count / 4 * 3 + 2)
    var bits: UInt32 = 0
    var bitCount = 0
    for character in characters {
      guard let sextet = value(of: character) else { return nil }
      bits = (bits << 6 | sextet) & 0xffff
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        output.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
      }
    }
    // What is left over of the last character carries nothing.
    guard bits & (1 << UInt32(bitCount) - 1) == 0 else { return nil }
    return output
  }

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a") + 26)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0") + 52)
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
