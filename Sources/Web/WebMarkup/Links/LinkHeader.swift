/// The `Link` field of an answer's header (RFC 8288).
enum LinkHeader {
  /// The most links of a field that are read.
  private static let limit = 64

  /// The links of a field, in order. What isn't well-formed ends the reading.
  ///
  /// - Complexity: O(*n*) in the length of the field.
  static func links(_ field: String) -> [LinkElement] {
    var reader = Reader(bytes: Array(field.utf8))
    var links: [LinkElement] = []
    while links.count < limit, let target = reader.target() {
      var parameters: [String: String] = [:]
      while let (name, value) = reader.parameter() {
        if parameters[name] == nil { parameters[name] = value }
      }
      // A link with an anchor says something of another page.
      if let rel = parameters["rel"], parameters["anchor"] == nil {
        links.append(
          LinkElement(
            rel: HTMLText.tokens(rel).map(\.asciiLowercased), href: target,
            type: parameters["type"] ?? "", language: parameters["hreflang"] ?? "",
            title: parameters["title"] ?? "", place: .header))
      }
      guard reader.skip(UInt8(ascii: ",")) else { break }
    }
    return links
  }

  private struct Reader {
    let bytes: [UInt8]
    var place = 0

    mutating func skipSpace() {
      while place < bytes.count, HTMLText.isSpace(bytes[place]) { place += 1 }
    }

    /// Skips a byte and the white space around it; says whether it was there.
    mutating func skip(_ byte: UInt8) -> Bool {
      skipSpace()
      guard place < bytes.count, bytes[place] == byte else { return false }
      place += 1
      skipSpace()
      return true
    }

    /// Reads up to a byte, and over it.
    private mutating func text(to end: UInt8) -> String? {
      guard let stop = bytes[place...].firstIndex(of: end) else { return nil }
      defer { place = stop + 1 }
      return String(decoding: bytes[place..<stop], as: UTF8.self)
    }

    mutating func target() -> String? {
      // Empty list elements are allowed.
      while skip(UInt8(ascii: ",")) {}
      guard skip(UInt8(ascii: "<")) else { return nil }
      return text(to: UInt8(ascii: ">"))
    }

    mutating func parameter() -> (String, String)? {
      while skip(UInt8(ascii: ";")) {
        let start = place
        while place < bytes.count, !";,=".utf8.contains(bytes[place]),
          !HTMLText.isSpace(bytes[place])
        {
          place += 1
        }
        let name = String(decoding: bytes[start..<place], as: UTF8.self).asciiLowercased
        guard !name.isEmpty else { continue }
        guard skip(UInt8(ascii: "=")) else { return (name, "") }
        return (name, value())
      }
      return nil
    }

    private mutating func value() -> String {
      guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else {
        let start = place
        while place < bytes.count, !";,".utf8.contains(bytes[place]),
          !HTMLText.isSpace(bytes[place])
        {
          place += 1
        }
        return String(decoding: bytes[start..<place], as: UTF8.self)
      }
      place += 1
      var value: [UInt8] = []
      while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
        if bytes[place] == UInt8(ascii: "\\"), place + 1 < bytes.count { place += 1 }
        value.append(bytes[place])
        place += 1
      }
      place += 1
      return String(decoding: value, as: UTF8.self)
    }
  }
}
