/// A text without white space around it, and with one space for every run of it within.
///
/// - Complexity: O(*b*) in the number of bytes.
package func foldingSpace(_ text: String) -> String {
  var text = text
  return text.withUTF8 { bytes in
    String(unsafeUninitializedCapacity: bytes.count) { folded in
      var count = 0
      var isPending = false
      var index = 0
      while index < bytes.count {
        let space = lengthOfSpace(bytes, at: index)
        if space > 0 {
          isPending = count > 0
          index += space
          continue
        }
        if isPending {
          folded[count] = UInt8(ascii: " ")
          count += 1
          isPending = false
        }
        folded[count] = bytes[index]
        count += 1
        index += 1
      }
      return count
    }
  }
}

/// How many bytes the white space at an index of a text in UTF-8 has; 0 where something else stands, or the rest of
/// a character. These are all of Unicode; none begins with bytes that go on with another character.
private func lengthOfSpace(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
  func byte(_ distance: Int) -> UInt8 {
    index + distance < bytes.count ? bytes[index + distance] : 0
  }
  switch bytes[index] {
  case 0x20, 0x09...0x0d: return 1
  case 0xc2 where byte(1) == 0x85 || byte(1) == 0xa0: return 2
  case 0xe1 where byte(1) == 0x9a && byte(2) == 0x80: return 3
  case 0xe2 where byte(1) == 0x80:
    return 0x80...0x8a ~= byte(2) || byte(2) == 0xa8 || byte(2) == 0xa9 || byte(2) == 0xaf ? 3 : 0
  case 0xe2 where byte(1) == 0x81 && byte(2) == 0x9f: return 3
  case 0xe3 where byte(1) == 0x80 && byte(2) == 0x80: return 3
  default: return 0
  }
}
