/// The encoding that a content type names.
enum ContentTypeCharset {
  /// Finds the label in a `meta` element's `content`, as in `text/html; charset=utf-8`.
  ///
  /// - Returns: The label; `nil` when there is none.
  static func find(in content: [UInt8]) -> String? {
    var rest = content[...]
    while let start = startOfName(in: rest) {
      rest = content[(start + 7)...].drop(while: EncodingSniffer.isSpace)
      guard rest.first == UInt8(ascii: "=") else { continue }
      rest = rest.dropFirst().drop(while: EncodingSniffer.isSpace)
      guard let first = rest.first else { return nil }
      if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
        rest = rest.dropFirst()
        guard let end = rest.firstIndex(of: first) else { return nil }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      return String(
        decoding: rest.prefix { !EncodingSniffer.isSpace($0) && $0 != UInt8(ascii: ";") },
        as: UTF8.self)
    }
    return nil
  }

  /// Finds the label in a `Content-Type` header.
  ///
  /// - Returns: The label of the first parameter `charset`; `nil` when there is none.
  static func find(inHeader header: String) -> String? {
    var rest = Array(header.utf8)[...]
    while let semicolon = rest.firstIndex(of: UInt8(ascii: ";")) {
      rest = rest[(semicolon + 1)...].drop(while: EncodingSniffer.isSpace)
      guard lowerCased(rest.prefix(8)).elementsEqual("charset=".utf8) else { continue }
      rest = rest.dropFirst(8)
      let isQuoted = rest.first == UInt8(ascii: "\"")
      let value =
        isQuoted
        ? rest.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
        : rest.prefix { $0 != UInt8(ascii: ";") }
      return String(decoding: value, as: UTF8.self)
    }
    return nil
  }

  /// Where `charset` begins, in any case; `nil` where it doesn't.
  private static func startOfName(in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.indices.first { index in
      bytes[index] | 0x20 == UInt8(ascii: "c")
        && lowerCased(bytes[index...].prefix(7)).elementsEqual("charset".utf8)
    }
  }

  private static func lowerCased(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var lower = bytes
    for index in lower.indices where UInt8(ascii: "A")...UInt8(ascii: "Z") ~= lower[index] {
      lower[index] |= 0x20
    }
    return lower
  }
}
