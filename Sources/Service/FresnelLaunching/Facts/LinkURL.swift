internal import SpotlightWire

/// What can be said of a URL that is to be opened, without opening it.
package enum LinkURL {
  /// The schemes that may be handed to the program that the person chose for them, without an app that says
  /// that it takes them: these run nothing.
  static let commonSchemes: Set<String> = ["http", "https", "mailto", "tel", "sms", "geo", "file"]

  /// The scheme in lower case (RFC 3986, section 3.1); `nil` for what is no URL that a program may be given: one that
  /// is too long, or has white space, control characters, or invisible ones such as those that turn text around.
  package static func scheme(of url: String) -> String? {
    guard url.utf8.count <= ActivityLimits.addressByteCount,
      let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")),
      url.unicodeScalars.allSatisfy(isAllowed)
    else { return nil }
    let scheme = url[..<colon]
    guard let first = scheme.unicodeScalars.first, first.isASCII, first.properties.isAlphabetic,
      scheme.unicodeScalars.allSatisfy({
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789+-.".unicodeScalars.contains($0))
      })
    else { return nil }
    return scheme.lowercased()
  }

  /// The absolute path that a `file` URL of this machine stands for (RFC 8089); `nil` for others.
  package static func path(of url: String) -> String? {
    guard scheme(of: url) == "file" else { return nil }
    var rest = url.utf8.dropFirst("file:".utf8.count).prefix {
      $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
    }
    if rest.starts(with: "//".utf8) {
      let host = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
      guard host.isEmpty || String(Substring(host)).lowercased() == "localhost" else {
        return nil
      }
      rest = rest.dropFirst(2 + host.count)
    }
    guard rest.first == UInt8(ascii: "/") else { return nil }
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, let value = UInt8(Substring(digits), radix: 16),
        digits.first != UInt8(ascii: "+"), value != 0
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The `file` URL of an absolute path: with all bytes escaped but unreserved ones (RFC 3986, section 2.3) and `/`.
  package static func url(ofPath path: String) -> String {
    var url = "file://"
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        url.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        url += byte < 16 ? "%0" : "%"
        url += String(byte, radix: 16, uppercase: true)
      }
    }
    return url
  }

  /// Whether a `mailto` URL has a field by which programs for mail add a file: whoever wrote it could have it sent.
  ///
  /// RFC 6068 has no such field. Programs do not agree on what is unescaped first, so a name counts in whatever way it is
  /// escaped, also where its separator is.
  static func addsFile(_ url: String) -> Bool {
    guard scheme(of: url) == "mailto" else { return false }
    var bytes = Array(url.utf8)
    // Escapes of escapes, however often: each round makes it shorter.
    while let unescaped = unescapedOnce(bytes) { bytes = unescaped }
    let separators = "?&;".utf8
    return bytes.indices.contains { place in
      guard separators.contains(bytes[place]) else { return false }
      let field = bytes[(place + 1)...].drop { $0 <= 0x20 }.prefix(32)
      let name = field.prefix { $0 != UInt8(ascii: "=") }
      guard name.endIndex < field.endIndex else { return false }
      let text = String(decoding: name.prefix { $0 > 0x20 }, as: UTF8.self).lowercased()
      return fileFields.contains(text)
    }
  }

  private static let fileFields: Set<String> = ["attach", "attachment", "insert"]

  /// Bytes with each escape of a byte replaced by that; `nil` where there is none.
  private static func unescapedOnce(_ bytes: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      guard byte == UInt8(ascii: "%"), digits.count == 2, digits.first != UInt8(ascii: "+"),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      else {
        result.append(byte)
        continue
      }
      result.append(value)
      rest = rest.dropFirst(2)
    }
    return result.count < bytes.count ? result : nil
  }

  /// Whether a URL of the web names a host.
  static func hasHost(_ url: String) -> Bool {
    WebAddress.host(of: url).map { $0.first != ":" } ?? false
  }

  /// Whether a character may be in a URL that a program is given.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value > 0x20 && scalar.value != 0x7F }
    switch scalar.properties.generalCategory {
    case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned:
      return false
    case .format:
      // The two joiners are letters' shapes in Persian and in the scripts of India.
      return scalar == "\u{200C}" || scalar == "\u{200D}"
    default: return true
    }
  }
}
