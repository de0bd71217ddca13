/// A text without white space around it, and with one space for every run of it within.
///
/// - Complexity: O(*b*) in the number of bytes.
package func foldingSpace(_ text: String) -> String {
  var text = text
  if text.withUTF8(isFolded) { return text }
  return text.withUTF8 { bytes in
    String(unsafeUninitializedCapacity: bytes.count) { fold(bytes, into: $0) }
  }
}

/// Appends a text in UTF-8 without white space around it, and with one space for every run of it within.
///
/// - Parameters:
///   - text: The text.
///   - folded: What it is appended to.
/// - Complexity: O(*b*) in the number of bytes.
package func appendFoldingSpace(_ text: [UInt8], to folded: inout [UInt8]) {
  let start = folded.count
  folded.append(contentsOf: text)
  let count = folded.withUnsafeMutableBufferPointer { folded in
    text.withUnsafeBufferPointer { text in
      fold(text, into: UnsafeMutableBufferPointer(rebasing: folded[start...]))
    }
  }
  folded.removeLast(text.count - count)
}

/// Whether folding leaves a text as it is, as most texts are.
private func isFolded(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  // As if a space stood before the text, and behind it.
  var isBehindSpace = true
  for (index, byte) in bytes.enumerated() {
    if beginsNoSpace(byte) {
      isBehindSpace = false
    } else if byte == UInt8(ascii: " ") {
      if isBehindSpace { return false }
      isBehindSpace = true
    } else if lengthOfSpace(bytes, at: index) > 0 {
      return false
    } else {
      isBehindSpace = false
    }
  }
  return !isBehindSpace || bytes.isEmpty
}

/// Writes a text with white space folded to where there is room for all of it; returns how many bytes it has.
private func fold(
  _ bytes: UnsafeBufferPointer<UInt8>, into folded: UnsafeMutableBufferPointer<UInt8>
) -> Int {
  var count = 0
  var isPending = false
  var index = 0
  while index < bytes.count {
    let byte = bytes[index]
    let space = beginsNoSpace(byte) ? 0 : lengthOfSpace(bytes, at: index)
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
    folded[count] = byte
    count += 1
    index += 1
  }
  return count
}

/// Whether a byte is none that white space begins with, as most are.
private func beginsNoSpace(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0xc2 }

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
