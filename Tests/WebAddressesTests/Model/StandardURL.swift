/// An address as the URL Standard describes it (4.1), for comparison with the product's parser.
struct StandardURL {
  var scheme = ""
  var username = ""
  var password = ""
  var host: String?
  var port: Int?
  /// The segments; `nil` where the path is opaque.
  var segments: [String]? = []
  var opaquePath = ""
  var query: String?
  var fragment: String?

  static let defaultPorts: [String: Int?] = [
    "ftp": 21, "file": nil, "http": 80, "https": 443, "ws": 80, "wss": 443,
  ]

  var isSpecial: Bool { Self.defaultPorts.keys.contains(scheme) }

  /// The path in its serialised form.
  var path: String { segments.map { $0.map { "/" + $0 }.joined() } ?? opaquePath }

  /// The serialised form (4.5).
  var href: String {
    var output = scheme + ":"
    if let host {
      output += "//"
      if !username.isEmpty || !password.isEmpty {
        output += username
        if !password.isEmpty { output += ":" + password }
        output += "@"
      }
      output += host
      if let port { output += ":\(port)" }
    } else if let segments, segments.count > 1, segments[0].isEmpty {
      output += "/."
    }
    output += path
    if let query { output += "?" + query }
    if let fragment { output += "#" + fragment }
    return output
  }

  /// Removes the last segment, unless that is the drive letter of a file (4.2).
  mutating func shortenPath() {
    if scheme == "file", segments?.count == 1, let first = segments?.first,
      Self.isDriveLetter(first), first.hasSuffix(":")
    {
      return
    }
    if segments?.isEmpty == false { segments?.removeLast() }
  }

  static func isDriveLetter(_ text: some StringProtocol) -> Bool {
    let scalars = Array(text.unicodeScalars)
    return scalars.count == 2 && scalars[0].properties.isAlphabetic && scalars[0].isASCII
      && (scalars[1] == ":" || scalars[1] == "|")
  }

  static func startsWithDriveLetter(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
    let start = Array(text.prefix(3))
    guard start.count >= 2 else { return false }
    var letter = String.UnicodeScalarView()
    letter.append(contentsOf: start[..<2])
    return isDriveLetter(String(letter))
      && (start.count == 2 || ["/", "\\", "?", "#"].contains(start[2]))
  }
}
