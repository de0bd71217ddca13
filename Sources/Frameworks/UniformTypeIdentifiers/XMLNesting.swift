/// Looks at the depth of an XML document before a recursive reader does.
struct XMLNesting {
  private let bytes: [UInt8]
  private var index = 0

  /// How deep elements lie in each other, or `nil` when the bytes are not XML in UTF-8, end in the midst
  /// of a mark, or declare a document type of their own, which could hide elements from this count.
  static func depth(of bytes: [UInt8]) -> Int? {
    var scan = XMLNesting(bytes: bytes)
    return scan.depth()
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private mutating func depth() -> Int? {
    if starts(with: "\u{FEFF}") { index += 3 }
    while index < bytes.count, bytes[index] <= UInt8(ascii: " ") { index += 1 }
    guard starts(with: "<") else { return nil }
    var depth = 0
    var deepest = 0
    while let mark = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      index = mark
      if starts(with: "<!--") {
        guard skip("<!--", past: "-->") != nil else { return nil }
      } else if starts(with: "<![CDATA[") {
        guard skip("<![CDATA[", past: "]]>") != nil else { return nil }
      } else if starts(with: "<?") {
        guard skip("<?", past: "?>") != nil else { return nil }
      } else if starts(with: "<!") {
        guard let skipped = skip("<!", past: ">"), !skipped.contains(UInt8(ascii: "["))
        else { return nil }
      } else {
        let isClosing = starts(with: "</")
        guard let skipped = skip("<", past: ">") else { return nil }
        let isEmpty = skipped.dropLast().last == UInt8(ascii: "/")
        depth += isClosing ? -1 : isEmpty ? 0 : 1
        deepest = max(deepest, depth)
      }
    }
    return deepest
  }

  private func starts(with text: String) -> Bool {
    bytes[index...].starts(with: text.utf8)
  }

  /// Moves behind an opening and the next occurrence of a text that ends in `>`, and returns what lies
  /// between the opening and the new place.
  private mutating func skip(_ opening: String, past text: String) -> ArraySlice<UInt8>? {
    index += opening.utf8.count
    let start = index
    while let end = bytes[index...].firstIndex(of: UInt8(ascii: ">")) {
      index = end + 1
      if bytes[start..<index].reversed().starts(with: text.utf8.reversed()) {
        return bytes[start..<index]
      }
    }
    return nil
  }
}
