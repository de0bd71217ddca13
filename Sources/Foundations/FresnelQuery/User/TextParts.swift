/// Cuts a long text at white space into parts, so that what is made of one needs little memory.
///
/// Nothing that goes on over more bytes than a part may have is a code; it is in no part. White space of ASCII alone
/// counts, so in a script that has none a longer stretch without it is left out as well.
struct TextParts: IteratorProtocol {
  /// The most bytes of a part.
  static let mostBytes = 1 << 16

  private let text: UnsafeBufferPointer<UInt8>
  private var start = 0

  /// Begins at the start of a text.
  init(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
  }

  /// The range of the next part, which is not empty; `nil` at the end.
  mutating func next() -> Range<Int>? {
    while start < text.count {
      let limit = start + Self.mostBytes
      if limit >= text.count {
        defer { start = text.count }
        return start..<text.count
      }
      if let space = text[start..<limit].lastIndex(where: Self.isSpace) {
        defer { start = space + 1 }
        return start..<space + 1
      }
      start = text[limit...].firstIndex(where: Self.isSpace) ?? text.count
    }
    return nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || 0x09...0x0D ~= byte
  }
}
