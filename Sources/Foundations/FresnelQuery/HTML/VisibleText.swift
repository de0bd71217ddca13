/// Reads the text that a browser would show of an HTML document or fragment.
///
/// Not an HTML parser: tags, comments, scripts and style sheets go, character references are
/// resolved, white space is one space, and tags that start a line or a cell put a line feed between
/// words. Any bytes are accepted; a tag or comment that never closes reaches to the end.
///
/// - Parameter bytes: HTML in UTF-8; invalid sequences show as U+FFFD.
/// - Returns: The text, without white space at its ends.
/// - Complexity: O(*n*).
public func visibleText(ofHTML bytes: [UInt8]) -> String {
  var scanner = HTMLTextScanner(bytes: bytes)
  return scanner.scan()
}

private struct HTMLTextScanner {
  let bytes: [UInt8]
  private var offset = 0
  private var output: [UInt8] = []
  /// What must precede the next visible byte: nothing, a space or a line feed.
  private var gap: UInt8?

  init(bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  mutating func scan() -> String {
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "<"): skipMarkup()
      case UInt8(ascii: "&"): appendReference()
      case let byte:
        append(byte)
        offset += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private mutating func append(_ byte: UInt8) {
    if byte == 0x20 || 0x09...0x0D ~= byte {
      if gap == nil { gap = UInt8(ascii: " ") }
      return
    }
    if let gap, !output.isEmpty { output.append(gap) }
    gap = nil
    output.append(byte)
  }

  private mutating func skipMarkup() {
    if starts(with: "<!--") {
      offset += 4
      skip(past: "-->")
      return
    }
    let next = offset + 1 < bytes.count ? bytes[offset + 1] : 0
    switch next {
    case UInt8(ascii: "!"), UInt8(ascii: "?"): skip(past: ">")
    case UInt8(ascii: "/"):
      offset += 2
      skipTag(isOpening: false)
    case let byte where isLetter(byte):
      offset += 1
      skipTag(isOpening: true)
    default:
      append(UInt8(ascii: "<"))
      offset += 1
    }
  }

  /// Skips a tag from its name on, and what stands in a script or a style sheet.
  private mutating func skipTag(isOpening: Bool) {
    let start = offset
    while offset < bytes.count, isLetter(bytes[offset]) || 0x30...0x39 ~= bytes[offset] {
      offset += 1
    }
    let name = String(decoding: bytes[start..<min(offset, start + 16)], as: UTF8.self).lowercased()
    var quote: UInt8?
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: ">") {
        break
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
    }
    if !Self.inlineTags.contains(name) { gap = UInt8(ascii: "\n") }
    if isOpening, Self.hiddenTags.contains(name) { skipContent(of: name) }
  }

  /// Moves to the closing tag of a name, or to the end.
  private mutating func skipContent(of name: String) {
    let closing = Array("</\(name)".utf8)
    while offset < bytes.count {
      if bytes[offset] == closing[0], bytes.count - offset >= closing.count,
        closing.indices.allSatisfy({ lowercase(bytes[offset + $0]) == closing[$0] })
      {
        return
      }
      offset += 1
    }
  }

  private mutating func appendReference() {
    let start = offset + 1
    let end = bytes[start..<min(start + 12, bytes.count)].firstIndex(of: UInt8(ascii: ";"))
    guard let end,
      let scalar = HTMLEntity.scalar(String(decoding: bytes[start..<end], as: UTF8.self))
    else {
      append(UInt8(ascii: "&"))
      offset += 1
      return
    }
    // A no-break space separates words as a space does; a soft hyphen is not seen.
    if scalar == "\u{A0}" {
      append(UInt8(ascii: " "))
    } else if scalar != "\u{AD}" {
      for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte) }
    }
    offset = end + 1
  }

  private mutating func skip(past terminator: StaticString) {
    while offset < bytes.count {
      if starts(with: terminator) {
        offset += terminator.utf8CodeUnitCount
        return
      }
      offset += 1
    }
  }

  private func starts(with text: StaticString) -> Bool {
    text.withUTF8Buffer { text in
      bytes.count - offset >= text.count
        && text.indices.allSatisfy { bytes[offset + $0] == text[$0] }
    }
  }

  private func lowercase(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= lowercase(byte)
  }

  /// Tags inside a line of text: a word may go on across them.
  private static let inlineTags: Set<String> = [
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em",
    "font", "i", "ins", "kbd", "label", "mark", "q", "s", "samp", "small", "span", "strike",
    "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
  ]

  /// Tags whose content no browser shows.
  private static let hiddenTags: Set<String> = ["script", "style", "template"]
}
