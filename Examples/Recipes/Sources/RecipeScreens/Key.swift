/// A key that the person pressed.
public enum Key: Hashable, Sendable {
  /// Arrows, Enter, Escape and Backspace.
  case up, down, left, right, enter, escape, backspace
  /// Something that can be written.
  case character(Character)
}

/// Makes keys of what a terminal sends.
public struct KeyReader: Sendable {
  private var rest: [UInt8] = []

  /// Begins without anything read.
  public init() {}

  /// Takes bytes in the order in which they come.
  ///
  /// - Returns: The keys that are whole by now. Escape alone is one when nothing follows it in the same bytes.
  public mutating func keys(in bytes: some Sequence<UInt8>) -> [Key] {
    rest += bytes
    var keys: [Key] = []
    while let (key, length) = next() {
      rest.removeFirst(length)
      if let key { keys.append(key) }
    }
    return keys
  }

  private func next() -> (Key?, Int)? {
    guard let first = rest.first else { return nil }
    switch first {
    case 0x1B:
      guard rest.count > 1, rest[1] == UInt8(ascii: "[") || rest[1] == UInt8(ascii: "O") else {
        return (.escape, 1)
      }
      // A sequence ends with a byte from @ on.
      guard let end = rest.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
        return nil
      }
      let arrows: [UInt8: Key] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
        UInt8(ascii: "D"): .left,
      ]
      return (end == 2 ? arrows[rest[end]] : nil, end + 1)
    case 0x0A, 0x0D: return (.enter, 1)
    case 0x08, 0x7F: return (.backspace, 1)
    case 0x03, 0x04: return (.character("q"), 1)
    case 0..<0x20: return (nil, 1)
    default:
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      guard rest.count >= length else { return nil }
      let text = String(decoding: rest.prefix(length), as: UTF8.self)
      return (
        text.count == 1 && text != "\u{FFFD}" ? text.first.map { .character($0) } : nil, length
      )
    }
  }
}
