/// Finds the short chunks of a long text that have a sign in front or behind, as `.net`, `c++` and `c#` have.
///
/// Only signs of ASCII and white space of ASCII count, so that most of a text is passed byte by byte.
struct SignedChunks {
  /// Longer ones are no names.
  private static let mostBytes = 48

  private let text: UnsafeBufferPointer<UInt8>
  private var offset = 0

  /// The buffer must outlive the value.
  init(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
  }

  /// The place of the next chunk; `nil` after the last. It may have no sign that matters.
  ///
  /// - Returns: Offsets of the text.
  mutating func next() -> Range<Int>? {
    while offset < text.count {
      let byte = text[offset]
      let isHit =
        byte == UInt8(ascii: ".")
        ? isLeading(offset) : Self.isTrailing(byte) && isBehindWord(offset)
      offset += 1
      guard isHit else { continue }
      var start = offset - 1
      while start > 0, offset - start <= Self.mostBytes, text[start - 1] > 0x20 { start -= 1 }
      var end = offset
      while end < text.count, end - offset <= Self.mostBytes, text[end] > 0x20 { end += 1 }
      offset = end
      if end - start <= Self.mostBytes { return start..<end }
    }
    return nil
  }

  /// Whether a byte is a sign that stands behind names.
  static func isTrailing(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "+") || byte == UInt8(ascii: "#")
  }

  /// Whether a point is in front of a letter, and behind no word of ASCII. Behind other characters it may be, since
  /// quotes and spaces are among them.
  private func isLeading(_ point: Int) -> Bool {
    guard point + 1 < text.count else { return false }
    let next = text[point + 1]
    guard next >= 0x80 || (next | 0x20) &- 0x61 < 26 else { return false }
    return point == 0 || text[point - 1] >= 0x80 || !isOfWord(text[point - 1])
  }

  private func isBehindWord(_ sign: Int) -> Bool {
    sign > 0 && isOfWord(text[sign - 1])
  }

  private func isOfWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
  }
}
