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

  /// The field of which a name that means nothing is one typing error away: a letter too many, too few, another one or
  /// two swapped. Crawlers don't read it so, but its writer should hear of it.
  static func near(_ name: ArraySlice<UInt8>) -> RobotsField? {
    let name = name.map { $0 &- UInt8(ascii: "A") < 26 ? $0 | 0x20 : $0 }
    return spellings.first { exact.contains($0.0) && isOneEdit(from: Array($0.0.utf8), to: name) }?
      .1
  }

  private static func isOneEdit(from one: [UInt8], to other: [UInt8]) -> Bool {
    let same = zip(one, other).prefix { $0 == $1 }.count
    let (rest, otherRest) = (one.dropFirst(same), other.dropFirst(same))
    switch other.count - one.count {
    case 1: return otherRest.dropFirst().elementsEqual(rest)
    case -1: return rest.dropFirst().elementsEqual(otherRest)
    case 0:
      if rest.dropFirst().elementsEqual(otherRest.dropFirst()) { return true }
      return rest.prefix(2).elementsEqual(otherRest.prefix(2).reversed())
        && rest.dropFirst(2).elementsEqual(otherRest.dropFirst(2))
    default: return false
    }
  }

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
