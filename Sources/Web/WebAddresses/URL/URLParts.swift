extension WebURL {
  /// The scheme in small letters, without its colon.
  public var scheme: String { text(0, marks.schemeEnd) }

  /// Whether the scheme is `http` or `https`.
  public var isHTTP: Bool { marks.special == .http || marks.special == .https }

  /// The user's name as it is written, with escapes; empty when there is none.
  public var username: String {
    marks.hasHost ? text(marks.schemeEnd + 3, marks.usernameEnd) : ""
  }

  /// The password as it is written, with escapes; empty when there is none.
  public var password: String {
    marks.hasHost && marks.usernameEnd + 1 < marks.hostStart
      ? text(marks.usernameEnd + 1, marks.hostStart - 1) : ""
  }

  /// The host: a domain in ASCII, an IPv4 address in four parts, an IPv6 address in brackets, or what stands
  /// there in a scheme that isn't special. `nil` when there is none; it may be empty, as in `file:///etc`.
  public var host: String? { marks.hasHost ? text(marks.hostStart, marks.hostEnd) : nil }

  /// The port that is named, unless it is the scheme's default one.
  public var port: UInt16? { marks.port }

  /// The port that is named or else the scheme's default one.
  public var effectivePort: UInt16? { marks.port ?? marks.special?.defaultPort }

  /// The path with its escapes. It begins with a slash, unless it is empty or ``hasOpaquePath``.
  public var path: String { text(marks.pathStart, marks.pathEnd) }

  /// Whether the path is a text without segments, as in `mailto:` and `data:`, so that nothing can be relative
  /// to the address.
  public var hasOpaquePath: Bool { marks.hasOpaquePath }

  /// The query with its escapes, without the question mark; `nil` when there is none.
  public var query: String? {
    marks.pathEnd < marks.queryEnd ? text(marks.pathEnd + 1, marks.queryEnd) : nil
  }

  /// The fragment with its escapes, without the number sign; `nil` when there is none.
  public var fragment: String? {
    let end = UInt32(href.utf8.count)
    return marks.queryEnd < end ? text(marks.queryEnd + 1, end) : nil
  }

  /// The same address without its fragment.
  public var withoutFragment: WebURL {
    if fragment == nil { return self }
    // What is cut off begins behind everything that the marks point to.
    return WebURL(href: text(0, marks.queryEnd), marks: marks)
  }

  /// The same address without user name and password, which no request sends and nobody else should read.
  ///
  /// - Complexity: O(length).
  public var withoutCredentials: WebURL {
    if username.isEmpty, password.isEmpty { return self }
    let end = UInt32(href.utf8.count)
    return WebURL(text(0, marks.schemeEnd + 3) + text(marks.hostStart, end)) ?? self
  }

  /// The origin in its serialised form, such as `https://example.com:8080`; `null` when it is opaque, as that
  /// of files and unknown schemes is.
  public var origin: String {
    switch marks.special {
    case .file: return "null"
    case .http, .https, .ftp, .ws, .wss:
      let port = marks.port.map { ":\($0)" } ?? ""
      return "\(scheme)://\(text(marks.hostStart, marks.hostEnd))\(port)"
    case nil:
      guard scheme == "blob", let inner = WebURL(path), inner.isHTTP else { return "null" }
      return inner.origin
    }
  }

  /// The part of the serialised form between two offsets.
  func text(_ start: UInt32, _ end: UInt32) -> String {
    let utf8 = href.utf8
    let from = utf8.index(utf8.startIndex, offsetBy: Int(start))
    let to = utf8.index(utf8.startIndex, offsetBy: Int(end))
    return String(href[from..<to])
  }
}
