/// A cursor over the bytes of a query string.
struct QueryScanner {
  let bytes: [UInt8]
  var offset = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  var isAtEnd: Bool { offset >= bytes.count }

  /// The byte at the cursor, or `nil` at the end.
  var next: UInt8? { byte(after: 0) }

  func byte(after distance: Int) -> UInt8? {
    offset + distance < bytes.count ? bytes[offset + distance] : nil
  }

  /// Steps over the characters if they stand at the cursor.
  mutating func take(_ characters: StaticString) -> Bool {
    let count = characters.utf8CodeUnitCount
    guard bytes.count - offset >= count else { return false }
    for place in 0..<count where bytes[offset + place] != characters.utf8Start[place] {
      return false
    }
    offset += count
    return true
  }

  /// Steps over bytes that satisfy the condition and returns where they were.
  mutating func takeWhile(_ condition: (UInt8) -> Bool) -> Range<Int> {
    let start = offset
    while offset < bytes.count, condition(bytes[offset]) { offset += 1 }
    return start..<offset
  }

  /// Steps over white space: the ASCII kinds, and the no-break and ideographic spaces that keyboards
  /// and web pages slip in.
  mutating func skipWhiteSpace() {
    while offset < bytes.count {
      let length = whiteSpaceLength(at: offset)
      if length == 0 { return }
      offset += length
    }
  }

  /// The bytes of the white space at an offset before the end; 0 where there is none.
  func whiteSpaceLength(at offset: Int) -> Int {
    switch bytes[offset] {
    case 0x09...0x0D, 0x20: return 1
    case 0xC2: return offset + 1 < bytes.count && bytes[offset + 1] == 0xA0 ? 2 : 0
    case 0xE3:
      let isIdeographicSpace =
        offset + 2 < bytes.count && bytes[offset + 1] == 0x80 && bytes[offset + 2] == 0x80
      return isIdeographicSpace ? 3 : 0
    default: return 0
    }
  }

  /// Whether a quotation mark stands at the cursor that is none in queries, as word processors put it.
  var isAtForeignQuote: Bool {
    switch (next, byte(after: 1), byte(after: 2)) {
    // ‘ ’ ‚ ‛ “ ” „ ‟
    case (0xE2?, 0x80?, let last?): 0x98...0x9F ~= last
    // « »
    case (0xC2?, 0xAB?, _), (0xC2?, 0xBB?, _): true
    default: false
    }
  }

  /// Whether two ranges of the same length hold the same bytes.
  func areEqual(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      let left = UnsafeBufferPointer(rebasing: bytes[left])
      return left.elementsEqual(UnsafeBufferPointer(rebasing: bytes[right]))
    }
  }

  func text(in range: Range<Int>) -> String {
    bytes.withUnsafeBufferPointer {
      String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self)
    }
  }

  /// The error that something else was expected at an offset; what is found there is read off.
  func error(_ code: QueryError.Code, at offset: Int, expected: String) -> QueryError {
    QueryError(
      code: code, column: column(of: offset), expected: expected, found: describeToken(at: offset))
  }

  /// The 1-based column of a byte offset, in characters.
  func column(of offset: Int) -> Int {
    text(in: 0..<min(offset, bytes.count)).count + 1
  }

  /// The token at an offset for people to read: a word, or one character, in quotation marks.
  private func describeToken(at offset: Int) -> String {
    guard offset < bytes.count else { return "the end of the query" }
    if bytes[offset] == UInt8(ascii: "\"") { return "'\"'" }
    var scanner = self
    scanner.offset = offset
    let word = scanner.takeWhile(isNameByte)
    if !word.isEmpty {
      let shown = word.prefix(40)
      return "\"" + text(in: shown) + (shown.count < word.count ? "…\"" : "\"")
    }
    // A character is rarely longer than this; a longer one is shown in part.
    let rest = text(in: offset..<min(offset + 64, bytes.count))
    return rest.first.map { "\"\($0)\"" } ?? "an unreadable character"
  }
}

/// Whether a byte may stand in an attribute name: ASCII letters, digits and the underscore.
func isNameByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
    true
  default: false
  }
}
