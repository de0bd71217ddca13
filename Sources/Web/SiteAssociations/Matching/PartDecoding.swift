/// The characters of a part of a URL with its escapes decoded as UTF-8.
///
/// An escape that is no byte of a character of UTF-8 stays as it is written, and so does a `%` without two digits.
func decodedScalars(_ part: [Unicode.Scalar]) -> [Unicode.Scalar] {
  guard part.contains("%") else { return part }
  var result: [Unicode.Scalar] = []
  result.reserveCapacity(part.count)
  var position = 0
  while position < part.count {
    guard let first = escapedByte(part, position) else {
      result.append(part[position])
      position += 1
      continue
    }
    let length = lengthOfUTF8(first)
    let bytes = (0..<length).map { escapedByte(part, position + 3 * $0) }
    let known = bytes.compactMap { $0 }
    if known.count == length, length > 0, let text = String(validating: known, as: UTF8.self) {
      result += text.unicodeScalars
      position += 3 * length
    } else {
      result += part[position..<position + 3]
      position += 3
    }
  }
  return result
}

/// The byte of the escape that begins at a position.
private func escapedByte(_ part: [Unicode.Scalar], _ position: Int) -> UInt8? {
  guard position + 2 < part.count, part[position] == "%",
    let high = part[position + 1].hexDigit, let low = part[position + 2].hexDigit
  else { return nil }
  return high << 4 | low
}

/// How many bytes a character of UTF-8 has that begins with a byte; 0 when none does.
private func lengthOfUTF8(_ first: UInt8) -> Int {
  switch first {
  case 0..<0x80: 1
  case 0xc2..<0xe0: 2
  case 0xe0..<0xf0: 3
  case 0xf0..<0xf5: 4
  default: 0
  }
}

extension Unicode.Scalar {
  /// Its value as a digit of base 16.
  fileprivate var hexDigit: UInt8? {
    switch self {
    case "0"..."9": UInt8(truncatingIfNeeded: value - 0x30)
    case "a"..."f": UInt8(truncatingIfNeeded: value - 0x61 + 10)
    case "A"..."F": UInt8(truncatingIfNeeded: value - 0x41 + 10)
    default: nil
    }
  }
}
