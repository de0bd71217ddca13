// Whether bytes are UTF-8, which nearly all of them are, and nearly all of those ASCII: eight bytes at once.

extension UnsafeBufferPointer<UInt8> {
  /// Whether all bytes together are well-formed UTF-8.
  ///
  /// - Complexity: O(*b*) in the number of bytes.
  var isUTF8: Bool {
    var place = 0
    while true {
      place = endOfASCII(in: place..<count)
      guard place < count else { return true }
      // Text in another script has such characters one behind the other.
      repeat {
        let length = lengthOfCharacter(at: place)
        guard length > 0 else { return false }
        place += length
      } while place < count && self[place] >= 0x80
    }
  }

  /// The length of a character of several bytes (Unicode, table 3-7); 0 where none stands.
  private func lengthOfCharacter(at place: Int) -> Int {
    let first = self[place]
    var second: ClosedRange<UInt8> = 0x80...0xbf
    let length: Int
    switch first {
    case 0xc2...0xdf: length = 2
    case 0xe0...0xef:
      length = 3
      if first == 0xe0 { second = 0xa0...0xbf }
      if first == 0xed { second = 0x80...0x9f }
    case 0xf0...0xf4:
      length = 4
      if first == 0xf0 { second = 0x90...0xbf }
      if first == 0xf4 { second = 0x80...0x8f }
    default: return 0
    }
    guard place + length <= count, second.contains(self[place + 1]) else { return 0 }
    for next in place + 2..<place + length where self[next] & 0xc0 != 0x80 { return 0 }
    return length
  }
}
