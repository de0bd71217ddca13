internal import SpotlightWire

/// What can be said of a URL that is to be opened, without opening it.
package enum LinkURL {
  /// The schemes that may be handed to the program that the person chose for them, without an app that says
  /// that it takes them: these run nothing.
  static let commonSchemes: Set<String> = ["http", "https", "mailto", "tel", "sms", "geo", "file"]

  /// The scheme in lower case (RFC 3986, section 3.1); `nil` for what is no URL, such as one with white space
  /// or control characters, which no program is to be given.
  package static func scheme(of url: String) -> String? {
    guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")),
      url.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F })
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

  /// The `file` URL of the directory that a path lies in.
  static func folder(of url: String) -> String {
    let end = url.prefix { $0 != "?" && $0 != "#" }
    let trimmed = end.hasSuffix("/") ? end.dropLast() : end
    return String(trimmed.prefix(through: trimmed.lastIndex(of: "/") ?? trimmed.startIndex))
  }
}
