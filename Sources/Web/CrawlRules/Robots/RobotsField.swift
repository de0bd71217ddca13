/// What a line of robots.txt is about.
enum RobotsField: Hashable {
  case userAgent, allow, disallow, sitemap, crawlDelay
  /// A field that means nothing here, such as `host`.
  case other

  /// A field by its name, and whether it is spelt as it should be.
  ///
  /// Whatever begins with a known name counts, and so do misspellings that are often seen, as with Google's
  /// parser: they mostly err towards what the owner meant.
  static func named(_ name: ArraySlice<UInt8>) -> (field: RobotsField, isExact: Bool) {
    let name = name.map { $0 &- UInt8(ascii: "A") < 26 ? $0 | 0x20 : $0 }
    for (spelling, field) in spellings where name.starts(with: spelling.utf8) {
      return (field, name.count == spelling.utf8.count && exact.contains(spelling))
    }
    return (.other, true)
  }

  private static let spellings: [(String, RobotsField)] = [
    ("user-agent", .userAgent), ("useragent", .userAgent), ("user agent", .userAgent),
    ("allow", .allow),
    ("disallow", .disallow), ("dissallow", .disallow), ("dissalow", .disallow),
    ("disalow", .disallow), ("diasllow", .disallow), ("disallaw", .disallow),
    ("sitemap", .sitemap), ("site-map", .sitemap),
    ("crawl-delay", .crawlDelay),
  ]

  private static let exact: Set<String> = [
    "user-agent", "allow", "disallow", "sitemap", "crawl-delay",
  ]

  /// The name as it should be spelt.
  var name: String {
    switch self {
    case .userAgent: "user-agent"
    case .allow: "allow"
    case .disallow: "disallow"
    case .sitemap: "sitemap"
    case .crawlDelay: "crawl-delay"
    case .other: ""
    }
  }
}
